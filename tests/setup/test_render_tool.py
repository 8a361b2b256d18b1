"""tools/render.py: what a build of the book says, without its routine and with every warning and error."""

import subprocess
import sys

import pytest
import render

ROUTINE = """\
Running Jupyter-Book v1.0.4.post1
Source Folder: {root}
\x1b[01mRunning Sphinx v7.4.7\x1b[39;49;00m
\x1b[01mloading translations [en]... \x1b[39;49;00mdone
\x1b[01mmyst v3.0.1:\x1b[39;49;00m MdParserConfig(commonmark_only=False)
Using jupyter-cache at: {root}/_build/.jupyter_cache/253901439a4675a4
checking bibtex cache... out of date
parsing bibtex file {root}/book/references.bib... parsed 8 entries
\x1b[01mbuilding [html]: \x1b[39;49;00mtargets for 6 source files that are out of date
\x1b[01mupdating environment: \x1b[39;49;00m[new config] 6 added, 0 changed, 0 removed
\x1b[01mreading sources... \x1b[39;49;00m[ 17%] \x1b[35mbook/05\x1b[39;49;00m
{root}/book/05.md: Using cached notebook: ID=1 [mystnb]
\x1b[01mcopying static files... \x1b[39;49;00mdone
\x1b[01mbuild succeeded.\x1b[39;49;00m

The HTML pages are in _build/html.
===============================================================================

Finished generating HTML for book.
    file:///{root}/_build/html/index.html
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
CODE = "import figures\n\nboom = 1 / 0"
CELL = """\
{root}/book/06.md: WARNING: Executing notebook failed: CellExecutionError [mystnb.exec]
Exception occurred:
  File "site-packages/myst_nb/core/execute/cache.py", line 89, in start_client
myst_nb.core.execute.base.ExecutionError: {root}/book/06.md
Traceback (most recent call last):
nbclient.exceptions.CellExecutionError: An error occurred while executing the following cell:
------------------
{code}
------------------


\x1b[31m-----\x1b[39m
\x1b[31mZeroDivisionError\x1b[39m                         Traceback (most recent call last)
\x1b[36mCell\x1b[39m\x1b[36m \x1b[39m\x1b[32mIn[1]\x1b[39m\x1b[32m, line 3\x1b[39m
\x1b[32m---> \x1b[39m 3 boom = 1 / 0

\x1b[31mZeroDivisionError\x1b[39m: division by zero


The above exception was the direct cause of the following exception:

Traceback (most recent call last):
myst_nb.core.execute.base.ExecutionError: {root}/book/06.md

The above exception was the direct cause of the following exception:

RuntimeError:
"""
WARNINGS = """\
book/06.md:7: WARNING: 'myst' cross-reference target not found: 'nowhere' [myst.xref_missing]
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
        (
            ROUTINE + WARNED.splitlines(keepends=True)[0] + CELL,
            WARNINGS.splitlines()[0]
            + "\nbook/06.md:7: ZeroDivisionError: division by zero (in the code cell of a figure)",
        ),
    ],
    ids=["routine", "warnings", "crash", "only a traceback", "unknown", "cell"],
)
def test_only_what_matters_is_left(output, said, tmp_path):
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "06.md").write_text(f"# Title\n\n```{{code-cell}}\n\n{CODE}\n```\n")
    filled = output.replace("{root}", str(tmp_path)).replace("{code}", CODE)
    assert render.readable(filled, tmp_path) == said


def test_cell_that_is_not_in_the_chapter_any_more_is_told_without_a_line(tmp_path):
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "06.md").write_text("# Title\n")
    filled = CELL.replace("{root}", str(tmp_path)).replace("{code}", CODE)
    said = "book/06.md: ZeroDivisionError: division by zero (in the code cell of a figure)"
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
