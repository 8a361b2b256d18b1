"""tools/serve.py: every save is built once, and a failure is told once."""

import os
import re
import subprocess
import sys
import threading

import pytest
import serve
from live_pages import Pages


@pytest.fixture
def root(tmp_path):
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "06.md").write_text("one")
    (tmp_path / "index.md").write_text("index")
    (tmp_path / serve.SITE).mkdir(parents=True)
    (tmp_path / serve.SITE / "index.html").write_text("built before")
    return tmp_path


class Builder:
    """Builds by running a piece of code in a process of its own."""

    def __init__(self, root, code):
        self.root, self.code, self.prepared = root, code, 0

    def build(self):
        done = subprocess.run(
            [sys.executable, "-c", self.code], cwd=self.root, capture_output=True, text=True
        )
        return done.returncode, done.stdout + done.stderr

    def prepare(self):
        self.prepared += 1


def names(root):
    return sorted(os.path.relpath(file, root) for file in serve.snapshot(root))


def test_sources_are_watched_and_droppings_are_not(root):
    droppings = [".06.md.swp", "06.md~", ".#06.md", "#06.md#", "06.md.tmp", "__pycache__/a.pyc"]
    for name in [*droppings, "figures/a.py"]:
        (root / "book" / name).parent.mkdir(exist_ok=True)
        (root / "book" / name).write_text("")
    (root / "book" / "dead.md").symlink_to("nowhere")
    (root / "_build" / "06.html").write_text("")
    assert names(root) == ["book/06.md", "book/figures/a.py", "index.md"]


@pytest.mark.parametrize(
    "save",
    [
        lambda book: (book / "06.md").write_text("other"),
        lambda book: (book / "07.md").write_text("new"),
        lambda book: (book / "06.md").unlink(),
        lambda book: (book / "06.md").rename(book / "05.md"),
        lambda book: (book / "new").write_text("one") and (book / "new").replace(book / "06.md"),
    ],
    ids=["edited", "added", "removed", "renamed", "replaced"],
)
def test_every_way_of_saving_is_noticed(root, save):
    before = serve.snapshot(root)
    assert serve.snapshot(root) == before
    save(root / "book")
    assert serve.snapshot(root) != before


def test_steps_are_those_of_make_book():
    programs = {"literate.cli:main": "literate", "jupyter_book.cli.main:main": "jupyter-book"}
    commands = [" ".join([programs[entry], *words]) for entry, *words in serve.STEPS]
    makefile = (serve.ROOT / "Makefile").read_text("utf-8")
    assert commands == [
        re.search(
            rf"^{target}: .*\n\t@\$\(inside\) (?:python tools/render.py )?(.*)$", makefile, re.MULTILINE
        )[1]
        for target in ("tangle", "book")
    ]


def shown(root):
    """What a reader sees of the page, if there is one."""
    page = root / serve.SHOWN / "index.html"
    return page.read_text() if page.exists() else None


def test_pages_written_by_a_build_that_fails_are_not_shown(root):
    code = f"p = open('{serve.SITE}/index.html', 'w'); p.write(open('book/06.md').read()); p.close();"
    code += "import sys; sys.exit(open('book/06.md').read() == 'bad')"
    rounds = serve.rounds(root, Pages(), lambda text: None, Builder(root, code), pause=0.01)
    seen = []
    for text in ("bad", "one", "bad", "second"):
        (root / "book" / "06.md").write_text(text)
        seen.append((next(rounds), shown(root)))
    assert seen == [(False, None), (True, "one"), (False, "one"), (True, "second")]
    assert sorted(path.name for path in (root / "_build").iterdir()) == ["html", "served"]


def test_pages_are_said_to_be_built_while_they_are(root):
    pages, seen = Pages(), []

    class Notes(Builder):
        def build(self):
            seen.append(pages.building)
            return super().build()

    next(serve.rounds(root, pages, lambda text: None, Notes(root, "")))
    assert (seen, pages.building) == ([True], False)


def without_times(said):
    return [re.sub(r"\d+\.\d s", "0.0 s", re.sub(r"^\d\d:\d\d:\d\d ", "", text)) for text in said]


def test_failure_is_told_once_and_pages_reload_only_after_a_good_build(root):
    code = "import sys; sys.exit(open('book/06.md').read() != 'good' and print('bad line') is None)"
    said, pages = [], Pages()
    (root / serve.SHOWN).mkdir()
    rounds = serve.rounds(root, pages, said.append, Builder(root, code), pause=0.01)
    assert (next(rounds), pages.built) == (False, 0)
    results = []
    waiting = threading.Thread(target=lambda: results.append(next(rounds)))
    waiting.start()
    waiting.join(0.2)  # Nothing was saved, so nothing is built or said again.
    expected = [
        "building the book; the first time takes longest",
        "bad line",
        "not built; the pages stay as they were until the next save",
    ]
    assert (results, without_times(said)) == ([], expected)
    (root / "book" / "06.md").write_text("still bad")
    waiting.join(20)
    expected.append("saved, and still the same error; the pages stay as they were")
    assert (results, pages.built, without_times(said)) == ([False], 0, expected)
    (root / "book" / "06.md").write_text("good")
    assert next(rounds)
    assert (pages.built, without_times(said)) == (1, [*expected, "built in 0.0 s"])


def test_saving_during_a_build_builds_again(root):
    code = "import pathlib; p = pathlib.Path('book/07.md'); p.exists() or p.write_text('')"
    rounds = serve.rounds(root, Pages(), lambda text: None, Builder(root, code), pause=0.01)
    assert next(rounds) and next(rounds)


def test_next_build_is_prepared_once_the_pages_are_told_of_this_one(root):
    pages, seen = Pages(), []
    builder = Builder(root, "")
    builder.prepare = lambda: seen.append(pages.built)
    next(serve.rounds(root, pages, lambda text: None, builder))
    assert seen == [1]


def test_port_that_will_not_do_ends_in_a_sentence(capsys):
    assert serve.main(["--port", "99999"]) == 1
    assert capsys.readouterr().err.startswith("serve: port 99999 will not do (")
