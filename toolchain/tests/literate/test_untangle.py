"""Edits of tangled files go back to the chapters, exactly or not at all."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from literate import build, untangle
from literate.read import chapter as reader
from literate.settings import Settings

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


def test_lines_that_two_blocks_could_share_in_two_ways_are_refused(folder, capsys):
    chapter = "".join(f"```python tangle=src/pkg/a.py\nimport {name}\n```\n\n" for name in ("os", "re"))
    folder.write("book/a.md", chapter)
    assert folder.literate("tangle") == 0
    folder.write("src/pkg/a.py", "import abc\nimport ast\nimport csv\n")
    capsys.readouterr()
    assert folder.literate("untangle") == 1
    assert "could be shared out among them in more than one way" in capsys.readouterr().err


def test_a_formatters_run_is_carried_back(folder):
    chapter = "# T\n\n```python tangle=src/pkg/a.py\nx = {'a':1}\ndef f( a ):\n  return a\n```\n"
    folder.write("book/a.md", chapter + "\n```python tangle=src/pkg/a.py\ny=f( 'b' )\n```\n")
    assert folder.literate("tangle") == 0
    made = folder.root / "src/pkg/a.py"
    subprocess.run([sys.executable, "-m", "ruff", "format", "-q", "--isolated", made], check=True)
    formatted = made.read_text()
    assert 'y = f("b")' in formatted
    assert folder.literate("untangle") == 0
    assert folder.literate("tangle", "--check") == 0
    assert made.read_text() == formatted


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


def test_a_chapter_saved_in_the_meantime_is_left_alone(start, monkeypatch):
    from literate.reading import source
    from literate.tangling import untangle
    from literate.tangle import Tangler
    from literate.writer import SavedMeanwhile

    start.write("src/pkg/a.py", A.replace("return 2", "return 3"))
    tangler = Tangler(start.project())
    result = untangle.carry_back(tangler)
    encode = source.encode

    def saving(text, before):
        start.write("book/a.md", CHAPTER + "saved by an editor\n")
        return encode(text, before)

    monkeypatch.setattr(source, "encode", saving)
    with pytest.raises(SavedMeanwhile, match=r"book/a\.md was saved in the meantime"):
        untangle.apply(tangler.book, result.texts)
    assert start.read("book/a.md") == CHAPTER + "saved by an editor\n"


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
    from literate.config import Config

    book = project.build(
        Config(Path(), ("book/*.md",), ("src/pkg",), ("src",)), [reader.read(CHAPTER, "book/a.md")]
    )
    edit = handedit.find(book, book.targets["src/pkg/a.py"], edited, Bases((A,), True))
    if edit.reason:
        assert edited != A
        return
    again = book.revised(edit.chapters)
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


TWINS = """\
# T

```python tangle=src/pkg/a.py
import os
import re

X = 1

def f():
    return 'first'
```

```python tangle=src/pkg/b.py
import os
import re

X = 1

def f():
    return 'second'
```
"""


def renamed(folder, **names):
    """The twins, tangled, edited in the files named, and then renamed in the chapter."""
    folder.write("book/a.md", TWINS)
    assert folder.literate("tangle") == 0
    text = TWINS
    for name, new in names.items():
        path = f"src/pkg/{name}.py"
        folder.write(path, folder.read(path).replace("X = 1", f"X = '{name}'"))
        text = text.replace(path, f"src/pkg/{new}.py")
    for name in "ab":
        text = text.replace(f"src/pkg/{name}.py", f"src/pkg/{name}{name}.py")
    folder.write("book/a.md", text)
    return text.split("X = 1")


@pytest.mark.parametrize("names", [{"b": "c"}, {"a": "c"}, {"a": "d", "b": "c"}])
def test_an_edit_goes_along_with_the_nearest_of_targets_that_are_renamed_together(folder, names):
    first, middle, last = renamed(folder, **names)
    x = [f"'{name}'" if name in names else 1 for name in "ab"]
    assert folder.literate("untangle") == 0
    assert folder.read("book/a.md") == f"{first}X = {x[0]}{middle}X = {x[1]}{last}"
    assert folder.literate("tangle") == 0
    assert folder.literate("tangle", "--check") == 0


def test_the_edit_of_a_file_whose_target_is_renamed_is_named_by_that_file(folder, capsys):
    first, middle, last = renamed(folder, a="d", b="c")
    capsys.readouterr()
    assert folder.literate("tangle") == 1
    heads = [line for line in capsys.readouterr().err.split("\n") if "was edited by hand" in line]
    assert heads == [f"src/pkg/{name}.py was edited by hand, so nothing was written." for name in "ab"]
    assert folder.literate("untangle", "src/pkg/b.py") == 0
    assert folder.read("book/a.md") == f"{first}X = 1{middle}X = 'b'{last}"


def test_an_edit_of_a_file_that_two_new_targets_are_as_near_to_stays_where_it_is(folder, capsys):
    block = "```python tangle=src/pkg/{}.py\nx = 1\ny = 2\nz = 3\n```\n\n"
    folder.write("book/a.md", block.format("a") + block.format("b"))
    assert folder.literate("tangle") == 0
    folder.write("src/pkg/a.py", "x = 1\ny = 'mine'\nz = 3\n")
    text = block.format("c") + block.format("d")
    folder.write("book/a.md", text)
    for command in ("untangle", "tangle"):
        capsys.readouterr()
        assert folder.literate(command) == 0
    assert capsys.readouterr().err == (
        "src/pkg/a.py is in no chapter any more, but was edited by hand, so it stays.\n"
    )
    assert folder.read("src/pkg/a.py") == "x = 1\ny = 'mine'\nz = 3\n"
    assert folder.read("book/a.md") == text


@pytest.fixture
def readings(monkeypatch):
    """How often the chapters are read again to try a change out."""
    seen = []
    revised = project.Project.revised
    monkeypatch.setattr(project.Project, "revised", lambda *given: seen.append(given) or revised(*given))
    return seen


def _functions(number):
    return "\n\n\n".join(f"def f{row}(self):\n    return self" for row in range(number)) + "\n"


def test_many_changes_of_one_edit_are_tried_out_together(folder, readings):
    folder.write("book/a.md", f"# T\n\n```python tangle=src/pkg/a.py\n{_functions(60)}```\n")
    assert folder.literate("tangle") == 0
    edited = _functions(60).replace("return self", "return this")
    untangled(folder, a=edited)
    # Once to plan, once to carry the edit, once to take it over for the next file.
    assert len(readings) == 3


def test_one_of_many_changes_that_is_written_another_way_takes_few_trials(folder, readings):
    chapter = f"# T\n\n```python tangle=src/pkg/a.py\n{_functions(64)}\n\nclass A:\n    x = 1\n```\n"
    folder.write("book/a.md", chapter + "\n```python tangle=src/pkg/a.py class=A\ny = 2\n```\n")
    assert folder.literate("tangle") == 0
    edited = folder.read("src/pkg/a.py").replace("return self", "return this")
    untangled(folder, a=edited + "\n\ndef last(): ...\n")
    # One by one they would take two times sixty-five.
    assert len(readings) < 40


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
