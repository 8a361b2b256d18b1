import subprocess
import sys
import time
from pathlib import Path

import numpy
import pytest

from literate.checking import evaluate
from literate.checking.asserts import explaining
from literate.reading.session import Command, Example

TRACEBACK = "Traceback (most recent call last):\n    ...\n"


def example(source, want, namespace=None, line=5):
    space = {} if namespace is None else namespace
    wrong = evaluate.example(Example(source + "\n", want, line), space, "book/a.md")
    return wrong and wrong.text


def line_of(source, want):
    return evaluate.example(Example(source, want, 5), {}, "book/a.md").line


def test_an_example_that_prints_what_the_text_says_is_right():
    assert example("1 + 1", "2\n") is None
    assert example("print(1); print()", "1\n\n") is None
    assert example("x = 1", "") is None
    assert example("None", "") is None


def test_examples_share_their_namespace():
    namespace = {}
    example("x = 3", "", namespace)
    assert example("x", "3\n", namespace) is None


@pytest.mark.parametrize("want", ["3\n", "", "2.0\n", "2 \n", " 2\n", "2\n2\n", "...\n"])
def test_any_other_output_is_wrong_and_shown(want):
    assert example("1 + 1", want).startswith("the output differs\n--- the text\n+++ what happens\n")


def test_the_difference_is_a_diff():
    assert example("print('a'); print('b')", "a\nc\n") == (
        "the output differs\n--- the text\n+++ what happens\n@@ -1,2 +1,2 @@\n a\n-c\n+b"
    )


def test_the_line_named_is_the_first_that_differs():
    loop = "for i in range(3):\n    print(i)\n\n"
    assert [line_of(loop, want) for want in ("5\n1\n2\n", "0\n5\n2\n", "0\n1\n5\n")] == [8, 9, 10]
    assert line_of(loop, "0\n1\n") == 9
    assert line_of(loop, "0\n1\n2\n3\n") == 11
    assert line_of(loop, "") == 5


def test_the_line_named_in_a_traceback_is_that_of_the_message():
    error = "ZeroDivisionError: division by nought\n"
    assert line_of("print(1); 1 / 0\n", "2\n" + TRACEBACK + error) == 6
    assert line_of("print(1); 1 / 0\n", "1\n" + TRACEBACK + error) == 9


def test_output_without_its_line_end_is_shown_so():
    assert example("import sys; _ = sys.stdout.write('a')", "a\n").endswith("\n-a\n+a[no line end here]")


def test_an_error_shown_as_a_traceback_is_right():
    assert example("1 / 0", TRACEBACK + "ZeroDivisionError: division by zero\n") is None
    assert example("print(1); 1 / 0", "1\n" + TRACEBACK + "ZeroDivisionError: division by zero\n") is None
    assert example("raise ValueError('a\\n\\n  b')", TRACEBACK + "ValueError: a\n\n  b\n") is None


def test_frames_that_nothing_compares_are_refused():
    for frames in ('  File "x", line 9999, in nowhere\n', "    any text\n", "    ...\n    more\n"):
        want = f"1\nTraceback (most recent call last):\n{frames}ZeroDivisionError: division by zero\n"
        assert line_of("print(1); 1 / 0\n", want) == 8
        assert "write them as an indented ..." in example("print(1); 1 / 0", want)


def test_a_syntax_error_is_compared_by_its_message():
    assert example("x = = 1", TRACEBACK + "SyntaxError: invalid syntax\n") is None


@pytest.mark.parametrize(
    "want",
    [
        TRACEBACK + "ZeroDivisionError: division by nought\n",
        TRACEBACK + "ZeroDivisionError\n",
        "2\n" + TRACEBACK + "ZeroDivisionError: division by zero\n",
        TRACEBACK + "ZeroDivisionError: division by zero\nmore\n",
    ],
)
def test_another_error_is_wrong(want):
    assert "+ZeroDivisionError: division by zero" in example("1 / 0", want) or "-" in example("1 / 0", want)


def test_an_error_that_the_text_does_not_show_names_the_chapters_line():
    wrong = example("1 / 0", "1\n", line=9)
    assert wrong.startswith("the example raises\nTraceback (most recent call last):\n")
    assert 'File "book/a.md", line 9' in wrong
    assert "evaluate.py" not in wrong


def test_an_error_that_does_not_come_is_wrong():
    assert "-ZeroDivisionError: division by zero" in example(
        "1", TRACEBACK + "ZeroDivisionError: division by zero\n"
    )


def test_leaving_the_interpreter_is_an_error_of_the_example():
    assert example("raise SystemExit(3)", "").startswith("the example raises\n")


def computed(shown, value):
    wrong = evaluate.computed(shown, "value", {"value": value}, 9)
    return wrong and wrong.text


@pytest.mark.parametrize(
    ("shown", "value"),
    [
        ("39", 39),
        ("39", 39.0),
        ("\u22126", -6),
        ("-6", -6),
        ("20,000", 20000),
        ("1,234.50", 1234.5),
        ("0.65", 0.6499999999),
        ("2.0e-8", 2.04e-8),
        ("2.0e\u22128", 2.04e-8),
        ("2e3", 2000.0),
        ("2.0e+08", 2e8),
        ("0.00", 0.001),
        ("+1", 1),
        ("1099511627776", 2**40),
        ("inf", float("inf")),
        ("(2, 3)", (2, 3)),
        ("Value", "Value"),
        ("True", True),
    ],
)
def test_computed_numbers_are_compared_at_the_precision_shown(shown, value):
    assert computed(shown, value) is None


@pytest.mark.parametrize(
    ("shown", "value", "right"),
    [
        ("40", 39, "39"),
        ("6", -6, "-6"),
        ("\u22125", -6, "\u22126"),
        ("20,001", 20000, "20,000"),
        ("20000", 20001, "20001"),
        ("0.66", 0.6499999999, "0.65"),
        ("2.1e-8", 2.04e-8, "2.0e-8"),
        ("2.0e-7", 2.04e-8, "2.0e-8"),
        ("1", True, "True"),
        ("nan", 1.0, "1.0"),
        ("(2, 4)", (2, 3), "(2, 3)"),
    ],
)
def test_a_wrong_computed_number_is_told_with_the_right_one(shown, value, right):
    assert computed(shown, value) == (f"the text says {shown}, but value gives {right} ({value!r})")


def test_every_digit_of_a_computed_number_counts():
    for shown in ("3.14159", "2.72e-5", "12,345", "\u22120.5"):
        value = float(shown.replace(",", "").replace("\u2212", "-"))
        assert computed(shown, value) is None
        for position, digit in enumerate(shown):
            if digit.isdigit():
                other = shown[:position] + str((int(digit) + 1) % 10) + shown[position + 1 :]
                assert computed(other, value) is not None


def test_an_expression_that_raises_is_wrong():
    wrong = evaluate.computed("1", "x + 1", {}, 9)
    assert wrong == evaluate.Wrong(9, "x + 1 raises NameError: name 'x' is not defined")


def test_an_expression_changes_nothing():
    namespace = {}
    evaluate.computed("1", "(x := 1)", namespace, 9)
    assert namespace == {}


def command(root, source, want):
    wrong = evaluate.command(Command(source, want, 3), root, ("src",))
    return wrong and (wrong.line, wrong.text)


def test_commands_run_in_the_projects_folder_with_this_python(tmp_path):
    (tmp_path / "a.txt").write_text("text\n")
    assert command(tmp_path, "cat a.txt", "text\n") is None
    assert command(tmp_path, 'python -c "import sys; print(sys.prefix)"', f"{sys.prefix}\n") is None


def test_commands_import_from_the_projects_own_folders(tmp_path):
    (tmp_path / "src").mkdir()
    (tmp_path / "src/only_here.py").write_text("print('here')\n")
    assert command(tmp_path, "python -m only_here", "here\n") is None


def test_errors_are_part_of_a_transcript(tmp_path):
    assert command(tmp_path, "echo a; echo b >&2", "a\nb\n") is None


def test_other_output_is_shown_as_a_diff(tmp_path):
    assert command(tmp_path, "echo a", "b\n") == (
        4,
        "the output differs\n--- the text\n+++ what happens\n@@ -1 +1 @@\n-b\n+a",
    )


def test_a_command_that_fails_is_wrong_even_if_its_output_is_right(tmp_path):
    assert command(tmp_path, "echo a; exit 3", "a\n") == (
        3,
        "the command fails with exit status 3. "
        'To show a command that fails, end it with: ; echo "exit status $?"',
    )
    assert command(tmp_path, 'false; echo "exit status $?"', "exit status 1\n") is None


def cell(source, namespace=None, folder=Path()):
    space = {} if namespace is None else namespace
    wrong = evaluate.cell(source, 7, space, "book/a.md", folder.resolve())
    return wrong and (wrong.line, wrong.text)


def test_cells_share_a_namespace_and_show_their_last_expression():
    class Shown:
        count = 0

        def _repr_mimebundle_(self):
            self.count += 1

    shown, namespace = Shown(), {}
    namespace["shown"] = shown
    assert cell("x = 1", namespace) is None
    assert cell("x += 1\nshown", namespace) is None
    assert (namespace["x"], shown.count) == (2, 1)


def test_a_cell_runs_in_its_chapters_folder(tmp_path):
    (tmp_path / "beside_the_chapter.py").write_text("name = 'x'\n")
    before = (Path.cwd(), list(sys.path))
    assert cell("import beside_the_chapter\nopen('made', 'w').close()", folder=tmp_path) is None
    assert (tmp_path / "made").exists()
    assert (Path.cwd(), sys.path) == before


def test_a_cell_that_raises_names_the_chapters_line():
    line, wrong = cell("x = 1\n1 / 0\n")
    assert line == 8
    assert wrong.startswith("the cell raises\nTraceback (most recent call last):\n")
    assert 'File "book/a.md", line 8' in wrong


def test_a_result_that_cannot_be_drawn_is_wrong():
    class Broken:
        def _repr_mimebundle_(self):
            raise ValueError("no picture")

    assert cell("x", {"x": Broken()})[1].endswith("ValueError: no picture")


@pytest.mark.parametrize(
    ("shown", "expression", "right"),
    [
        ("39", "'39.4'", "39.4"),
        ("1", "np.True_", "True"),
        ("1", "True", "True"),
        ("0", "-0.0", None),
        ("0.00", "-1e-10", None),
        ("-0.0", "-0.0", None),
        ("2.0", "10**400", str(10**400)),
    ],
)
def test_odd_values_are_compared_as_a_reader_would(shown, expression, right):
    wrong = evaluate.computed(shown, expression, {"np": numpy}, 3)
    assert (wrong and wrong.text.partition(" gives ")[2].partition(" (")[0]) == right


def test_an_expression_that_ends_python_is_an_error_of_the_text():
    wrong = evaluate.computed("5", "exit()", {}, 3)
    assert (wrong.line, wrong.text) == (3, "exit() raises SystemExit: None")


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("import sys; print('boo', file=sys.stderr)", "boo"),
        ("import warnings; warnings.warn('odd')", "UserWarning: odd"),
        ("import numpy as np; _ = np.log(np.zeros(1))", "RuntimeWarning: divide by zero encountered in log"),
    ],
)
def test_what_an_example_says_beside_its_output_is_an_error(source, said):
    assert example(source, "") == f"the example also says what the text does not show\n{said}"


def test_an_example_that_would_end_the_process_is_an_error():
    assert "os._exit(0) would end the run" in example("import os; os._exit(0)", "")


def test_an_example_that_goes_on_for_ever_is_stopped(monkeypatch):
    monkeypatch.setattr("literate.checking.running.EXAMPLE_SECONDS", 0.2)
    assert "TimeoutError: still running after 0.2 s" in example("while True: pass\n", "")
    wrong = evaluate.computed("1", "[0 for _ in iter(int, 1)]", {}, 3)
    assert "still running after 0.2 s" in wrong.text


def test_a_command_that_does_not_end_is_stopped_with_all_it_has_started(tmp_path, monkeypatch):
    monkeypatch.setattr("literate.checking.running.COMMAND_SECONDS", 0.5)
    wrong = evaluate.command(Command("(sleep 2; touch late) & echo a; wait", "a\n", 3), tmp_path, ())
    assert wrong.text == "the command still runs after 0.5 s"
    time.sleep(2.2)
    assert list(tmp_path.iterdir()) == []


def test_what_a_command_leaves_running_is_not_waited_for_and_stopped(tmp_path):
    start = time.monotonic()
    assert evaluate.command(Command("(sleep 2; touch late) & echo a", "a\n", 3), tmp_path, ()) is None
    assert time.monotonic() - start < 1.5
    time.sleep(2.2)
    assert list(tmp_path.iterdir()) == []


def test_asserts_hold_whatever_python_was_started_with():
    code = (
        "from literate.checking import evaluate; from literate.reading.session import Example; "
        "print(evaluate.example(Example('assert 1 == 2\\n', '', 3), {}, 'a.md').text)"
    )
    done = subprocess.run(
        [sys.executable, "-O", "-c", code], capture_output=True, encoding="utf-8", check=True
    )
    assert "AssertionError" in done.stdout


def test_a_value_that_cannot_be_shown_is_an_error_of_the_text():
    class Silent:
        def __str__(self):
            raise KeyError("no")

    assert (
        evaluate.computed("x", "s", {"s": Silent()}, 3).text == "s gives what cannot be shown: KeyError: 'no'"
    )
    assert "cannot be shown" in evaluate.computed("5", "10**5000", {}, 3).text


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("import os; _ = os.system('echo low')", "low"),
        ("import os; _ = os.write(2, b'low\\n')", "low"),
        ("import sys; print('low', file=sys.__stdout__)", "low"),
        ("import subprocess; _ = subprocess.run(['echo', 'low'])", "low"),
        (
            "import threading; t = threading.Thread(target=lambda: 1 / 0); t.start(); t.join()",
            "ZeroDivisionError",
        ),
        ("import warnings; warnings.warn('low')", "UserWarning: low"),
    ],
)
def test_what_a_reader_would_see_besides_stdout_is_told(code, said):
    wrong = evaluate.example(Example(f"{code}\n", "", 3), {}, "a.md")
    assert wrong.text.startswith("the example also says what the text does not show\n")
    assert said in wrong.text


def test_an_error_that_the_text_shows_hides_nothing_else_that_is_said():
    want = "Traceback (most recent call last):\n    ...\nZeroDivisionError: division by zero\n"
    code = "import os; _ = os.system('echo low'); 1 / 0\n"
    assert (
        evaluate.example(Example(code.replace("_ = os.system('echo low'); ", ""), want, 3), {}, "a.md")
        is None
    )
    assert evaluate.example(Example(code, want, 3), {}, "a.md").text.endswith("does not show\nlow")


def compiler_warning(expression):
    """What this Python's compiler warns of; each version has its own words."""
    with pytest.warns(SyntaxWarning) as warned:
        compile(expression, "", "eval")
    return str(warned[0].message)


def test_a_session_keeps_what_it_imports_from_the_future():
    names = {}
    for code in ("from __future__ import annotations\n", "def f(x: nowhere): pass\n"):
        assert evaluate.example(Example(code, "", 3), names, "a.md") is None
        assert evaluate.example(Example(code, "", 3), names, "a.md", explaining) is None
    assert names["f"].__annotations__ == {"x": "nowhere"}
    # Without it the name is looked up: in the definition, or since Python 3.14 when somebody asks.
    names = {}
    evaluate.example(Example("def f(x: nowhere): pass\n", "", 3), names, "a.md")
    assert "NameError" in evaluate.example(Example("f.__annotations__\n", "", 4), names, "a.md").text


def test_a_comment_alone_is_a_statement_as_in_a_session():
    assert evaluate.example(Example("# nothing\n", "", 3), {}, "a.md") is None


def test_an_output_that_differs_by_another_line_break_is_shown():
    wrong = evaluate.example(Example("print('a\\x0cb')\n", "a\nb\n", 3), {}, "a.md")
    assert wrong.text == (
        "the output differs\n--- the text\n+++ what happens\n@@ -1,2 +1 @@\n-a\n-b\n+a\x0cb"
    )


@pytest.mark.parametrize(
    "call", ["_exit(0)", "abort()", "execv('/bin/true', ['true'])", "execlp('true', 'true')"]
)
def test_nothing_ends_or_replaces_the_process(call):
    assert "would end the run" in evaluate.example(Example(f"import os; os.{call}\n", "", 3), {}, "a.md").text


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("print('noise') or 3", "noise"),
        ("__import__('warnings').warn('odd') or 3", "UserWarning: odd"),
        ("__import__('sys').stderr.write('aside') and 3", "aside"),
        ("3 if 3 is 3 else 4", f"SyntaxWarning: {compiler_warning('3 if 3 is 3 else 4')}"),
    ],
)
def test_a_computed_number_says_nothing_beside_its_value(expression, said):
    wrong = evaluate.computed("3", expression, {}, 7)
    assert (wrong.line, wrong.text) == (7, f"{expression} also says what the text does not show\n{said}")


@pytest.mark.parametrize(
    ("shown", "value"), [("12", 12.5), ("14", 13.5), ("0.12", 0.125), ("0.38", 0.375), ("1.2e1", 12.5)]
)
def test_what_lies_exactly_between_two_numbers_is_rounded_to_the_even_one(shown, value):
    assert evaluate.computed(shown, "x", {"x": value}, 7) is None
    assert shown in (f"{value:.0f}", f"{value:.2f}", f"{value:.1e}".replace("e+01", "e1"))
