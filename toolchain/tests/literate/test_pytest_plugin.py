import sys

pytest_plugins = ["pytester"]

CHAPTER = """\
# Title

## How it fails

```python tangle=src/pkg/a.py
def f(x):
    return 1 / x
```
"""


def run(pytester, test):
    (pytester.path / "pyproject.toml").write_text(
        '[tool.literate]\nchapters = ["book/*.md"]\noutputs = ["src/pkg"]\n'
    )
    (pytester.path / "book").mkdir()
    (pytester.path / "book/a.md").write_text(CHAPTER)
    (pytester.path / "src/pkg").mkdir(parents=True)
    (pytester.path / "src/pkg/a.py").write_text("def f(x):\n    return 1 / x\n")
    pytester.syspathinsert("src")
    pytester.makepyfile(test)
    sys.modules.pop("pkg", None)
    sys.modules.pop("pkg.a", None)
    return pytester.runpytest("-p", "literate.pytest_plugin", "-p", "no:cacheprovider").stdout.str()


def test_a_failure_in_tangled_code_names_the_chapters_line_and_section(pytester):
    output = run(pytester, "from pkg.a import f\n\n\ndef test_a():\n    f(0)\n")
    assert "- Tangled code -" in output
    assert "src/pkg/a.py:2 is book/a.md:7, section 'How it fails'" in output


def test_the_cause_of_a_failure_is_named_too(pytester):
    test = (
        "from pkg.a import f\n\n\ndef test_a():\n    try:\n        f(0)\n"
        "    except ZeroDivisionError as error:\n        raise ValueError from error\n"
    )
    assert "src/pkg/a.py:2 is book/a.md:7" in run(pytester, test)


def test_other_failures_and_passes_say_nothing_of_chapters(pytester):
    output = run(
        pytester,
        "from pkg.a import f\n\n\ndef test_a():\n    assert f(1) == 2\n\n\ndef test_b():\n    pass\n",
    )
    assert "1 failed, 1 passed" in output
    assert "Tangled code" not in output


CONFTEST = """\
from pathlib import Path

from sybil import Sybil

from literate.sybil_parsers import ChapterParser

pytest_plugins = ["literate.pytest_plugin"]
chapters = ChapterParser(Path(__file__).parent)
pytest_collect_file = Sybil(parsers=[chapters], patterns=chapters.patterns).pytest()
"""


def collected(pytester, *arguments):
    """The files of which pytest runs something, in a project with chapters in folders of any name."""
    pytester.makeconftest(CONFTEST)
    (pytester.path / "pyproject.toml").write_text(
        '[tool.literate]\nchapters = ["book/**/*.md"]\noutputs = ["src/pkg"]\n'
    )
    session = "```python\n>>> 1 + 1\n3\n```\n"
    test = "def test_a():\n    assert False\n"
    for path, text in {
        "book/a.md": session,
        "book/build/b.md": session,
        "book/venv/c.md": session,
        "book/.h/dist/d.md": session,
        "book/build/e.txt": session,
        "book/build/test_f.py": test,
        "book/build/deep/test_g.py": test,
        "build/test_h.py": test,
        "build/i.md": session,
        "test_j.py": test,
    }.items():
        place = pytester.path / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    output = pytester.runpytest_subprocess("-p", "no:cacheprovider", *arguments).stdout.str()
    failed = (line.split()[1] for line in output.split("\n") if line.startswith("FAILED "))
    return sorted(name.partition("::")[0] for name in failed)


def test_chapters_are_run_in_folders_that_pytest_passes_over_and_nothing_else_of_them(pytester):
    assert collected(pytester) == [
        "book/.h/dist/d.md",
        "book/a.md",
        "book/build/b.md",
        "book/venv/c.md",
        "test_j.py",
    ]


def test_a_folder_that_the_call_ignores_is_not_entered(pytester):
    assert collected(pytester, "--ignore=book/build", "--ignore=book/.h") == [
        "book/a.md",
        "book/venv/c.md",
        "test_j.py",
    ]
