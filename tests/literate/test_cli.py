import subprocess
import sys

import pytest

from literate import cli

CHAPTER = "```python tangle=src/pkg/a.py\nraise KeyError\n```\n"


def test_help_lists_the_commands(capsys):
    assert cli.main(["--help"]) == 0
    text = capsys.readouterr().out
    for command in ("tangle", "where", "prefixes", "watch"):
        assert f"\n    {command} " in text


@pytest.mark.parametrize("arguments", [[], ["tangel"], ["tangle", "--chek"], ["where"]])
def test_a_wrong_call_exits_with_2(arguments, capsys):
    assert cli.main(arguments) == 2
    assert "usage: literate" in capsys.readouterr().err


def test_a_folder_that_is_no_project_exits_with_2(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["tangle"]) == 2
    assert capsys.readouterr().err.startswith("literate: no pyproject.toml in ")


def run(folder, *arguments, **options):
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder.root,
        capture_output=True,
        encoding="utf-8",
        check=False,
        **options,
    )


def test_a_traceback_piped_through_where_names_the_chapter(folder):
    folder.write("book/a.md", CHAPTER)
    assert run(folder, "-m", "literate", "tangle").returncode == 0
    trace = run(folder, "src/pkg/a.py").stderr
    assert run(folder, "-m", "literate", "where", "-", input=trace).stdout == (
        "Traceback (most recent call last):\n"
        '  File "book/a.md", line 2, in <module>\n'
        "    raise KeyError\n"
        "KeyError\n"
    )


def test_a_locale_that_is_not_utf8_changes_nothing(folder):
    folder.write("book/a.md", CHAPTER.replace("KeyError", "KeyError('é')"))
    done = run(
        folder, "-X", "utf8=0", "-m", "literate", "tangle", env={"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"}
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert folder.read("src/pkg/a.py") == "raise KeyError('é')\n"


def test_starting_imports_nothing_heavy(folder):
    folder.write("book/a.md", CHAPTER)
    heavy = [
        "sphinx",
        "docutils",
        "myst_parser",
        "sybil",
        "pytest",
        "numpy",
        "matplotlib",
        "IPython",
        "asyncio",
    ]
    code = (
        "import sys; from literate.cli import main; main(['where', 'src/pkg/a.py:1']); "
        f"print([name for name in {heavy} if name in sys.modules])"
    )
    assert run(folder, "-c", code).stdout == "book/a.md:2: section ''\n[]\n"
