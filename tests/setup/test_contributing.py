"""CONTRIBUTING.md shows the errors that are printed, and says of each file what the file says itself."""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import check
import pytest
from environment import LOG, sentence
from making import MADE, ROOT

from literate import cli

AUTOGRAD = "book/06-autograd.md"
SCALAR = "src/tinygpt/autograd/scalar.py"
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")


def sample(opening):
    """The block that follows the line with this opening."""
    _, found, after = CONTRIBUTING.partition(f"\n{opening}")
    assert found, f"CONTRIBUTING.md has no line that begins with {opening!r}"
    return re.search(r"```text\n(.*?)```", after, re.DOTALL)[1]


def assert_shown(opening, output):
    """The sample stands in the output: LINE is the number of a line, "…" any number of lines."""
    pattern = re.escape(sample(opening)).replace("…\\\n", "(?:.*\n)*?")
    assert re.search(pattern, re.sub(r"(\.(?:md|py)):\d+", r"\1:LINE", output)), output


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A copy of what the tangler reads, with all that it writes."""
    for folder in ("book", "src/tinygpt", "labs", "examples"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=MADE)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    monkeypatch.chdir(tmp_path)
    assert cli.main(["tangle"]) == 0


def change(file, old, new):
    """Change the first such text of a file; return the number of its line."""
    text = Path(file).read_text("utf-8")
    assert old in text
    Path(file).write_text(text.replace(old, new, 1), "utf-8")
    return text[: text.index(old)].count("\n") + 1


@pytest.mark.parametrize(
    ("opening", "changes"),
    [
        (
            "A misspelt attribute, and code",
            [
                ("book/05-background.md", "```python tangle=", "```python tngle="),
                (AUTOGRAD, "def tanh(self):", "def tanh(self:"),
            ],
        ),
        (
            "A tangled file that was edited by hand",
            [(SCALAR, "self.data = float(data)", "self.data = 0 + float(data)")],
        ),
    ],
)
def test_what_the_tangler_says_of_a_wrong_chapter_and_of_an_edit_by_hand(project, capfd, opening, changes):
    for file, old, new in changes:
        change(file, old, new)
    assert cli.main(["tangle"]) == 1
    assert_shown(opening, capfd.readouterr().err)


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
    assert done.returncode == 1
    assert_shown("A number in a sentence, and an example", done.stdout)
    assert_shown("A test that fails inside the library", done.stdout)


def test_what_the_linter_says_of_tangled_code(project, capfd, monkeypatch):
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    change(AUTOGRAD, "\nimport math\n", "\nimport math\nimport os\n")
    assert cli.main(["tangle"]) == 0
    command = [*check.CHECKS["ruff"].command[:-1], SCALAR]
    assert check.main({"ruff": check.Check(command, "")}) == 1
    assert_shown("A linter's finding in tangled code", capfd.readouterr().out)


def test_what_set_up_says(monkeypatch):
    monkeypatch.delenv("PIP_INDEX_URL", raising=False)
    script = (ROOT / "tools" / "python_version.py").read_text("utf-8")
    old = script.replace("import sys\n", "import sys\nsys.version_info = (3, 8, 18)\n", 1)
    old = old.replace("sys.executable", "'/usr/bin/python3'")
    done = subprocess.run([sys.executable, "-c", old], capture_output=True, text=True)
    refused = "NewConnectionError('[Errno -2] Name or service not known')\n(from versions: none)\n"
    unreached = f"set-up: {sentence(refused)} (Everything it printed: {LOG})\n"
    assert_shown("Set-up ends in one sentence", done.stderr + unreached)


def test_the_table_of_the_toolchains_files_has_each_with_its_first_sentence():
    rows = dict(re.findall(r"^\| `((?:literate|press)/\S+\.py)` \| (.*) \|$", CONTRIBUTING, re.MULTILINE))
    source = ROOT / "toolchain" / "src"
    said = {}
    for file in source.rglob("*.py"):
        words = ast.get_docstring(ast.parse(file.read_text("utf-8"))) or ""
        said[file.relative_to(source).as_posix()] = words.split("\n")[0].replace("|", "\\|")
    assert rows == said
