import subprocess
import sys
import warnings

import pytest

CHAPTER = """\
# Title

## One

```python tangle=src/pkg/a.py
x = 1
```

- item

  ```python tangle=src/pkg/a.py
  class A:
      y = 2
  ```

## Two

```python tangle=src/pkg/a.py class=A
def m(self):
    return x

def n(self):
    return 2
```
"""

MADE = """\
x = 1


class A:
    y = 2

    def m(self):
        return x

    def n(self):
        return 2
"""


def git(folder, *words):
    identity = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *identity, *words], cwd=folder.root, check=True, capture_output=True)


def commit(folder):
    git(folder, "init", "-q")
    git(folder, "add", "pyproject.toml", "book", "src")
    git(folder, "commit", "-q", "-m", "a")


def start(folder, chapter=CHAPTER):
    folder.write("book/a.md", chapter)
    assert folder.literate("tangle") == 0


def forget(folder):
    """As on a fresh clone: nothing but the files that git has."""
    (folder.root / ".literate/written.json").unlink()


def test_the_files_are_written_once(folder, capsys):
    start(folder)
    assert folder.read("src/pkg/a.py") == MADE
    assert folder.literate("tangle") == 0
    assert capsys.readouterr().out == "wrote src/pkg/a.py\n"
    assert folder.read(".literate/.gitignore") == "*\n"


def test_nothing_is_written_when_anything_is_wrong(folder, capsys):
    folder.write("book/a.md", CHAPTER + "\n```py\n```\n")
    assert folder.literate("tangle") == 1
    assert folder.files() == []
    assert capsys.readouterr().err == (
        "book/a.md:26: a fence marked 'py' is neither tangled nor run. Write 'python'.\n"
        "1 thing is wrong; nothing was written.\n"
    )


def test_a_changed_chapter_is_tangled_again_and_so_is_a_deleted_file(folder):
    start(folder)
    start(folder, CHAPTER.replace("x = 1", "x = 2"))
    assert folder.read("src/pkg/a.py") == MADE.replace("x = 1", "x = 2")
    (folder.root / "src/pkg/a.py").unlink()
    start(folder)
    assert folder.read("src/pkg/a.py") == MADE


def test_check_writes_nothing_and_names_the_chapters_line(folder, capsys):
    folder.write("book/a.md", CHAPTER)
    assert folder.literate("tangle", "--check") == 1
    assert folder.files() == []
    capsys.readouterr()
    start(folder)
    folder.write("src/pkg/a.py", MADE.replace("return x", "return 3"))
    capsys.readouterr()
    assert folder.literate("tangle", "--check") == 1
    assert capsys.readouterr().out == (
        "--- src/pkg/a.py (on the disk)\n"
        "+++ src/pkg/a.py (from the chapters)\n"
        "@@ -5,7 +5,7 @@ book/a.md:20, section 'Two'\n"
        "     y = 2\n \n     def m(self):\n"
        "-        return 3\n+        return x\n"
        " \n     def n(self):\n         return 2\n"
    )


def test_check_sees_line_ends(folder, capsys):
    start(folder)
    folder.write("src/pkg/a.py", MADE.replace("\n", "\r\n"))
    assert folder.literate("tangle", "--check") == 1
    assert "line ends differ" in capsys.readouterr().out


def refusal(folder, capsys, edited):
    folder.write("src/pkg/a.py", edited)
    capsys.readouterr()
    assert folder.literate("tangle") == 1
    assert folder.read("src/pkg/a.py") == edited
    return capsys.readouterr().err


def test_a_hand_edit_is_refused_and_shown_as_a_patch_of_the_chapter(folder, capsys):
    start(folder)
    assert refusal(folder, capsys, MADE.replace("return x", "return (\n            x\n        )")) == (
        "src/pkg/a.py was edited by hand, so nothing was written.\n"
        "  It belongs to book/a.md:20, section 'Two'\n"
        'Run "literate untangle", or apply this patch to the chapter; then tangle again:\n'
        "--- a/book/a.md\n"
        "+++ b/book/a.md\n"
        "@@ -17,7 +17,9 @@\n"
        " \n ```python tangle=src/pkg/a.py class=A\n def m(self):\n"
        "-    return x\n"
        "+    return (\n+        x\n+    )\n"
        " \n def n(self):\n     return 2\n"
    )


def test_an_edit_that_spans_blocks_is_kept_and_refused_by_name(folder, capsys):
    start(folder)
    both = MADE.replace("y = 2\n\n    def m(self):\n", "y = 3\n\n    def o(self):\n")
    joined = MADE.replace("    y = 2\n\n    def m(self):\n", "    def o(self):\n")
    assert "-      y = 2\n+      y = 3\n" in refusal(folder, capsys, both)
    assert refusal(folder, capsys, joined) == (
        "src/pkg/a.py was edited by hand, so nothing was written.\n"
        "  It belongs to book/a.md:13-19, section 'One'\n"
        "The edit cannot be carried back to a chapter: it does not lie within blocks of the chapter.\n"
        "Move it there by hand, or delete the file, then tangle again. The edit:\n"
        "--- a/src/pkg/a.py\n+++ b/src/pkg/a.py\n@@ -2,9 +2,7 @@\n \n \n class A:\n"
        "-    y = 2\n-\n-    def m(self):\n+    def o(self):\n"
        "         return x\n \n     def n(self):\n"
    )


def test_an_edit_that_blocks_cannot_hold_exactly_is_shown_as_a_patch_that_comes_near(folder, capsys):
    start(folder)
    message = refusal(folder, capsys, MADE.replace("x = 1\n\n\nclass", "x = 1\nw = 0\nclass"))
    head, _, patch = message.partition("Look at what it gives:\n")
    assert head == (
        "src/pkg/a.py was edited by hand, so nothing was written.\n"
        "  It belongs to book/a.md:6, section 'One'\n"
        "This patch of the chapter comes near it, but blocks do not hold it exactly. "
    )
    assert patch.endswith(" x = 1\n+w = 0\n ```\n \n - item\n")


def test_a_fresh_clone_raises_no_false_alarm(folder):
    start(folder)
    commit(folder)
    forget(folder)
    assert folder.literate("tangle", "--check") == 0
    start(folder, CHAPTER.replace("x = 1", "x = 2"))
    assert folder.read("src/pkg/a.py") == MADE.replace("x = 1", "x = 2")


def test_a_hand_edit_on_a_fresh_clone_is_seen(folder, capsys):
    start(folder)
    commit(folder)
    forget(folder)
    assert "-    return 2\n+    return 3\n" in refusal(folder, capsys, MADE.replace("return 2", "return 3"))


def test_a_branch_switch_raises_no_false_alarm(folder):
    start(folder)
    commit(folder)
    git(folder, "checkout", "-q", "-b", "other")
    start(folder, CHAPTER.replace("x = 1", "x = 2"))
    git(folder, "commit", "-q", "-a", "-m", "b")
    git(folder, "checkout", "-q", "-")
    assert folder.read("src/pkg/a.py") == MADE
    start(folder, CHAPTER.replace("x = 1", "x = 3"))
    assert folder.read("src/pkg/a.py") == MADE.replace("x = 1", "x = 3")


def test_without_git_and_record_a_differing_file_is_kept(folder, capsys):
    start(folder)
    forget(folder)
    folder.write("book/a.md", CHAPTER.replace("x = 1", "x = 2"))
    assert "no chapter is known to have made it, so nothing was written" in refusal(folder, capsys, MADE)


def test_a_file_that_no_block_makes_any_more_is_removed(folder, capsys):
    start(folder)
    folder.write("book/a.md", CHAPTER.replace("src/pkg/a.py", "src/pkg/sub/b.py"))
    assert folder.literate("tangle", "--check") == 1
    assert "src/pkg/a.py is left over: no chapter makes it any more\n" in capsys.readouterr().out
    assert folder.literate("tangle") == 0
    assert folder.files() == ["src/pkg/sub/b.py"]
    assert capsys.readouterr().out == (
        "wrote src/pkg/sub/b.py\n"
        "removed src/pkg/a.py; its last text is kept in .literate/removed/src/pkg/a.py\n"
    )
    assert folder.read(".literate/removed/src/pkg/a.py") == MADE


def test_a_leftover_file_on_a_fresh_clone_is_removed(folder):
    start(folder)
    commit(folder)
    forget(folder)
    start(folder, CHAPTER.replace("src/pkg/a.py", "src/pkg/b.py"))
    assert folder.files() == ["src/pkg/b.py"]


def test_files_that_were_never_ours_are_left_alone(folder):
    folder.write("src/pkg/other.py", "mine = 1\n")
    start(folder)
    assert folder.literate("tangle", "--check") == 0
    assert folder.files() == ["src/pkg/a.py", "src/pkg/other.py"]


def test_a_damaged_record_is_an_empty_one(folder):
    start(folder)
    commit(folder)
    folder.write(".literate/written.json", "{")
    start(folder, CHAPTER.replace("x = 1", "x = 2"))
    assert folder.read("src/pkg/a.py") == MADE.replace("x = 1", "x = 2")


def test_a_starter_edited_by_hand_is_kept_with_advice(folder, capsys):
    folder.write(
        "pyproject.toml",
        '[tool.literate]\nchapters = ["book/*.md"]\noutputs = ["src/pkg", "examples"]\n'
        '[tool.literate.starters."examples/starter.py"]\nsources = ["src/pkg/a.py"]\n',
    )
    start(folder)
    made = folder.read("examples/starter.py")
    folder.write("examples/starter.py", made.replace("raise NotImplementedError", "return 1 or ", 1))
    capsys.readouterr()
    assert folder.literate("tangle") == 1
    message = capsys.readouterr().err
    assert "  It belongs to book/a.md:20, section 'Two'\n" in message
    assert (
        "carried back to a chapter: it is derived from other files: keep your work in a copy of it."
        in message
    )
    assert "+        return 1 or (" in message


def test_a_leftover_file_reached_through_a_link_outside_is_never_removed(folder, capsys):
    chapter = CHAPTER.replace("src/pkg/a.py", "src/pkg/l/a.py")
    start(folder, chapter)
    elsewhere = folder.write("elsewhere/a.py", folder.read("src/pkg/l/a.py"))
    (folder.root / "src/pkg/l/a.py").unlink()
    (folder.root / "src/pkg/l").rmdir()
    (folder.root / "src/pkg/l").symlink_to(folder.root / "elsewhere")
    capsys.readouterr()
    start(folder)
    assert elsewhere.exists()
    assert capsys.readouterr().err == (
        "src/pkg/l/a.py is in no chapter any more, but lies outside the outputs, so it stays.\n"
    )


def test_a_target_that_gets_the_other_name_of_its_file_keeps_it(folder):
    (folder.root / "examples").mkdir()
    (folder.root / "src").mkdir()
    (folder.root / "src/pkg").symlink_to("../examples")
    folder.write("book/a.md", CHAPTER)
    assert folder.literate("tangle") == 0
    folder.write("book/a.md", CHAPTER.replace("src/pkg/a.py", "examples/a.py"))
    for command in ("tangle", "tangle --check"):
        assert folder.literate(*command.split()) == 0
        assert folder.read("examples/a.py") == MADE


def test_two_targets_that_a_link_makes_one_are_refused(folder, capsys):
    folder.write("src/pkg/r/x.txt", "")
    (folder.root / "src/pkg/l").symlink_to("r")
    blocks = [f"```python tangle=src/pkg/{name}/a.py\ny = {name!r}\n```\n" for name in "lr"]
    folder.write("book/a.md", "\n".join(blocks))
    assert folder.literate("tangle") == 1
    assert folder.files() == ["src/pkg/r/x.txt"]
    assert capsys.readouterr().err.startswith(
        "book/a.md:5: the target 'src/pkg/r/a.py' is the same file as 'src/pkg/l/a.py' of book/a.md:1, "
        "through a link. Use one name for it.\n"
    )


@pytest.mark.parametrize("ends", [b"\r\n", b"\r"])
def test_line_ends_changed_by_an_editor_or_by_git_are_no_hand_edit(folder, capsys, ends):
    start(folder)
    data = (folder.root / "src/pkg/a.py").read_bytes()
    for changed in (data.replace(b"\n", ends), data.rstrip(b"\n"), b"\xef\xbb\xbf" + data):
        folder.write("src/pkg/a.py", changed)
        assert folder.literate("tangle", "--check") == 1
        start(folder)
        assert (folder.root / "src/pkg/a.py").read_bytes() == data


def test_an_edit_beside_changed_line_ends_is_carried_back(folder):
    start(folder)
    folder.write("src/pkg/a.py", MADE.replace("return 2", "return 3").replace("\n", "\r\n"))
    assert folder.literate("untangle") == 0
    assert folder.literate("tangle") == 0
    assert folder.read("src/pkg/a.py") == MADE.replace("return 2", "return 3")


@pytest.mark.parametrize("text", [CHAPTER.replace("\n", "\r\n"), CHAPTER.rstrip("\n")])
def test_the_patch_applies_to_a_chapter_of_any_line_ends(folder, capsys, text):
    start(folder, text)
    edited = MADE.replace("return 2", "return 3")
    patch = refusal(folder, capsys, edited).partition("tangle again:\n")[2]
    git(folder, "init", "-q")
    subprocess.run(["git", "apply", "-"], input=patch.encode(), cwd=folder.root, check=True)
    assert folder.literate("tangle") == 0
    assert folder.read("src/pkg/a.py") == edited
    assert folder.read("book/a.md") == text.replace("return 2", "return 3")


def test_a_leftover_file_that_stays_is_told_every_time_and_fails_the_check(folder, capsys):
    start(folder)
    folder.write("src/pkg/a.py", "mine = 1\n")
    start(folder, CHAPTER.replace("src/pkg/a.py", "src/pkg/b.py"))
    for arguments, status in ((["tangle"], 0), (["tangle"], 0), (["tangle", "--check"], 1)):
        capsys.readouterr()
        assert folder.literate(*arguments) == status
        assert folder.files() == ["src/pkg/a.py", "src/pkg/b.py"]
        assert capsys.readouterr().err == (
            "src/pkg/a.py is in no chapter any more, but was edited by hand, so it stays.\n"
        )


def test_a_file_that_was_always_somebody_elses_is_left_alone_by_name(folder, capsys):
    folder.write("book/a.md", CHAPTER)
    message = refusal(folder, capsys, "mine = 1\n")
    assert message.startswith(
        "src/pkg/a.py was there before, and no chapter is known to have made it, so nothing was written.\n"
        "Name another file in the chapter, or move or delete this one. "
        "How it differs from what the chapters make:\n"
    )
    assert "+mine = 1\n" in message


def test_a_file_that_no_chapter_makes_is_told_every_time_in_a_folder_that_is_whole(folder, capsys):
    start(folder)
    folder.write("pyproject.toml", folder.read("pyproject.toml") + 'whole = ["src/pkg"]\n')
    for path in ("src/pkg/sub/stray.py", "src/pkg/notes.txt", "examples/mine.py"):
        folder.write(path, "x = 1\n")
    for arguments, status in ((["tangle"], 0), (["tangle"], 0), (["tangle", "--check"], 1)):
        capsys.readouterr()
        assert folder.literate(*arguments) == status
        assert capsys.readouterr().err == (
            "src/pkg/sub/stray.py is made by no chapter, "
            "and lies in a folder that pyproject.toml calls whole. "
            "Move its code into a chapter, or the file to another folder.\n"
        )
    (folder.root / "src/pkg/sub/stray.py").unlink()
    assert folder.literate("tangle", "--check") == 0


@pytest.mark.parametrize("chapter", [CHAPTER.replace("x = 1", "x = 2"), "text\n"])
def test_a_write_protected_file_is_neither_replaced_nor_removed(folder, capsys, chapter):
    start(folder)
    (folder.root / "src/pkg/a.py").chmod(0o444)
    folder.write("book/a.md", chapter)
    capsys.readouterr()
    assert folder.literate("tangle") == 2
    assert capsys.readouterr().err == (
        "literate: src/pkg/a.py is write-protected, so nothing was written. "
        "Allow it: chmod u+w src/pkg/a.py\n"
    )
    assert folder.read("src/pkg/a.py") == MADE
    (folder.root / "src/pkg/a.py").chmod(0o644)
    assert folder.literate("tangle") == 0


@pytest.mark.parametrize("filters", ["error", "always", "ignore"])
def test_what_python_warns_of_in_the_code_depends_on_nobody(folder, filters):
    code = "x = '\\d'\ny = 1 is 1\n"
    folder.write("book/a.md", f"```python tangle=src/pkg/a.py\n{code}```\n\n{{computed}}`1 <len('\\d')>`\n")
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter(filters)
        assert folder.book().demand().targets["src/pkg/a.py"].text == code
    assert warned == []
    done = subprocess.run(
        [sys.executable, "-W", filters, "-m", "literate", "tangle"],
        cwd=folder.root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "wrote src/pkg/a.py\n", "")


def test_a_clean_merge_raises_no_false_alarm(folder):
    start(folder)
    commit(folder)
    git(folder, "checkout", "-q", "-b", "other")
    start(folder, CHAPTER.replace("return 2", "return 3"))
    git(folder, "commit", "-q", "-a", "-m", "theirs")
    git(folder, "checkout", "-q", "-")
    start(folder, CHAPTER.replace("x = 1", "x = 2"))
    git(folder, "commit", "-q", "-a", "-m", "ours")
    forget(folder)
    git(folder, "merge", "other")
    start(folder, CHAPTER.replace("x = 1", "x = 4").replace("return 2", "return 3"))
    assert folder.read("src/pkg/a.py") == MADE.replace("x = 1", "x = 4").replace("return 2", "return 3")


def test_an_edit_of_a_file_whose_target_is_renamed_stays_and_is_named(folder, capsys):
    start(folder)
    edited = MADE.replace("return 2", "return 3")
    folder.write("src/pkg/a.py", edited)
    folder.write("book/a.md", CHAPTER.replace("src/pkg/a.py", "src/pkg/new.py"))
    capsys.readouterr()
    for command in ("untangle", "tangle"):
        assert folder.literate(command) == 0
    assert folder.read("src/pkg/a.py") == edited
    assert capsys.readouterr().err == (
        "src/pkg/a.py is in no chapter any more, but was edited by hand, so it stays.\n"
    )


def test_what_a_file_held_before_it_was_replaced_is_kept_until_the_next_time(folder):
    for number in (1, 2, 3):
        start(folder, CHAPTER.replace("x = 1", f"x = {number}"))
    kept = [place for place in (folder.root / ".literate/removed").rglob("*") if place.is_file()]
    assert kept == [folder.root / ".literate/removed/src/pkg/a.py"]
    assert kept[0].read_text() == MADE.replace("x = 1", "x = 2")


@pytest.mark.parametrize("place", [".literate", ".literate/written.json/x", ".literate/removed"])
def test_where_no_note_or_copy_can_be_kept_nothing_is_written(folder, capsys, place):
    start(folder)
    subprocess.run(["rm", "-r", folder.root / ".literate"], check=True)
    folder.write(place, "")
    folder.write("src/pkg/a.py", MADE.replace("\n", "\r\n"))
    capsys.readouterr()
    assert folder.literate("tangle") == 2
    assert capsys.readouterr().err.startswith(f"literate: {folder.root}/.literate")
    assert folder.read("src/pkg/a.py") == MADE.replace("\n", "\r\n")
