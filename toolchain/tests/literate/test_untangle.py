"""Edits of tangled files go back to the chapters, exactly or not at all."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from literate import build, untangle
from literate.errors import CallError
from literate.read import chapter as reader
from literate.settings import Settings
from literate.tangle import Record, Tangler

CHAPTER = """\
# Title

## One

```python tangle=src/pkg/a.py
x = 1
```

- item

  > ```python tangle=src/pkg/a.py
  > class A:
  >     y = 2
  > ```

## Two

```python tangle=src/pkg/a.py class=A
def m(self):
    \"\"\"Give x.

    Always.
    \"\"\"
    return x

def n(self):
    return 2
```

```python tangle=src/pkg/b.py
import os

from pkg.a import A
```

More text.

```python tangle=src/pkg/b.py
def f():
    return A()
```
"""

A = '''\
x = 1


class A:
    y = 2

    def m(self):
        """Give x.

        Always.
        """
        return x

    def n(self):
        return 2
'''

B = """\
import os

from pkg.a import A


def f():
    return A()
"""


@pytest.fixture
def start(folder):
    folder.write("book/a.md", CHAPTER)
    assert folder.literate("tangle") == 0
    assert (folder.read("src/pkg/a.py"), folder.read("src/pkg/b.py")) == (A, B)
    return folder


def untangled(folder, **files):
    """The lines taken out of the chapter and put in, once the edits are carried back and tangled again."""
    for name, text in files.items():
        folder.write(f"src/pkg/{name}.py", text)
    before = folder.read("book/a.md").split("\n")
    assert folder.literate("untangle") == 0
    assert folder.literate("tangle") == 0
    for name, text in files.items():
        assert folder.read(f"src/pkg/{name}.py") == text
    after = folder.read("book/a.md").split("\n")
    return [line for line in before if line not in after], [line for line in after if line not in before]


@pytest.mark.parametrize(
    ("edited", "changed"),
    [
        (A.replace("x = 1", "x = 'é'"), (["x = 1"], ["x = 'é'"])),
        (A.replace("y = 2", "y = 3"), (["  >     y = 2"], ["  >     y = 3"])),
        (A.replace("return 2", "return 3"), (["    return 2"], ["    return 3"])),
        (A.replace("Always.", "Always!"), (["    Always."], ["    Always!"])),
        (A.replace("    y = 2\n", "    y = 2\n    z = 3\n"), ([], ["  >     z = 3"])),
        (A.replace("    y = 2\n", "    y = 2\n\n    z = 3\n"), ([], ["  >", "  >     z = 3"])),
        (A.replace("x = 1\n", "w = 0\nx = 1\n"), ([], ["w = 0"])),
        (A.replace("x = 1\n", "x = 1\nw = 0\n"), ([], ["w = 0"])),
        (A + "\n    def o(self): ...\n", ([], ["def o(self): ..."])),
        (A.replace("\n    def n(self):\n        return 2\n", ""), (["def n(self):", "    return 2"], [])),
        (
            A.replace("x = 1", "x = 9").replace("y = 2", "y = 9").replace("return 2", "return 9"),
            (["x = 1", "  >     y = 2", "    return 2"], ["x = 9", "  >     y = 9", "    return 9"]),
        ),
        (
            A.replace("x = 1\n\n\nclass A:\n    y = 2", "v = 1\n\n\nclass A:  # A\n    y = 3"),
            (["x = 1", "  > class A:", "  >     y = 2"], ["v = 1", "  > class A:  # A", "  >     y = 3"]),
        ),
    ],
)
def test_an_edit_is_carried_back_and_nothing_else_changes(start, edited, changed):
    assert untangled(start, a=edited) == changed


def test_edits_of_several_files_are_carried_back_together(start):
    removed, added = untangled(start, a=A.replace("x = 1", "x = 5"), b=B.replace("A()", "A().n()"))
    assert (removed, added) == (["x = 1", "    return A()"], ["x = 5", "    return A().n()"])


def test_only_the_files_named_are_untangled(start, capsys):
    start.write("src/pkg/a.py", A.replace("x = 1", "x = 5"))
    start.write("src/pkg/b.py", B.replace("A()", "A().n()"))
    assert start.literate("untangle", "src/pkg/b.py") == 0
    assert "A().n()" in start.read("book/a.md")
    assert "x = 1" in start.read("book/a.md")
    assert start.literate("untangle", "src/pkg/c.py") == 2
    assert "'src/pkg/c.py' is not a tangled file. Did you mean" in capsys.readouterr().err


def test_a_dry_run_shows_the_patch_and_writes_nothing(start, capsys):
    start.write("src/pkg/a.py", A.replace("return 2", "return 3"))
    capsys.readouterr()
    assert start.literate("untangle", "--dry-run") == 0
    patch = capsys.readouterr().out
    assert patch == (
        "--- a/book/a.md\n+++ b/book/a.md\n@@ -24,7 +24,7 @@\n     return x\n \n def n(self):\n"
        "-    return 2\n+    return 3\n ```\n \n ```python tangle=src/pkg/b.py\n"
    )
    assert start.read("book/a.md") == CHAPTER


def test_with_nothing_edited_nothing_is_done(start, capsys):
    capsys.readouterr()
    assert start.literate("untangle") == 0
    assert start.literate("untangle", "--quiet") == 0
    assert capsys.readouterr().out == "no tangled file was edited by hand\n"


@pytest.mark.parametrize(
    ("edited", "reason"),
    [
        (
            A.replace("    y = 2\n\n    def m(self):\n", "    def o(self):\n"),
            "it does not lie within blocks of the chapter",
        ),
        (
            A.replace("x = 1\n\n\n", ""),
            "it takes out all of the block at book/a.md:5: take it out of the chapter",
        ),
        (A.replace("x = 1\n\n\nclass", "x = 1\nw = 0\nclass"), "blocks do not hold it exactly"),
        (A.replace("x = 1\n", 'x = """\n```\n"""\n'), "blocks do not hold it exactly"),
        (A.replace("return 2", "return ="), "blocks do not hold it exactly"),
        (A.replace("x = 1\n", "x = 1\nreturn\n"), "blocks do not hold it exactly"),
        (A.replace("x = 1\n\n\n", "x = 1\n\n"), "the empty lines between blocks are put in by the tangler"),
        (A + "<<<<<<< a\n=======\n>>>>>>> b\n", "the file holds the markers of a merge"),
    ],
)
def test_what_cannot_be_carried_back_exactly_is_refused_by_name(start, capsys, edited, reason):
    start.write("src/pkg/a.py", edited)
    start.write("src/pkg/b.py", B.replace("A()", "A().n()"))
    capsys.readouterr()
    assert start.literate("untangle") == 1
    message = capsys.readouterr().err
    assert message.startswith("src/pkg/a.py was edited by hand, so nothing was written.\n")
    assert f"The edit cannot be carried back to a chapter: {reason}." in message
    assert start.read("book/a.md") == CHAPTER
    assert start.read("src/pkg/a.py") == edited


@pytest.mark.parametrize("ends", ["\r\n", "\n", "\r"])
@pytest.mark.parametrize("mark", ["\ufeff", ""])
def test_a_chapter_keeps_its_byte_order_mark_and_line_ends(folder, mark, ends):
    folder.write("book/a.md", (mark + CHAPTER).replace("\n", ends))
    assert folder.literate("tangle") == 0
    folder.write("src/pkg/a.py", A.replace("return 2", "return 3\n\n    w = 4"))
    assert folder.literate("untangle") == 0
    text = mark + CHAPTER.replace("return 2\n", "return 3\n\nw = 4\n")
    assert folder.read("book/a.md") == text.replace("\n", ends)


def test_mixed_line_ends_stay_as_they_are(folder):
    lines = CHAPTER.split("\n")
    folder.write("book/a.md", "\r\n".join(lines[:10]) + "\r\n" + "\n".join(lines[10:]))
    assert folder.literate("tangle") == 0
    folder.write("src/pkg/a.py", A.replace("return 2", "return 3"))
    assert folder.literate("untangle") == 0
    lines = CHAPTER.replace("return 2", "return 3").split("\n")
    assert folder.read("book/a.md") == "\r\n".join(lines[:10]) + "\r\n" + "\n".join(lines[10:])


LINES = st.sampled_from(
    [
        "",
        "x = 1",
        "    z = 3",
        "    def p(self):",
        "        return x",
        "def g():",
        "    return 1",
        "# note",
        "```",
    ]
)


@st.composite
def edits(draw):
    """The tangled file with up to three lines changed, added or taken out, anywhere."""
    lines = A.split("\n")[:-1]
    for _ in range(draw(st.integers(1, 3))):
        row = draw(st.integers(0, len(lines)))
        kind = draw(st.sampled_from(["change", "add", "remove"]))
        if kind != "add" and row < len(lines):
            del lines[row]
        if kind != "remove":
            lines.insert(row, draw(LINES))
    return "".join(line + "\n" for line in lines)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(edited=edits())
def test_any_edit_is_carried_back_exactly_or_refused_with_a_reason(edited):
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        (root / "src/pkg").mkdir(parents=True)
        (root / "src/pkg/a.py").write_text(edited)
        (root / "src/pkg/b.py").write_text(B)
        book = build.build(Settings(root, ("book/*.md",), ("src/pkg",)), [reader.read(CHAPTER, "book/a.md")])
        Record({"src/pkg/a.py": [A], "src/pkg/b.py": [B]}).save(root)
        result = untangle.carry_back(Tangler(book))
    if result.refused:
        assert edited != A
        assert all(edit.reason and edit.changes for edit in result.refused)
        return
    again = build.revised(book, result.texts)
    assert again.problems == ()
    assert again.targets["src/pkg/a.py"].text == edited
    assert again.targets["src/pkg/b.py"].text == B
    # Nothing but the lines of blocks has changed: with the blocks taken out the chapters are the same.
    assert prose(again.chapters[0]) == prose(book.chapters[0])


def prose(chapter):
    inside = {line.number for block in chapter.blocks for line in block.lines}
    return [line for number, line in enumerate(chapter.text.split("\n"), start=1) if number not in inside]


@pytest.mark.parametrize("added", ["\n    def h(self):\n        return 3\n", "\n    z = 3\n"])
def test_a_method_added_at_the_end_of_a_class_that_ends_its_block_is_carried_back(folder, added):
    first = "```python tangle=src/pkg/a.py\nclass A:\n    def f(self):\n        return 1\n```\n\n"
    folder.write("book/a.md", first + "```python tangle=src/pkg/a.py\ndef g():\n    return 2\n```\n")
    assert folder.literate("tangle") == 0
    edited = folder.read("src/pkg/a.py").replace("return 1\n", "return 1\n" + added)
    folder.write("src/pkg/a.py", edited)
    assert folder.literate("untangle") == 0
    assert folder.literate("tangle") == 0
    assert folder.read("src/pkg/a.py") == edited
    assert folder.read("book/a.md").count("return 1\n" + added + "```") == 1


def test_a_function_added_below_a_class_that_other_blocks_go_on_with_is_carried_back(start):
    removed, added = untangled(start, a=A + "\n\ndef top():\n    return 5\n")
    assert (removed, added) == ([], ["  >", "  >", "  > def top():", "  >     return 5"])


@pytest.mark.parametrize("name", ["g", "h"])
def test_a_function_taken_out_takes_the_empty_lines_on_its_own_side_along(folder, name):
    def chapter(*blocks):
        functions = ["\n\n\n".join(f"def {name}():\n    return 1" for name in names) for names in blocks]
        return "\n".join(f"```python tangle=src/pkg/a.py\n{code}\n```\n" for code in functions)

    folder.write("book/a.md", chapter("f", "gh", "i"))
    assert folder.literate("tangle") == 0
    edited = folder.read("src/pkg/a.py").replace(f"def {name}():\n    return 1\n\n\n", "")
    untangled(folder, a=edited)
    assert folder.read("book/a.md") == chapter("f", "gh".replace(name, ""), "i")


@pytest.mark.parametrize("line", ["    indented", "        more", "left", ""])
def test_a_line_of_a_string_in_a_method_is_carried_back_as_it_stands(folder, line):
    first = "```python tangle=src/pkg/a.py\nclass A:\n    x = 1\n```\n\n"
    chapter = first + "```python tangle=src/pkg/a.py class=A\n{}```\n"
    method = "def f(self):\n    return '''a\n    b\n{}'''\n"
    folder.write("book/a.md", chapter.format(method.format("")))
    assert folder.literate("tangle") == 0
    made = folder.read("src/pkg/a.py")
    edited = made.replace("    b\n", f"    c\n{line}\n").replace("def f", "def g")
    untangled(folder, a=edited)
    new = method.format(f"{line}\n").replace("    b", "    c").replace("def f", "def g")
    assert folder.read("book/a.md") == chapter.format(new)


@pytest.fixture
def both(folder):
    """A chapter and its file that have changed so that the edit, once carried back, could be seen again."""
    chapter = "```python tangle=src/pkg/a.py\n{}```\n"
    folder.write("book/a.md", chapter.format("import os\nx = 1\n"))
    assert folder.literate("tangle") == 0
    folder.write("book/a.md", chapter.format("import os\nx = 1\nimport os\n"))
    folder.write("src/pkg/a.py", "x = 1\n")
    return folder


def test_an_edit_that_was_carried_back_is_not_seen_again(both):
    for _ in range(2):
        assert both.literate("untangle") == 0
        assert both.read("book/a.md") == "```python tangle=src/pkg/a.py\nx = 1\nimport os\n```\n"
    assert both.literate("tangle") == 0
    assert both.read("src/pkg/a.py") == "x = 1\nimport os\n"


def test_an_edit_that_was_carried_back_is_seen_again_when_the_chapter_loses_it(both):
    before = both.read("book/a.md")
    assert both.literate("untangle") == 0
    both.write("book/a.md", before)
    for command in ("tangle", "tangle --check"):
        assert both.literate(*command.split()) == 1
        assert both.read("src/pkg/a.py") == "x = 1\n"
    assert both.literate("untangle") == 0
    assert both.read("book/a.md") == "```python tangle=src/pkg/a.py\nx = 1\nimport os\n```\n"


def test_edits_carried_back_one_after_the_other_are_not_seen_again(both):
    both.write(
        "book/b.md", both.read("book/a.md").replace("a.py", "b.py").replace("x = 1\nimport os", "x = 1")
    )
    assert both.literate("untangle") == 0
    assert both.literate("tangle") == 0
    both.write("book/b.md", both.read("book/b.md").replace("x = 1\n", "x = 1\nimport os\n"))
    both.write("src/pkg/b.py", "x = 1\n")
    both.write("src/pkg/a.py", "x = 2\nimport os\n")
    for name in "ba":
        assert both.literate("untangle", f"src/pkg/{name}.py") == 0
    assert both.literate("tangle") == 0
    assert (both.read("src/pkg/a.py"), both.read("src/pkg/b.py")) == (
        "x = 2\nimport os\n",
        "x = 1\nimport os\n",
    )


def _functions(number):
    return "\n\n\n".join(f"def f{row}(self):\n    return self" for row in range(number)) + "\n"


def test_one_of_many_changes_that_cannot_be_carried_back_is_named(folder, capsys):
    chapter = f"# T\n\n```python tangle=src/pkg/a.py\n{_functions(8)}```\n"
    folder.write("book/a.md", chapter + "\n```python tangle=src/pkg/a.py\nlast = 1\n```\n")
    assert folder.literate("tangle") == 0
    edited = folder.read("src/pkg/a.py").replace("return self", "return this").replace("last = 1\n", "")
    folder.write("src/pkg/a.py", edited)
    before = folder.read("book/a.md")
    assert folder.literate("untangle") == 1
    line = before[: before.index("last = 1")].count("\n")
    assert f"it takes out all of the block at book/a.md:{line}: " in capsys.readouterr().err
    assert folder.read("book/a.md") == before


def test_an_edit_that_was_carried_back_is_not_lost_when_the_chapter_is_taken_back(start, capsys):
    edited = A.replace("return 2", "return 3")
    start.write("src/pkg/a.py", edited)
    assert start.literate("untangle") == 0
    assert start.literate("tangle", "--check") == 0
    start.write("book/a.md", CHAPTER)
    capsys.readouterr()
    assert start.literate("tangle") == 1
    assert "-    return 2\n+    return 3\n" in capsys.readouterr().err
    assert start.read("src/pkg/a.py") == edited


def test_a_second_edit_after_one_that_was_carried_back_loses_neither_when_the_chapter_is_taken_back(start):
    once = A.replace("return 2", "return 3")
    start.write("src/pkg/a.py", once)
    assert start.literate("untangle") == 0
    start.write("book/a.md", CHAPTER)
    untangled(start, a=once.replace("x = 1", "x = 5"))


def test_a_chapter_saved_while_it_is_untangled_is_left_alone(start):
    start.write("src/pkg/a.py", A.replace("return 2", "return 3"))
    tangler = Tangler(start.book())
    result = untangle.carry_back(tangler)
    start.write("book/a.md", CHAPTER + "saved by an editor\n")
    with pytest.raises(CallError, match=r"book/a\.md was saved in the meantime"):
        untangle.write(tangler, result)
    assert start.read("book/a.md") == CHAPTER + "saved by an editor\n"


# What the base, the edited file and the chapters' text hold; what the edit changes in the last.
@pytest.mark.parametrize(
    ("base", "edited", "made", "found"),
    [
        # Only the file was edited.
        ("a b c", "a B c", "a b c", [(1, 2, "B")]),
        ("a b c", "a c", "a b c", [(1, 2, "")]),
        ("a b", "a b c", "a b", [(2, 2, "c")]),
        # Only the chapter was: the file cannot have what it never had, and nobody took it out.
        ("a b c", "a b c", "a b new c", []),
        ("a b c", "a b c", "a c", []),
        # Both, apart from each other.
        ("a b c d", "a b c D", "new a b c d", [(4, 5, "D")]),
        ("a b c d", "a b c D", "b c d", [(2, 3, "D")]),
        ("a b c d", "a B c d", "A1 A2 b c d", [(2, 3, "B")]),
        # Both the same: it is in the chapter already.
        ("a b c", "a B c", "a B c", []),
        ("a b c", "a B c z", "a B c", [(3, 3, "z")]),
        ("a a b", "a b", "a new b", None),
        # Both in one place, or so near that they may be about the same.
        ("a b c", "a B c", "a X c", None),
        ("a b", "a mine b", "a new b", None),
        ("a b c", "a B1 c", "a B1 new c", None),
        ("a b c", "a b mine c", "a c", None),
        ("a b c", "a a b c", "a a new b c", None),
    ],
)
def test_what_the_chapters_changed_is_no_part_of_an_edit(base, edited, made, found):
    hunks = untangle.changes(base.split(), edited.split(), made.split())
    if found is None:
        assert any(hunk.contested for hunk in hunks)
    else:
        assert [(hunk.start, hunk.end, " ".join(hunk.lines), hunk.contested) for hunk in hunks] == [
            (*hunk, False) for hunk in found
        ]


@st.composite
def revisions(draw, names):
    """The lines 0 to 9 with some taken out, and others put in that stand nowhere else."""
    lines = [str(number) for number in range(10)]
    for name in draw(st.lists(st.sampled_from(names), unique=True, max_size=4)):
        lines.insert(draw(st.integers(0, len(lines))), name)
    gone = draw(st.sets(st.sampled_from([str(number) for number in range(10)]), max_size=3))
    return [line for line in lines if line not in gone]


@given(edited=revisions(["e1", "e2", "e3", "e4"]), made=revisions(["t1", "t2", "t3", "t4"]))
def test_an_edit_takes_out_no_line_that_it_did_not_begin_from(edited, made):
    base = [str(number) for number in range(10)]
    hunks = untangle.changes(base, edited, made)
    if any(hunk.contested for hunk in hunks):
        return
    result = [*made]
    for hunk in reversed(hunks):
        result[hunk.start : hunk.end] = hunk.lines
    taken_out = {line for line in base if line not in edited or line not in made}
    assert sorted(result) == sorted({*base, *edited, *made} - taken_out)
