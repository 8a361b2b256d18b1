"""What `make mutants` reads from tests/mutation.md, when it fails, and when it runs tests again."""

import subprocess
import sys
from pathlib import Path

import mutants
import pytest
from mutant_list import ENGINE, LISTED, Mutant, chosen, listed
from mutant_outcomes import Outcomes, state
from mutant_runs import SURVIVED, Runs, Suite

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
    assert [mutant.key for mutant in listed(TEXT)] == [
        ("tensor.py", "Tensor.sum", "x = 1", "x = 2"),
        ("tensor.py", "Tensor.sum", "x = 1", "x = 3"),
        ("tensor.py", "Tensor.sum", "y = f(x)", "pass"),
        ("scalar.py", "_number", "return a", "return b"),
    ]


def test_every_listed_mutant_starts_from_code_that_stands_in_the_engine():
    known = listed((ROOT / LISTED).read_text("utf-8"))
    assert known
    for mutant in known:
        code = (ROOT / ENGINE / mutant.file).read_text("utf-8")
        assert mutant.before in " ".join(code.split()), str(mutant)


def test_the_table_counts_as_many_survivors_as_are_listed_and_none_that_only_tests_see():
    text = (ROOT / LISTED).read_text("utf-8")
    counts = next(line for line in text.splitlines() if line.startswith("| all | "))
    total, lab, book, tests, survived = map(int, counts.strip("| ").split(" | ")[1:])
    assert (tests, survived, lab + book + survived) == (0, len(listed(text)), total)


KILLED, EXCUSED, NEW = (Mutant("tensor.py", "f", "a", after) for after in ("b", "c", "d"))
REASON = "### tensor.py, `f`\n\n```diff\n-a\n+c\n```\n"


@pytest.mark.parametrize(
    ("results", "whole", "wrong"),
    [
        ([(KILLED, "lab"), (EXCUSED, SURVIVED)], True, []),
        ([(EXCUSED, SURVIVED), (NEW, SURVIVED)], True, [f"survived, and not in tests/mutation.md: {NEW}"]),
        ([(EXCUSED, "lab")], True, [f"in tests/mutation.md, but killed or no mutant any more: {EXCUSED}"]),
        ([(NEW, "tests"), (EXCUSED, SURVIVED)], True, [f"only tests/autograd sees it: {NEW}"]),
        ([(NEW, SURVIVED)], False, [f"survived, and not in tests/mutation.md: {NEW}"]),
        ([(KILLED, "lab")], False, []),
    ],
    ids=["all known", "a new survivor", "a stale entry", "not seen by a reader", "new in a part", "a part"],
)
def test_survivors_and_list_must_be_the_same(results, whole, wrong):
    assert mutants.verdict(results, f"{mutants.table(results)}\n\n{REASON}", whole) == wrong


def test_the_table_in_the_text_must_be_that_of_a_whole_run():
    results = [(KILLED, "lab"), (EXCUSED, SURVIVED)]
    other = mutants.table([(KILLED, "book"), (EXCUSED, SURVIVED)])
    assert mutants.verdict(results, f"{other}\n\n{REASON}", whole=False) == []
    assert mutants.verdict(results, f"{other}\n\n{REASON}", whole=True) == [
        "the table in tests/mutation.md is another: put the one above in its place"
    ]


def test_the_table_counts_by_file_and_first_killer():
    scalar = Mutant("scalar.py", "f", "a", "b")
    results = [(KILLED, "lab"), (EXCUSED, SURVIVED), (NEW, "book"), (scalar, "tests")]
    assert mutants.table(results) == (
        "| file | mutants | lab | book | tests | survived |\n"
        "| --- | --- | --- | --- | --- | --- |\n"
        "| scalar.py | 1 | 0 | 0 | 1 | 0 |\n"
        "| tensor.py | 3 | 1 | 1 | 0 | 1 |\n"
        "| gradcheck.py | 0 | 0 | 0 | 0 | 0 |\n"
        "| all | 4 | 1 | 1 | 1 | 1 |"
    )


@pytest.mark.parametrize(
    ("wanted", "lines"), [([], [1, 2, 1]), (["tensor.py"], [1, 2]), (["tensor.py:2", "scalar.py"], [2, 1])]
)
def test_a_file_or_a_line_of_it_may_be_chosen(wanted, lines):
    known = [Mutant(file, "f", "a", "b", line) for file, line in [("tensor.py", 1), ("tensor.py", 2)]]
    known.append(Mutant("scalar.py", "f", "a", "b", 1))
    assert [mutant.line for mutant in chosen(known, wanted)] == lines


@pytest.fixture
def project(tmp_path):
    """A project with an engine of one file, and two files of tests, each of which needs one of its names."""
    for file, text in {
        "src/tinygpt/__init__.py": "",
        "src/tinygpt/autograd/__init__.py": "from .scalar import *",
        "src/tinygpt/autograd/scalar.py": "A, B = 1, 2",
        "tools/mutant_runs.py": "",
        "test_first.py": "from tinygpt.autograd import A\ndef test():\n    assert A\n",
        "test_second.py": "from tinygpt.autograd import B\ndef test():\n    assert B\n",
        "read_by_second.txt": "",
        "other.txt": "",
    }.items():
        path = tmp_path / "project" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "project"


STAGES = {"first": [Suite("test_first.py")], "second": [Suite("test_second.py", ("read_by_second.txt",))]}


def killer(project, code, kept):
    """The killer of a mutant with this code, found in a process of its own, as the run changes that."""
    program = (
        "import sys; sys.path[:0] = sys.argv[1:3]\n"
        "from pathlib import Path\n"
        "from test_mutants_tool import STAGES, Mutant, Outcomes, Runs\n"
        "runs = Runs([Path(sys.argv[3])], STAGES, Outcomes.load(Path(sys.argv[4])))\n"
        "mutant = Mutant('scalar.py', 'f', 'a', 'b', 1, sys.argv[5])\n"
        "print([name for _, name in runs.killers([mutant])][0])\n"
    )
    folders = [ROOT / "tools", ROOT / "tests" / "setup", project, kept]
    command = [sys.executable, "-c", program, *map(str, folders), code]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.strip()


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("A, B = 1, 3", SURVIVED),
        ("A, B = 0, 2", "first"),
        ("A, B = 1, 0", "second"),
        ("A, B = 1", "first"),
        ("import os; os.abort()", "first"),
    ],
    ids=["none fails", "the first", "the second", "no import", "a crash"],
)
def test_the_killer_is_the_first_stage_that_fails_on_the_code_in_the_copy(code, expected, project, tmp_path):
    kept = tmp_path / "outcomes.txt"
    assert killer(project, code, kept) == expected
    assert (project / ENGINE / "scalar.py").read_text() == "A, B = 1, 2"


def test_an_outcome_that_is_kept_is_not_asked_for_again(project, tmp_path):
    kept = tmp_path / "outcomes.txt"
    assert killer(project, "A, B = 1, 0", kept) == "second"
    first, second = kept.read_text().splitlines()
    assert [line.split(" ", 1)[1] for line in (first, second)] == [
        "passed test_first.py scalar.py:1",
        "failed test_second.py scalar.py:1",
    ]
    assert killer(project, "A, B = 1, 0", kept) == "second"
    assert kept.read_text().splitlines() == [first, second]
    kept.write_text(f"{first.replace('passed', 'failed')}\n{second}\n")  # believed, as nothing is run
    assert killer(project, "A, B = 1, 0", kept) == "first"


@pytest.mark.parametrize(
    ("changed", "asked"),
    [
        ("other.txt", []),
        ("read_by_second.txt", ["test_second.py"]),
        ("test_second.py", ["test_second.py"]),
        ("test_first.py", ["test_first.py"]),
        ("src/tinygpt/__init__.py", ["test_first.py", "test_second.py"]),
        ("tools/mutant_runs.py", ["test_first.py", "test_second.py"]),
    ],
)
def test_what_a_run_has_read_decides_whether_its_outcome_still_holds(changed, asked, project, tmp_path):
    kept = tmp_path / "outcomes.txt"
    killer(project, "A, B = 1, 3", kept)
    before = len(kept.read_text().splitlines())
    with (project / changed).open("a") as file:
        file.write("# changed\n")
    killer(project, "A, B = 1, 3", kept)
    assert [line.split()[2] for line in kept.read_text().splitlines()[before:]] == asked


def test_other_code_is_another_mutant(project, tmp_path):
    runs = Runs([project], STAGES, Outcomes(tmp_path / "outcomes.txt"))
    (tests,) = STAGES["first"]
    keys = {runs.key(Mutant("scalar.py", "f", "a", "b", 1, code), tests) for code in ("A = 1", "A = 2")}
    assert len(keys) == 2


def test_a_line_that_was_cut_short_is_no_outcome(tmp_path):
    kept = tmp_path / "outcomes.txt"
    kept.write_text("aa failed lab tensor.py:1\nbb fai")
    outcomes = Outcomes.load(kept)
    assert outcomes.known == {"aa": "failed"}
    outcomes.add("cc", False, "lab tensor.py:2")
    outcomes.add("dd", False, "lab tensor.py:3")
    assert Outcomes.load(kept).known == {"aa": "failed", "dd": "passed"}


def test_a_file_that_is_said_to_be_read_must_exist(project):
    with pytest.raises(SystemExit, match=r"nowhere\.txt is named as something that tests read"):
        state(project, ("nowhere.txt",))
