"""Python files that no chapter makes are found wherever Python would import them from."""

import pytest

SETTINGS = """\
[tool.literate]
chapters = ["book/*.md"]
outputs = ["src/pkg", "examples"]
whole = ["src/pkg"]
"""
STRAY = (
    "{} is made by no chapter, and lies in a folder that pyproject.toml calls whole. "
    "Move its code into a chapter, or the file to another folder.\n"
)


@pytest.fixture
def whole(folder):
    folder.write("pyproject.toml", SETTINGS)
    folder.write("book/a.md", "```python tangle=src/pkg/sub/a.py\nx = 1\n```\n")
    assert folder.literate("tangle") == 0
    return folder


def told(folder, capsys):
    capsys.readouterr()
    status = folder.literate("tangle", "--check")
    said = capsys.readouterr().err
    assert status == (1 if said else 0)
    return said


def test_a_stray_in_a_linked_folder_is_found(whole, capsys):
    whole.write("elsewhere/deep/s.py", "y = 1\n")
    (whole.root / "src/pkg/l").symlink_to("../../elsewhere")
    assert told(whole, capsys) == STRAY.format("src/pkg/l/deep/s.py")


def test_a_stray_that_is_a_link_is_found(whole, capsys):
    whole.write("elsewhere/s.py", "y = 1\n")
    (whole.root / "src/pkg/s.py").symlink_to("../../elsewhere/s.py")
    assert told(whole, capsys) == STRAY.format("src/pkg/s.py")


def test_another_name_of_a_tangled_file_is_no_stray(whole, capsys):
    (whole.root / "src/pkg/l").symlink_to("sub")
    (whole.root / "src/pkg/b.py").symlink_to("sub/a.py")
    assert told(whole, capsys) == ""


def test_a_link_in_a_circle_ends(whole, capsys):
    (whole.root / "src/pkg/sub/l").symlink_to("..")
    (whole.root / "src/pkg/sub/self").symlink_to("self")
    assert told(whole, capsys) == ""
    whole.write("src/pkg/s.py", "y = 1\n")
    assert told(whole, capsys) == STRAY.format("src/pkg/s.py")


def test_a_folder_may_end_as_a_file_does(whole, capsys):
    (whole.root / "src/pkg/f.py").mkdir()
    assert told(whole, capsys) == ""
    whole.write("src/pkg/f.py/s.py", "y = 1\n")
    assert told(whole, capsys) == STRAY.format("src/pkg/f.py/s.py")
