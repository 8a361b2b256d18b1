"""tools/render.py: what a build of the book says, without its routine and with every warning and error."""

import subprocess
import sys

import pytest
import render

# A part of it; test_builds_agree.py reads all that real builds say.
ROUTINE = """\
Running Jupyter-Book v1.0.4.post1
\x1b[01mloading translations [en]... \x1b[39;49;00mdone
\x1b[01mreading sources... \x1b[39;49;00m[ 17%] \x1b[35mbook/05\x1b[39;49;00m
{root}/book/05.md: Using cached notebook: ID=1 [mystnb]
===============================================================================
Building your book, returns a non-zero exit code (1). Look above for the cause.
"""
WARNED = """\
{root}/book/06.md:7: WARNING: 'myst' cross-reference target not found: 'nowhere' [myst.xref_missing]
copying static files... WARNING: static file is missing
build finished with problems, 2 warnings (with warnings treated as errors).
Traceback (most recent call last):
  File "site-packages/jupyter_book/cli/main.py", line 528, in builder_specific_actions
RuntimeError:
===============================================================================
There was an error in building your book. Look above for the cause.
"""
CRASHED = """\
Exception occurred:
  File "src/press/theme.py", line 89, in page
    raise KeyError(name)
KeyError: 'name'
The full traceback has been saved in /tmp/sphinx-err-gcu2zw6e.log, if you want to report the issue.
Please also report this if it was a user error.
Traceback (most recent call last):
RuntimeError:
"""
ALONE = """\
Traceback (most recent call last):
  File "site-packages/jupyter_book/config.py", line 1, in get_final_config
RuntimeError: _config.yml cannot be read
"""
ERROR = "ZeroDivisionError: division by zero (in the code cell of a figure)"
CODE = "import figures\n\nboom = 1 / 0"
CELL = """\
{root}/book/06.md: WARNING: Executing notebook failed: CellExecutionError [mystnb.exec]
Exception occurred:
myst_nb.core.execute.base.ExecutionError: {root}/book/06.md
Traceback (most recent call last):
nbclient.exceptions.CellExecutionError: An error occurred while executing the following cell:
------------------
{code}
------------------


\x1b[31mZeroDivisionError\x1b[39m                         Traceback (most recent call last)
\x1b[36mCell\x1b[39m\x1b[36m \x1b[39m\x1b[32mIn[1]\x1b[39m\x1b[32m, line 3\x1b[39m

\x1b[31mZeroDivisionError\x1b[39m: division by zero


The above exception was the direct cause of the following exception:
"""
WARNING = "book/06.md:7: WARNING: 'myst' cross-reference target not found: 'nowhere' [myst.xref_missing]"
WARNINGS = f"""\
{WARNING}
copying static files... WARNING: static file is missing
build finished with problems, 2 warnings (with warnings treated as errors)."""


@pytest.mark.parametrize(
    ("output", "said"),
    [
        (ROUTINE, ""),
        (ROUTINE + WARNED, WARNINGS),
        (ROUTINE + CRASHED, CRASHED[: CRASHED.index("\nThe full")]),
        (ALONE, ALONE.strip()),
        ("a line of another extension\n", "a line of another extension"),
        (f"{WARNED[: WARNED.index('copying')]}{CELL}", f"{WARNING}\nbook/06.md:7: {ERROR}"),
        (CELL.replace("{code}", "x = 1"), f"book/06.md: {ERROR}"),  # the cell is not in the chapter any more
    ],
    ids=["routine", "warnings", "crash", "only a traceback", "unknown", "cell", "lost cell"],
)
def test_only_what_matters_is_left(output, said, tmp_path):
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "06.md").write_text(f"# Title\n\n```{{code-cell}}\n\n{CODE}\n```\n")
    filled = output.replace("{root}", str(tmp_path)).replace("{code}", CODE)
    assert render.readable(filled, tmp_path) == said


def test_failed_build_names_the_command_has_status_1_and_was_not_asked_for_colours():
    code = "import os; print('building [html]: all'); raise SystemExit('ERROR: ' + os.environ['NO_COLOR'])"
    done = subprocess.run(
        [sys.executable, render.__file__, sys.executable, "-c", code], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (
        1,
        "",
        f"ERROR: 1\nnot built: {sys.executable} -c {code} ended with status 1\n",
    )
