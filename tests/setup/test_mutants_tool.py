"""What `make mutants` reads from tests/mutation.md, and when it fails."""

import subprocess
import sys
from pathlib import Path

import mutants
import pytest
from mutants import SURVIVED, Mutant

ROOT = Path(__file__).resolve().parents[2]
TEXT = """\
# Survivors

### tensor.py, `Tensor.sum`

Why.

```diff
-x = 1
+x = 2
+x = 3
-y = f(x)
+pass
```

```text
+x = 4
```

### scalar.py, `_number`

```diff
-return a
+return b
```
"""


def test_a_minus_line_is_the_code_and_each_plus_line_below_it_a_mutant():
    assert [mutant.key for mutant in mutants.listed(TEXT)] == [
        ("tensor.py", "Tensor.sum", "x = 1", "x = 2"),
        ("tensor.py", "Tensor.sum", "x = 1", "x = 3"),
        ("tensor.py", "Tensor.sum", "y = f(x)", "pass"),
        ("scalar.py", "_number", "return a", "return b"),
    ]


def test_every_listed_mutant_starts_from_code_that_stands_in_the_engine():
    known = mutants.listed(mutants.LISTED.read_text("utf-8"))
    assert known
    for mutant in known:
        code = (ROOT / mutants.ENGINE / mutant.file).read_text("utf-8")
        assert mutant.before in " ".join(code.split()), str(mutant)


KILLED, LISTED, NEW = (Mutant("tensor.py", "f", "a", after) for after in ("b", "c", "d"))


@pytest.mark.parametrize(
    ("results", "whole", "wrong"),
    [
        ([(KILLED, "lab"), (LISTED, SURVIVED)], True, []),
        ([(LISTED, SURVIVED), (NEW, SURVIVED)], True, [f"survived, and not in tests/mutation.md: {NEW}"]),
        ([(LISTED, "lab")], True, [f"in tests/mutation.md, but killed or no mutant any more: {LISTED}"]),
        ([(KILLED, "lab")], False, []),
    ],
    ids=["all known", "a new survivor", "a stale entry", "a part of the run"],
)
def test_survivors_and_list_must_be_the_same(results, whole, wrong):
    assert mutants.verdict(results, [LISTED], whole) == wrong


def test_the_table_counts_by_file_and_first_killer():
    scalar = Mutant("scalar.py", "f", "a", "b")
    shown = mutants.table([(KILLED, "lab"), (LISTED, SURVIVED), (NEW, "chapter"), (scalar, "tests")])
    assert [line.split() for line in shown.splitlines()] == [
        ["file", "mutants", "lab", "chapter", "tests", "survived"],
        ["scalar.py", "1", "0", "0", "1", "0"],
        ["tensor.py", "3", "1", "1", "0", "1"],
        ["gradcheck.py", "0", "0", "0", "0", "0"],
        ["all", "4", "1", "1", "1", "1"],
    ]


@pytest.mark.parametrize(
    ("wanted", "lines"), [([], [1, 2, 1]), (["tensor.py"], [1, 2]), (["tensor.py:2", "scalar.py"], [2, 1])]
)
def test_a_file_or_a_line_of_it_may_be_chosen(wanted, lines):
    known = [Mutant(file, "f", "a", "b", line) for file, line in [("tensor.py", 1), ("tensor.py", 2)]]
    known.append(Mutant("scalar.py", "f", "a", "b", 1))
    assert [mutant.line for mutant in mutants.chosen(known, wanted)] == lines


@pytest.mark.parametrize(
    ("engine", "killer"),
    [
        ("A, B = 1, 2", SURVIVED),
        ("A, B = 0, 2", "first"),
        ("A, B = 1, 0", "second"),
        ("A, B = 1", "first"),
        ("import os; os.abort()", "first"),
    ],
    ids=["none fails", "the first", "the second", "no import", "a crash"],
)
def test_the_killer_is_the_first_stage_that_fails_on_the_code_in_the_copy(engine, killer, tmp_path):
    package = tmp_path / "src" / "tinygpt"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(engine + "\n")
    for name, stage in [("A", "first"), ("B", "second")]:
        test = f"import tinygpt\ndef test():\n    assert tinygpt.{name}\n"
        (tmp_path / f"test_{stage}.py").write_text(test)
    code = (
        "import sys, pathlib; sys.path.insert(0, sys.argv[1]); import mutants;"
        "mutants.STAGES = {'first': 'test_first.py', 'second': 'test_second.py'};"
        "print(mutants.killer(pathlib.Path(sys.argv[2])))"
    )
    command = [sys.executable, "-c", code, str(ROOT / "tools"), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{killer}\n", "")
