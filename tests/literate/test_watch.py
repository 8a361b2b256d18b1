import sys
import types

import pytest

from literate import watch
from literate.errors import CallError

CHAPTER = "```python tangle=src/pkg/a.py\nx = 1\n```\n"


def test_each_change_of_a_chapter_is_tangled_and_told(folder, monkeypatch, capsys):
    folder.write("book/a.md", CHAPTER)
    watched = {}

    def changes(*places, watch_filter, raise_interrupt):
        watched["places"] = [place.relative_to(folder.root).as_posix() for place in places]
        names = ("book/a.md", "pyproject.toml", "book/a.txt", "src/pkg/a.py")
        watched["wanted"] = [name for name in names if watch_filter(1, str(folder.root / name))]
        folder.write("book/a.md", CHAPTER.replace("x = 1", "x = = 2"))
        yield {(1, "book/a.md")}
        folder.write("book/a.md", CHAPTER.replace("x = 1", "x = 2"))
        yield {(1, "book/a.md")}

    monkeypatch.setitem(sys.modules, "watchfiles", types.SimpleNamespace(watch=changes))
    assert folder.literate("watch") == 0
    assert watched == {"places": ["pyproject.toml", "book"], "wanted": ["book/a.md", "pyproject.toml"]}
    out, err = capsys.readouterr()
    assert out == (
        "wrote src/pkg/a.py\nin step with the chapters\n"
        "the last good files stay\n"
        "wrote src/pkg/a.py\nin step with the chapters\n"
    )
    assert err.startswith("book/a.md:2: not valid Python")
    assert folder.read("src/pkg/a.py") == "x = 2\n"


def test_without_watchfiles_the_command_says_what_to_install(folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    with pytest.raises(
        CallError, match="literate watch needs the package watchfiles: pip install watchfiles"
    ):
        watch.watch(folder.config(), lambda: 0)
