import os
import subprocess
import sys

import pytest

from literate import cli

CHAPTER = "```python tangle=src/pkg/a.py\nraise KeyError\n```\n"


def test_help_lists_the_commands(capsys):
    assert cli.main(["--help"]) == 0
    text = capsys.readouterr().out
    for command in cli.COMMANDS:
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


def in_ascii(folder, *arguments):
    """The command where the locale and the names of files are ASCII."""
    # Without site: it would read the path of an editable install in that locale.
    environment = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONPATH": os.pathsep.join(sys.path)}
    return run(folder, "-S", "-X", "utf8=0", "-m", "literate", *arguments, env=environment)


def test_a_locale_that_is_not_utf8_changes_nothing(folder):
    folder.write("book/a.md", CHAPTER.replace("KeyError", "KeyError('é')"))
    done = in_ascii(folder, "tangle")
    assert (done.returncode, done.stderr) == (0, "")
    assert folder.read("src/pkg/a.py") == "raise KeyError('é')\n"


def test_a_name_that_such_a_locale_cannot_hold_is_told_with_what_to_do(folder):
    folder.write("book/a.md", CHAPTER.replace("a.py", "ä.py"))
    for command in ("tangle", "untangle"):
        done = in_ascii(folder, command)
        advice = (
            "this name is not UTF-8, or not in this locale. Rename it, or run it again with PYTHONUTF8=1."
        )
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.replace(f"{folder.root}/", "") == f"literate: src/pkg/\\xe4.py: {advice}\n"
    assert run(folder, "-m", "literate", "tangle").returncode == 0


def test_a_chapter_whose_name_is_not_utf_8_is_read_like_any_other(folder):
    folder.write("book/a.md", CHAPTER)
    os.rename(folder.root / "book/a.md", os.fsencode(folder.root / "book") + b"/\xff.md")
    assert folder.literate("tangle") == 0
    folder.write("src/pkg/a.py", "raise KeyError(1)\n")
    assert folder.literate("untangle") == 0
    assert b"KeyError(1)" in (folder.root / os.fsdecode(b"book/\xff.md")).read_bytes()


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_stream_that_is_closed_keeps_the_exit_status(folder, closed):
    folder.write("book/a.md", CHAPTER)

    def status(command):
        words = f"{sys.executable} -m literate {command} {closed}"
        done = subprocess.run(["sh", "-c", words], cwd=folder.root, capture_output=True, check=False)
        assert b"Traceback" not in done.stderr
        return done.returncode

    assert [status(command) for command in ("tangle", "tangle --check", "where -")] == [0, 0, 0]
    folder.write("src/pkg/a.py", "raise KeyError(1)\n")
    found = [status(command) for command in ("tangle", "tangle --check", "untangle --dry-run", "tangel")]
    assert found == [1, 1, 0, 2]
    assert folder.read("src/pkg/a.py") == "raise KeyError(1)\n"


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


def test_what_the_system_refuses_is_told_in_one_sentence(folder, capsys):
    folder.write("book/a.md", CHAPTER)
    folder.write("book/a.md", CHAPTER.replace("a.py", "a" * 245 + ".py"))
    assert folder.literate("tangle") == 2
    assert "File name too long" in capsys.readouterr().err


def test_a_target_that_is_a_link_to_itself_is_told(folder, capsys):
    folder.write("book/a.md", CHAPTER)
    folder.write("src/pkg/x", "")
    (folder.root / "src/pkg/a.py").symlink_to("a.py")
    assert folder.literate("tangle") == 2
    assert "src/pkg/a.py: Too many levels of symbolic links" in capsys.readouterr().err


def test_a_terminal_that_is_not_utf8_gets_what_it_can_show(folder):
    folder.write("book/a.md", "# Café\n\n" + CHAPTER)
    environment = {"PYTHONIOENCODING": "ascii", "PATH": "/usr/bin:/bin"}
    done = run(folder, "-m", "literate", "where", "src/pkg/a.py:1", env=environment)
    assert (done.stdout, done.stderr) == ("book/a.md:4: section 'Caf\\xe9'\n", "")


@pytest.mark.parametrize("arguments", [["tangle", "--quiet"], ["-q", "tangle"]])
def test_quiet_says_nothing_when_all_is_right(folder, arguments, capsys):
    folder.write("book/a.md", CHAPTER)
    assert folder.literate(*arguments) == 0
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_every_command_has_a_page_with_examples(command, capsys):
    assert cli.main([command, "--help"]) == 0
    page = capsys.readouterr().out
    assert f"\nexamples:\n  literate {command}" in page
    assert "\nexit status:\n  0  " in page
    assert max(map(len, page.split("\n"))) <= 110


def test_an_output_that_nobody_reads_to_its_end_keeps_the_exit_status(folder):
    folder.write("book/a.md", "```python tangle=src/pkg/a.py\n" + "x = 1\n" * 20_000 + "```\n")
    command = f"{sys.executable} -m literate tangle --check | head -1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], cwd=folder.root, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (1, b"")
