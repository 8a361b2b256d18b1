"""CONTRIBUTING.md says of each file of the toolchain what is in it, in the words of the file itself."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "toolchain" / "src"


def test_the_table_of_files_has_each_file_with_its_first_sentence():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `((?:literate|press)/\S+\.py)` \| (.*) \|$", text, re.MULTILINE))
    said = {
        file.relative_to(SOURCE).as_posix(): (ast.get_docstring(ast.parse(file.read_text("utf-8"))) or "").split("\n")[0]
        for file in SOURCE.rglob("*.py")
    }
    assert rows == {file: words.replace("|", "\\|") for file, words in said.items()}
