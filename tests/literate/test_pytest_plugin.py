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
