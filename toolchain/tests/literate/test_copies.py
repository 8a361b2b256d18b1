"""What tangling takes off the disk, and neither git nor a chapter has, is kept in a copy that stays."""

import subprocess

import pytest


def block(code, attributes="tangle=src/pkg/b.py"):
    return f"```python {attributes}\n{code}\n```\n"


@pytest.fixture
def shared(folder, capsys):
    """Two chapters of one file, tangled."""
    folder.write("book/a.md", block("x = 1", "tangle=src/pkg/b.py shared"))
    folder.write("book/b.md", block("only = 'copy'", "tangle=src/pkg/b.py shared"))
    assert folder.literate("tangle") == 0
    capsys.readouterr()
    return folder


def copies(folder):
    places = (folder.root / ".literate/removed").rglob("*.py")
    return {
        place.relative_to(folder.root / ".literate/removed").as_posix(): place.read_text() for place in places
    }


def test_copies_of_one_path_are_numbered_and_none_is_overwritten(folder, capsys):
    folder.write("book/a.md", block("x = 1", "tangle=src/pkg/a.py"))
    told = []
    for work in ("first", "second", "first", "third"):
        folder.write("book/b.md", block(f"work = '{work}'"))
        assert folder.literate("tangle") == 0
        (folder.root / "book/b.md").unlink()
        capsys.readouterr()
        assert folder.literate("tangle") == 0
        told.append(capsys.readouterr().out)
    assert copies(folder) == {
        "src/pkg/b.py": "work = 'first'\n",
        "src/pkg/b.2.py": "work = 'second'\n",
        "src/pkg/b.3.py": "work = 'third'\n",
    }
    said = "removed src/pkg/b.py; its last text is kept in .literate/removed/src/pkg/b{}.py\n"
    assert told == [said.format(number) for number in ("", ".2", "", ".3")]


@pytest.mark.parametrize("left", [None, "", "Only prose.\n", "<!--\n" + block("only = 'copy'") + "-->\n"])
def test_a_shared_file_that_loses_a_chapter_is_kept_in_a_copy(shared, capsys, left):
    if left is None:
        (shared.root / "book/b.md").rename(shared.root / "book/b.txt")
    else:
        shared.write("book/b.md", left)
    assert shared.literate("tangle") == 0
    assert shared.read("src/pkg/b.py") == "x = 1\n"
    assert copies(shared) == {"src/pkg/b.py": "x = 1\n\nonly = 'copy'\n"}
    assert capsys.readouterr().out == (
        "wrote src/pkg/b.py; a chapter has no code for it any more, and what it held before is kept in "
        ".literate/removed/src/pkg/b.py\n"
    )


def test_a_chapter_renamed_with_its_code_leaves_no_copy(shared, capsys):
    (shared.root / "book/b.md").rename(shared.root / "book/0.md")
    assert shared.literate("tangle") == 0
    assert capsys.readouterr().out == "wrote src/pkg/b.py\n"
    assert copies(shared) == {}


def test_a_chapter_whose_code_is_changed_leaves_no_copy(shared, capsys):
    shared.write("book/b.md", block("only = 'new'", "tangle=src/pkg/b.py shared"))
    assert shared.literate("tangle") == 0
    assert copies(shared) == {}


def test_what_git_has_needs_no_copy(shared):
    identity = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    for words in (["init", "-q"], ["add", "pyproject.toml", "book"], ["commit", "-q", "-m", "c"]):
        subprocess.run(["git", *identity, *words], cwd=shared.root, check=True, capture_output=True)
    (shared.root / "book/b.md").unlink()
    assert shared.literate("tangle") == 0
    assert copies(shared) == {}


def test_a_shared_file_whose_copy_cannot_be_kept_is_left_alone(shared, capsys):
    shared.write(".literate/removed", "a file")
    (shared.root / "book/b.md").unlink()
    assert shared.literate("tangle") == 2
    assert shared.read("src/pkg/b.py") == "x = 1\n\nonly = 'copy'\n"
    assert ".literate/removed" in capsys.readouterr().err
