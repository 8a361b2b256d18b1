import signal
import subprocess
import sys
import time

import pytest

from literate.prefixes import check, scripts_run
from literate.run import runner


def results(folder, text, **others):
    folder.write("book/a.md", text)
    for name, other in others.items():
        folder.write(f"book/{name}.md", other)
    found = check(folder.book().demand())
    return [(", ".join(section.title for section in result.sections), result.wrong) for result in found]


FIRST = """\
# Title

```python tangle=src/pkg/a.py
def f():
    return 1
```

## One

```python
>>> from pkg.a import f
>>> f()
1
```

It is {computed}`1 <f()>`.

"""


def test_every_section_that_adds_something_is_run_and_those_with_one_program_together(folder):
    text = FIRST + "## Only text\n\ntext\n\n### Two\n\n```python\n>>> f() + 1\n2\n```\n"
    assert results(folder, text) == [("One, Two", "")]


def test_code_of_a_later_section_is_not_there(folder):
    text = FIRST.replace("f()\n1", "f()\n1\n>>> from pkg.a import g")
    later = "## Two\n\n```python tangle=src/pkg/a.py\ndef g():\n    return 2\n```\n"
    found = results(folder, text + later)
    assert found[1] == ("Two", "")
    assert found[0][1].startswith("book/a.md:14: the example raises ImportError: ")
    assert found[0][1].endswith("\n'g' comes only later, at book/a.md:21")


def test_a_module_of_a_later_section_is_not_there(folder):
    text = FIRST + "## Two\n\n```python tangle=src/pkg/b.py\nimport pkg.c\n```\n\n"
    later = "## Three\n\n```python tangle=src/pkg/c.py\nx = 1\n```\n"
    found = dict(results(folder, text + later))
    assert (found["One"], found["Three"]) == ("", "")
    assert found["Two"].startswith("pkg.b cannot be imported\n")
    assert 'File "book/a.md", line 21' in found["Two"]
    assert found["Two"].endswith("\n'pkg.c' comes only later, at book/a.md:26")


def test_a_changed_definition_holds_for_its_own_prefix_only(folder):
    text = FIRST + (
        "```python tangle=src/pkg/a.py\nLIMIT = 1\n```\n\n"
        "## Two\n\n```python tangle=src/pkg/a.py\nLIMIT = 2\n```\n\n"
        "```python\n>>> from pkg.a import LIMIT\n>>> LIMIT\n2\n```\n"
    )
    assert results(folder, text) == [("One", ""), ("Two", "")]


def test_a_wrong_number_fails_from_its_section_on(folder):
    text = FIRST.replace("`1 <", "`2 <") + "## Two\n\n```python tangle=src/pkg/b.py\nx = 1\n```\n"
    wrong = "book/a.md:16: the text says 2, but f() gives 1 (1)"
    assert results(folder, text) == [("One", wrong), ("Two", wrong)]


def test_a_transcript_runs_in_its_own_section_alone(folder):
    text = FIRST + (
        "## Two\n\n```python tangle=examples/e.py\nfrom pkg.a import f\n\nprint(f())\n```\n\n"
        "```console\n$ python examples/e.py\n1\n```\n\n"
        "## Three\n\n```python tangle=examples/e.py\nprint(2)\n```\n"
    )
    assert results(folder, text) == [("One", ""), ("Two", ""), ("Three", "")]


def test_chapters_have_namespaces_of_their_own(folder):
    error = "Traceback (most recent call last):\n    ...\nNameError: name 'f' is not defined\n"
    other = f"# Other\n\n## Three\n\n```python\n>>> f\n{error}```\n"
    assert results(folder, FIRST, b=other) == [("One, Three", "")]


def test_a_run_that_dies_is_told(folder):
    text = FIRST + "## Two\n\n```python\n>>> import os; os.kill(os.getpid(), 9)\n```\n"
    found = results(folder, text)
    assert found[0] == ("One, Two", "book/a.md:21: the example ends the process with exit status -9")


def test_the_command_reports_and_exits_with_1(folder, capsys):
    folder.write("book/a.md", FIRST)
    assert folder.literate("prefixes") == 0
    assert capsys.readouterr().out.startswith("book/a.md:8: end of section 'One': ")
    folder.write("book/a.md", FIRST.replace("f()\n1", "f()\n2"))
    assert folder.literate("prefixes") == 1
    assert capsys.readouterr().err.startswith(
        "book/a.md:8: end of section 'One'\nbook/a.md:13: the output differs\n--- the text\n"
    )


def test_a_chapter_without_sections_is_run_as_one(folder):
    block = "```python tangle=src/pkg/{0}.py\nx = 1 / 0\n```\n"
    third = FIRST.replace("pkg.a", "pkg.c").replace("pkg/a", "pkg/c")
    found = results(folder, "# T\n\n" + block.format("a"), b=block.format("b"), c=third)
    assert [titles for titles, _ in found] == ["T", "", "One"]
    assert [wrong.partition("\n")[0] for _, wrong in found][:2] == ["pkg.a cannot be imported"] * 2


def test_an_example_alone_in_a_chapter_is_run(folder):
    assert results(folder, "# T\n\n```python\n>>> 1 + 1\n3\n```\n")[0][1].startswith(
        "book/a.md:5: the output differs"
    )


def test_what_the_examples_print_is_no_verdict(folder):
    last = '```python\n>>> import atexit; _ = atexit.register(print, \'{{"wrong": ""}}\')\n>>> {0}\n3\n```\n'
    assert results(folder, "# T\n\n" + last.format("1 + 2")) == [("T", "")]
    assert "the output differs" in results(folder, "# T\n\n" + last.format("1 + 1"))[0][1]


def test_a_module_that_ends_python_is_named(folder):
    found = results(folder, "# T\n\n```python tangle=src/pkg/a.py\nimport sys\n\nsys.exit(0)\n```\n")
    assert found[0][1].startswith("pkg.a cannot be imported\n")
    assert 'File "book/a.md", line 6' in found[0][1]


def test_a_script_is_run_at_the_end_of_each_section_that_writes_it(folder):
    script = "## {0}\n\n```python tangle=examples/e.py\n{1}\n```\n\n"
    text = "# T\n\n" + script.format("One", "import sys") + script.format("Two", "sys.exit('no')")
    found = results(folder, text + script.format("Three", "print(1 / 1)"))
    assert found == [
        ("One", ""),
        ("Two", "book/a.md:11: examples/e.py ends with exit status 1\nno"),
        ("Three", "book/a.md:17: examples/e.py ends with exit status 1\nno"),
    ]


def test_a_script_that_a_command_runs_is_left_to_it(folder):
    script = "# T\n\n```python tangle=examples/e.py\nimport sys\n\nprint(sys.argv[1])\n```\n\n"
    for call in ("examples/e.py", "-m examples.e"):
        command = f"## Later\n\n```console\n$ python {call} a\na\n```\n"
        assert results(folder, script + command) == [("Later", "")]
    assert "IndexError" in results(folder, script)[0][1]


def test_a_package_is_run_as_one(folder):
    text = "# T\n\n```python tangle=src/pkg/a.py\nx = 'said'\n```\n\n"
    text += "```python tangle=src/pkg/__main__.py\nfrom .a import x\n\nraise SystemExit(x)\n```\n"
    assert results(folder, text) == [("T", "book/a.md:7: src/pkg/__main__.py ends with exit status 1\nsaid")]


def test_a_starter_that_cannot_be_imported_is_found(folder):
    settings = folder.read("pyproject.toml")
    starter = '[tool.literate.starters."examples/s.py"]\nsources = ["src/pkg/a.py"]\n'
    folder.write("pyproject.toml", settings + starter)
    code = "def f():\n    return 1\n\n\nx = [f][0]()"
    ((_, wrong),) = results(folder, f"# T\n\n```python tangle=src/pkg/a.py\n{code}\n```\n")
    assert wrong.startswith("examples/s.py cannot be imported\n")
    assert 'File "book/a.md", line 8, in <module>' in wrong


CELLS = """\
# T

## One

```{code-cell}
import pkg.a
y = 1
```

```python tangle=src/pkg/a.py
x = 1
```

## Two

```{code-cell}
z = y / (pkg.a.x - 1)
```

```python tangle=src/pkg/a.py
w = 1
```
"""


def test_a_cell_runs_in_its_own_section_after_those_before_it(folder):
    found = results(folder, CELLS)
    assert found[0] == ("One", "")
    assert found[1][1].startswith("book/a.md:17: the cell raises ZeroDivisionError: division by zero\n")
    assert found[1][1].endswith("ZeroDivisionError: division by zero")


def test_a_cell_whose_code_the_page_hides_is_not_run(folder):
    for tags in ("---\ntags: [hide-input]\n---", ":tags: [remove-input]"):
        hidden = CELLS.replace("```{code-cell}\nz", f"```{{code-cell}}\n{tags}\nz")
        assert results(folder, hidden) == [("One", ""), ("Two", "")]


def test_the_other_files_of_the_project_are_there_and_its_tangled_ones_are_not(folder):
    folder.write("data.txt", "hi\n")
    folder.write("src/pkg/helper.py", "h = 1\n")
    command = "cat data.txt; ls src/pkg; ls .literate; true"
    absent = "ls: cannot access '.literate': No such file or directory"
    text = FIRST + f"```console\n$ {command}\nhi\na.py\nhelper.py\n{absent}\n```\n\n"
    text += (
        "## Two\n\n```python tangle=src/pkg/a.py\nx = 1\n```\n\n```python tangle=src/pkg/b.py\nx = 1\n```\n"
    )
    folder.write("book/a.md", text)
    folder.literate("tangle")
    before = {path: folder.read(path) for path in folder.files()}
    assert results(folder, text) == [("One", ""), ("Two", "")]
    assert {path: folder.read(path) for path in folder.files()} == before


@pytest.mark.slow
def test_interrupted_it_ends_all_that_it_has_started_and_says_so(folder):
    command = f"cd {folder.root}; touch begun; sleep 3; touch late"
    folder.write("book/a.md", f"# T\n\n```console\n$ {command}\n```\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "literate", "prefixes"], cwd=folder.root, stderr=subprocess.PIPE, text=True
    )
    while not (folder.root / "begun").exists():
        time.sleep(0.05)
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    assert process.communicate()[1] == "literate: interrupted\n"
    assert process.returncode == 130
    assert time.monotonic() - start < 2.5
    time.sleep(3.2)
    assert not (folder.root / "late").exists()


def test_a_script_that_a_command_only_names_is_run(folder):
    script = "# T\n\n```python tangle=examples/e.py\n1 / 0\n```\n\n"
    for call in ("echo examples/e.py", "ls examples/e.py; python -V > /dev/null", "echo -m examples.e"):
        command = f"```console\n$ {call} > /dev/null\n```\n"
        assert "examples/e.py ends with exit status 1" in results(folder, script + command)[0][1]


def test_a_thread_that_keeps_the_program_from_ending_is_named(folder, monkeypatch):
    monkeypatch.setattr(runner, "SECONDS_TO_END", 1)
    code = "import threading\n\nwait = threading.Event().wait\n"
    code += "threading.Thread(target=wait, name='left').start()"
    found = results(folder, f"# T\n\n```python tangle=src/pkg/a.py\n{code}\n```\n")
    assert found == [
        (
            "T",
            "the program does not end within 1 s after all else; "
            "what still runs is 'left': join it, or make it a daemon",
        )
    ]


def test_threads_that_end_with_the_program_are_right(folder):
    pool = "from concurrent.futures import ThreadPoolExecutor\n\npool = ThreadPoolExecutor(1)\n"
    code = f"{pool}pool.submit(print, 1)\n\nimport threading\n"
    code += "wait = threading.Event().wait\nthreading.Thread(target=wait, daemon=True).start()\n"
    assert results(folder, f"# T\n\n```python tangle=src/pkg/a.py\n{code}```\n") == [("T", "")]


def test_a_module_that_cannot_be_imported_in_time_is_named(folder, monkeypatch):
    monkeypatch.setattr(runner, "SECONDS", 1)
    # Nothing in the process can break this off.
    code = "import signal\n\nsignal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM, signal.SIGINT})\n"
    code += "while True:\n    pass"
    found = results(folder, f"# T\n\n```python tangle=src/pkg/a.py\n{code}\n```\n")
    assert found == [("T", "pkg.a: importing it still runs after 1 s")]


@pytest.mark.parametrize(
    ("command", "names"),
    [
        ("python examples/e.py", {"examples/e.py"}),
        ("python3.12 -W error -u ./examples/e.py --fast a", {"examples/e.py"}),
        ("python -m examples.e a", {"examples.e"}),
        ("./examples/e.py", {"examples/e.py"}),
        ("SEED=1 time /usr/bin/python examples/e.py | sort", {"examples/e.py"}),
        ("cd . && python examples/e.py; python -m b", {"examples/e.py", "b"}),
        ("if true; then python a.py; fi", {"a.py"}),
        ("echo $(python a.py)", {"a.py"}),
        ("uv run python a.py", {"a.py"}),
        ("python a.py\npython b.py", {"a.py", "b.py"}),
        ("python \\\n  a.py", {"a.py"}),
        ("python a.py <<EOF\nit's\nEOF", {"a.py"}),
        ("cat examples/e.py", set()),
        ("python other.py examples/e.py", {"other.py"}),
        ("python -c 'import examples.e' examples/e.py", set()),
        ("python", set()),
    ],
)
def test_what_a_command_runs_is_told_from_what_it_names(command, names):
    assert scripts_run([command]) == names
