"""What `make mutants` and `make versions` have left in the repository is of this program."""

import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_every_excused_mutant_starts_from_code_that_stands_in_the_engine():
    text = (ROOT / "tests" / "mutation.md").read_text("utf-8")
    engine = " ".join(
        " ".join(file.read_text("utf-8").split()) for file in (ROOT / "src/tinygpt/autograd").glob("*.py")
    )
    original = re.findall(r"^-(?! )(\S.*)$", text, re.MULTILINE)
    assert (len(original) > 5, [line for line in original if line not in engine]) == (True, [])


def test_record_of_versions_is_whole():
    runs = json.loads((ROOT / "tests" / "versions.json").read_text("utf-8"))["runs"]
    assert len({(run["python"], run["numpy"]) for run in runs}) == len(runs) > 0
    assert min(run["passed"] for run in runs) > 500
