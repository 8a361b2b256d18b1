"""CONTRIBUTING.md says of each file of the toolchain what is in it, in the words of the file itself."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "toolchain" / "src"


def test_the_table_of_files_has_each_file_with_its_first_sentence():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `((?:literate|press)/\S+\.py)` \| (.*) \|$", text, re.MULTILINE))
    said = {}
    for file in SOURCE.rglob("*.py"):
        words = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
        said[file.relative_to(SOURCE).as_posix()] = words.split("\n")[0].replace("|", "\\|")
    assert rows == said
