"""The errors that CONTRIBUTING.md shows are those that are printed. LINE stands for the number of a line."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import check
import pytest
from environment import LOG, sentence

from literate import cli

ROOT = Path(__file__).resolve().parents[2]
AUTOGRAD = "book/06-autograd.md"
SCALAR = "src/tinygpt/autograd/scalar.py"
PARTS = ("book", "src/tinygpt", "labs", "examples", "pyproject.toml")
MADE = shutil.ignore_patterns("__pycache__", "mine.py")


def sample(opening):
    """The lines of the block that follows the line with this opening."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    _, found, after = text.partition(f"\n{opening}")
    assert found, f"CONTRIBUTING.md has no line that begins with {opening!r}"
    return re.search(r"```text\n(.*?)```", after, re.DOTALL)[1].splitlines()


def without_lines(text):
    return re.sub(r"(\.(?:md|py)):\d+", r"\1:LINE", text)


def holds(output, wanted):
    """Whether the lines stand in the output, one below the other; "…" is any number of lines."""
    pattern = re.escape("\n".join(wanted) + "\n").replace("…\n", "(?:.*\n)*?").replace("…\\\n", "(?:.*\n)*?")
    return re.search(pattern, without_lines(output) + "\n") is not None


@pytest.fixture
def project(tmp_path, monkeypatch):
    for part in PARTS:
        source, target = ROOT / part, tmp_path / part
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=MADE)
        else:
            shutil.copy(source, target)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def change(file, old, new):
    """Change the first such text of a file; return the number of its line."""
    text = Path(file).read_text("utf-8")
    assert old in text
    Path(file).write_text(text.replace(old, new, 1), "utf-8")
    return text[: text.index(old)].count("\n") + 1


def tangle(capfd):
    status = cli.main(["tangle"])
    captured = capfd.readouterr()
    return status, captured.out + captured.err


def test_what_the_tangler_says_of_a_wrong_fence_and_of_wrong_python(project, capfd):
    change("book/05-background.md", "```python tangle=", "```python tngle=")
    change(AUTOGRAD, "def tanh(self):", "def tanh(self:")
    status, output = tangle(capfd)
    assert (status, without_lines(output).splitlines()) == (1, sample("A misspelt attribute, and code"))


def test_what_the_suite_says_of_wrong_numbers_and_of_a_fault_in_the_library(project):
    lines = [
        change(AUTOGRAD, "{computed}`8 <s_bar>`", "{computed}`9 <s_bar>`"),
        change(AUTOGRAD, "-24.0\n16.0\n8.0\n", "-24.0\n17.0\n8.0\n"),
    ]
    change(SCALAR, "math.tanh(", "math.hyperbolic(")
    test = "labs/ch06/test_lab_value.py::test_value_functions_have_their_values_and_derivatives[tanh]"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *(f"{AUTOGRAD}::line:{line}" for line in lines), test],
        env=os.environ | {"LAB_IMPL": "reference"},
        capture_output=True,
        text=True,
    )
    shown = sample("A number in a sentence, and an example")
    first = next(i for i, line in enumerate(shown) if "the output differs" in line)
    fault = sample("A test that fails inside the library")
    told = [holds(done.stdout, part) for part in (shown[:first], shown[first:], fault)]
    assert (done.returncode, told) == (1, [True] * 3), without_lines(done.stdout)


def test_what_the_linter_says_of_tangled_code(project, capfd, monkeypatch):
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    assert tangle(capfd)[0] == 0
    text = Path(AUTOGRAD).read_text("utf-8")
    block = re.search(rf"```python tangle={SCALAR}.*\n(?:.*\n)*?import math\n", text)[0]
    change(AUTOGRAD, block, f"{block}import os\n")
    assert tangle(capfd)[0] == 0
    command = [*check.CHECKS["ruff"].command[:-1], SCALAR]
    assert check.main({"ruff": check.Check(command, "")}) == 1
    assert without_lines(capfd.readouterr().out).splitlines() == sample("A linter's finding in tangled code")


def test_what_the_tangler_says_of_an_edit_by_hand(project, capfd):
    assert tangle(capfd)[0] == 0
    change(SCALAR, "self.data = float(data)", "self.data = 0 + float(data)")
    status, output = tangle(capfd)
    assert status == 1
    assert holds(output, sample("A tangled file that was edited by hand")), without_lines(output)


def test_what_set_up_says(monkeypatch):
    monkeypatch.delenv("PIP_INDEX_URL", raising=False)
    script = (ROOT / "tools" / "python_version.py").read_text("utf-8")
    old = script.replace("import sys\n", "import sys\nsys.version_info = (3, 8, 18)\n", 1)
    old = old.replace("sys.executable", "'/usr/bin/python3'")
    done = subprocess.run([sys.executable, "-c", old], capture_output=True, text=True)
    refused = "NewConnectionError('[Errno -2] Name or service not known')\n(from versions: none)\n"
    assert sample("Set-up ends in one sentence") == [
        done.stderr.strip(),
        f"set-up: {sentence(refused)} (Everything it printed: {LOG})",
    ]
