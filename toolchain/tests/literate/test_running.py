"""A chapter runs as at a prompt, its cells as in the book, its commands in a shell; what is wrong is told."""

import os
import sys
import time

import pytest

from literate import settings
from literate.read import chapter as reader
from literate.run import runner
from literate.run.runner import Session
from literate.run.verdict import wrong

DOTS = "Traceback (most recent call last):\n    ...\n"
ALSO = "the example also says what the text does not show\n"


@pytest.fixture
def faults(folder):
    """Run a chapter; return what is wrong, as (line, what is told)."""

    def run(text):
        chapter = reader.read(text, "book/a.md")
        assert not chapter.problems
        with Session(chapter, settings.load(folder.root)) as running:
            found = [wrong(claim, running.outcome(at)) for at, claim in enumerate(chapter.claims)]
        return [(fault.line, str(fault)) for fault in found if fault]

    folder.write("book/a.md", "")
    return run


def examples(*statements):
    """A chapter of examples, the first one on line 2."""
    rows = "".join(statement if statement.endswith("\n") else f"{statement}\n" for statement in statements)
    return f"```python\n{rows}```\n"


def only(found):
    ((_, text),) = found
    return text


def test_examples_that_print_what_the_text_says_are_right(faults):
    text = examples(
        ">>> 1 + 1\n2",
        ">>> print(1); print()\n1\n<BLANKLINE>",
        ">>> x = 3",
        ">>> None",
        ">>> # nothing",
        ">>> x\n3",
        f">>> print(1); 1 / 0\n1\n{DOTS}ZeroDivisionError: division by zero",
        f">>> x = = 1\n{DOTS}SyntaxError: invalid syntax",
        ">>> for i in range(2):\n...     print(i)\n0\n1",
        ">>> import os; _ = os.system('echo below')\nbelow",
        ">>> print('a\\tb')\na\tb",
    )
    assert faults(text) == []


@pytest.mark.parametrize("want", ["3\n", "", "2.0\n", "2 \n", " 2\n", "2\n2\n", "...\n"])
def test_any_other_output_is_wrong(faults, want):
    assert only(faults(examples(f">>> 1 + 1\n{want}"))).startswith(
        "the output differs\n--- the text\n+++ what happens\n"
    )


def test_the_line_named_is_the_first_that_differs(faults):
    loop = ">>> for i in range(3):\n...     print(i)\n"
    error = "ZeroDivisionError: division by nought"
    wants = ["5\n1\n2\n", "0\n5\n2\n", "0\n1\n", "0\n1\n2\n3\n", ""]
    lines = [line - 2 for want in wants for line, _ in faults(examples(loop + want))]
    lines += [
        line - 2 for n in "21" for line, _ in faults(examples(f">>> print(1); 1 / 0\n{n}\n{DOTS}{error}"))
    ]
    assert lines == [2, 3, 3, 5, 0, 1, 4]


@pytest.mark.parametrize(
    ("example", "told"),
    [
        (
            ">>> print('a'); print('b')\na\nc",
            "the output differs\n--- the text\n+++ what happens\n@@ -1,2 +1,2 @@\n a\n-c\n+b",
        ),
        (
            ">>> import sys; _ = sys.stdout.write('a')\na",
            "the output differs\n--- the text\n+++ what happens\n@@ -1 +1 @@\n-a\n+a[no line end here]",
        ),
        (
            ">>> print('a\\x0cb')\na\nb",
            "the output differs\n--- the text\n+++ what happens\n@@ -1,2 +1 @@\n-a\n-b\n+a\x0cb",
        ),
        (
            ">>> 1 / 0\n1",
            "the example raises ZeroDivisionError: division by zero\nTraceback (most recent call last):\n"
            '  File "book/a.md", line 2, in <module>\n    1 / 0\n    ~~^~~\n'
            "ZeroDivisionError: division by zero",
        ),
        (
            f">>> 1 / 0\n{DOTS}KeyError: 1",
            "the text shows another exception than ZeroDivisionError: division by zero\n"
            'Traceback (most recent call last):\n  File "book/a.md", line 2, in <module>\n'
            "    1 / 0\n    ~~^~~\nZeroDivisionError: division by zero",
        ),
        (
            '>>> 1 / 0\nTraceback (most recent call last):\n  File "x", line 9\nZeroDivisionError: by zero',
            "the frames of a traceback are not compared: write them as an indented ...",
        ),
        (">>> import sys; print('boo', file=sys.stderr)", f"{ALSO}boo"),
        (">>> import os; _ = os.write(2, b'low')", f"{ALSO}low"),
        (">>> import os; os._exit(3)", "the example ends the process with exit status 3"),
    ],
)
def test_what_is_wrong_with_an_example_is_told(faults, example, told):
    assert only(faults(examples(example))) == told


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("import warnings; warnings.warn('odd')", "book/a.md:2: UserWarning: odd"),
        ("import warnings; warnings.warn('old', DeprecationWarning)", "DeprecationWarning: old"),
        ("import numpy as np; _ = np.log(np.zeros(1))", "RuntimeWarning: divide by zero encountered in log"),
        ("import logging; logging.warning('careful')", "WARNING:root:careful"),
        ('assert (1, "wrong")', "assertion is always true"),
        (
            "import threading; t = threading.Thread(target=lambda: 1 / 0); t.start(); t.join()",
            "ZeroDivisionError",
        ),
        ("import sys; _ = type('A', (), {'__del__': lambda self: 1 / 0})(); del _", "Exception ignored in"),
    ],
)
def test_what_a_reader_would_see_on_stderr_is_wrong(faults, statement, said):
    text = only(faults(examples(f">>> {statement}")))
    assert text.startswith(ALSO)
    assert said in text


def test_an_error_that_the_text_shows_hides_nothing_else_that_is_said(faults):
    text = examples(
        f">>> import sys; print('b', file=sys.stderr); 1 / 0\n{DOTS}ZeroDivisionError: division by zero"
    )
    assert only(faults(text)) == f"{ALSO}b"


def test_what_a_statement_sets_the_next_one_sees(faults):
    text = examples(
        ">>> import signal, sys, warnings, io, time",
        ">>> warnings.simplefilter('error')",
        f">>> warnings.warn('odd')\n{DOTS}UserWarning: odd",
        ">>> sys.displayhook = lambda value: print(f'<{value}>') if value else None",
        ">>> 1 + 1\n<2>",
        ">>> sys.excepthook = lambda kind, value, trace: print('hooked', value)",
        ">>> raise KeyError(3)\nhooked 3",
        ">>> kept, sys.stdout = sys.stdout, io.StringIO()",
        ">>> print('aside')",
        ">>> said, sys.stdout = sys.stdout.getvalue(), kept",
        ">>> print(said, end='')\naside",
        ">>> _ = signal.signal(signal.SIGALRM, lambda *_: print('rings'))",
        ">>> _ = signal.setitimer(signal.ITIMER_REAL, 0.05)",
        ">>> time.sleep(0.2)\nrings",
        ">>> from __future__ import annotations",
        ">>> def f(x: nowhere): pass",
        ">>> f.__annotations__\n<{'x': 'nowhere'}>",
    )
    assert faults(text) == []


def test_main_is_the_chapters(faults):
    text = examples(
        ">>> import inspect, pickle, sys, typing",
        ">>> from dataclasses import dataclass, fields",
        ">>> @dataclass\n... class A:\n...     n: int\n...     kind: typing.ClassVar[str] = 'a'",
        ">>> [field.name for field in fields(A)]\n['n']",
        ">>> pickle.loads(pickle.dumps(A(3)))\nA(n=3)",
        ">>> class B:\n...     a: 'A'",
        ">>> typing.get_type_hints(B)\n{'a': <class '__main__.A'>}",
        ">>> def f(x):\n...     return x + 1",
        ">>> print(inspect.getsource(f), end='')\ndef f(x):\n    return x + 1",
        ">>> sys.modules['__main__'].f is f, sys.argv, __name__\n(True, [''], '__main__')",
        ">>> sys.path[0]\n''",
    )
    assert faults(text) == []


def test_line_numbers_in_an_error_are_those_of_the_statement(faults):
    text = "# T\n\n\n" + examples(
        f">>> if 1:\n... pass\n{DOTS}"
        "IndentationError: expected an indented block after 'if' statement on line 1",
        ">>> try:\n...     1 / 0\n... except OSError as e: pass\n... except ArithmeticError as e:\n"
        "...     e.__traceback__.tb_lineno\n2",
    )
    assert faults(text) == []


def test_leaving_python_is_an_error_and_what_follows_goes_on(faults):
    found = faults(examples(">>> raise SystemExit(3)", ">>> exit()", ">>> 1 + 1\n2"))
    assert [line for line, _ in found] == [2, 3]
    assert all(told.startswith("the example raises SystemExit: ") for _, told in found)


def test_after_the_process_has_ended_nothing_more_runs(faults):
    text = examples(">>> import os, signal", ">>> os.kill(os.getpid(), signal.SIGKILL)", ">>> 1 + 1\n2")
    assert faults(text + "\n{computed}`3 <1 + 2>`\n") == [
        (3, "the example ends the process with exit status -9"),
        (4, "the example cannot run: the chapter's session ended at line 3"),
        (8, "1 + 2 cannot run: the chapter's session ended at line 3"),
    ]


def test_a_claim_that_goes_on_for_ever_is_stopped_with_all_it_has_started(faults, folder, monkeypatch):
    monkeypatch.setattr(runner, "SECONDS", 0.5)
    late = f"(sleep 1; touch {folder.root}/late) & wait"
    text = examples(f">>> import os; _ = os.system({late!r})") + f"\n```console\n$ {late}\n```\n"
    assert faults(text) == [
        (2, "the example still runs after 0.5 s"),
        (6, "the command still runs after 0.5 s"),
    ]
    time.sleep(1.2)
    assert not (folder.root / "late").exists()


def test_a_copy_that_forks_off_does_not_answer(faults):
    assert faults(examples(">>> import os; child = os.fork()", ">>> child > 0\nTrue", ">>> 1 + 1\n2")) == []


def test_a_handler_that_raises_between_two_statements_is_heard(faults):
    text = examples(
        ">>> import signal, time",
        ">>> _ = signal.signal(signal.SIGALRM, signal.default_int_handler)",
        ">>> _ = signal.setitimer(signal.ITIMER_REAL, 0.01)",
    )
    text += "\n```console\n$ sleep 0.3\n```\n\n" + examples(">>> 1 + 1\n2", ">>> 3\n3")
    ((line, told),) = faults(text)
    assert (line, told.endswith("KeyboardInterrupt")) == (12, True)


@pytest.mark.parametrize(
    ("number", "told"),
    [
        ("2 <x + 1>", None),
        ("8 <s_bar>", "s_bar raises NameError: name 's_bar' is not defined"),
        ("9 <8.0>", "the text says 9, but 8.0 gives 8 (8.0)"),
        ("5 <exit()>", "exit() raises SystemExit: None"),
        ("3 <print('noise') or 3>", "print('noise') or 3 also says what the text does not show\nnoise"),
        ("5 <10**5000>", "10**5000 gives what cannot be shown: ValueError: "),
        ("x <silent>", "silent gives what cannot be shown: KeyError: 'no'"),
        ("1 <(x := 1)>", None),
    ],
)
def test_a_number_is_evaluated_where_the_examples_have_come_to(faults, number, told):
    text = examples(
        ">>> x = 1",
        ">>> class Silent:\n...     def __str__(self):\n...         raise KeyError('no')",
        ">>> silent = Silent()",
    )
    found = faults(f"{text}\n{{computed}}`{number}`\n\n{examples('>>> x', '1')}")
    assert [(line, text[: len(told)]) for line, text in found] == ([(9, told)] if told else [])


def transcript(*rows):
    return "```console\n" + "".join(f"{row}\n" for row in rows) + "```\n"


def test_commands_run_in_the_projects_folder_with_this_python_and_its_own_packages(faults, folder):
    folder.write("a.txt", "text\n")
    folder.write("src/only_here.py", "print('here')\n")
    text = transcript(
        "$ cat a.txt",
        "text",
        '$ python -c "import sys; print(sys.prefix)"',
        sys.prefix,
        "$ python -m only_here",
        "here",
        "$ echo a; echo b >&2",
        "a",
        "b",
        '$ false; echo "exit status $?"',
        "exit status 1",
    )
    assert faults(text) == []


def test_what_is_wrong_with_a_command_is_told(faults):
    assert faults(transcript("$ echo a", "b", "$ echo a; exit 3", "a")) == [
        (3, "the output differs\n--- the text\n+++ what happens\n@@ -1 +1 @@\n-b\n+a"),
        (
            4,
            "the command fails with exit status 3. "
            'To show a command that fails, end it with: ; echo "exit status $?"\na',
        ),
    ]


def test_what_a_command_leaves_running_is_not_waited_for_and_stopped(faults, folder):
    start = time.monotonic()
    assert faults(transcript("$ (sleep 1; touch late) & echo a", "a")) == []
    assert time.monotonic() - start < 0.9
    time.sleep(1.2)
    assert not (folder.root / "late").exists()


def cells(*sources):
    return "\n".join(f"```{{code-cell}}\n{source}\n```\n" for source in sources)


def test_cells_run_as_in_the_book(faults, folder):
    folder.write("book/beside.py", "name = 'x'\n")
    text = cells(
        "import beside, os\nopen('made', 'w').close()\nx = 1",
        "x += 1\nx",
        "assert _ == 2\ndisplay(x)",
        "import asyncio\nawait asyncio.sleep(0)",
        "import matplotlib.pyplot as plt\nfigure, axes = plt.subplots()\naxes.plot([1, 2])\nfigure",
    )
    assert faults(text) == []
    assert (folder.root / "book/made").exists()


@pytest.mark.parametrize(
    ("cell", "line", "told"),
    [
        ("x = 1\n1 / 0", 3, "the cell raises ZeroDivisionError: division by zero"),
        (
            "import sys\nprint('aside', file=sys.stderr)",
            2,
            "the cell also says what the text does not show\naside",
        ),
        (
            "class A:\n    def _repr_html_(self):\n        raise ValueError('no picture')\nA()",
            4,
            "ValueError: no picture",
        ),
    ],
)
def test_a_cell_that_the_book_refuses_is_wrong(faults, cell, line, told):
    ((found, text),) = faults(cells(cell))
    assert found == line
    assert told in text
    assert "IPython" not in text


def test_examples_and_cells_do_not_share_names(faults):
    found = faults(
        examples(">>> x = 1")
        + "\n"
        + cells("y = 2\nx")
        + "\n"
        + examples(f">>> y\n{DOTS}NameError: name 'y' is not defined")
    )
    assert [line for line, _ in found] == [7]


def test_each_claim_runs_once_and_after_what_it_needs(folder):
    text = examples(">>> x = 1", ">>> x += 1", ">>> x\n2") + "\n{computed}`2 <x>`\n"
    chapter = reader.read(text, "book/a.md")
    for order in ([3, 0, 2, 1], [2, 2, 3, 0], [1, 3]):
        with Session(chapter, settings.load(folder.root)) as running:
            assert [wrong(chapter.claims[at], running.outcome(at)) for at in order] == [None] * len(order)


def test_nothing_of_a_session_outlives_it(folder):
    chapter = reader.read(examples(">>> import os; os.getpid()", ">>> 1\n1"), "book/a.md")
    with Session(chapter, settings.load(folder.root)) as running:
        process = int(running.outcome(0).printed)
        os.kill(process, 0)
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_what_the_environment_names_stays_importable(faults, folder, monkeypatch):
    folder.write("other/elsewhere.py", "x = 1\n")
    monkeypatch.setenv("PYTHONPATH", str(folder.root / "other"))
    text = examples(">>> import elsewhere") + "\n" + transcript("$ python -c 'import elsewhere'")
    assert faults(text) == []
