"""Places that were saved are those that the chapters give, and none is told when anything has changed."""

import json
import subprocess
import sys

import pytest

from literate.places import Places
from literate.tangling import places

FIRST = """\
# First

## One

```python tangle=src/pkg/a.py
import os
```

```python tangle=src/pkg/a.py
class A:
    x = 1

    def k(self):
        return self.x
```

## Two

- item

  ```python tangle=src/pkg/a.py class=A
  def m(self):
      '''Raise.

      KeyError.'''
      raise KeyError
  ```

```python tangle=src/pkg/b.py shared
y = 2
```
"""
SECOND = "# Second\n\n```python tangle=src/pkg/b.py shared\nz = 3\n```\n"
STARTER = '\n[tool.literate.starters."src/pkg/starter.py"]\nsources = ["src/pkg/a.py"]\n'


@pytest.fixture
def book(folder):
    folder.write("pyproject.toml", folder.read("pyproject.toml") + STARTER)
    folder.write("book/1.md", FIRST)
    folder.write("book/2.md", SECOND)
    assert folder.literate("--quiet", "tangle") == 0
    return folder


def told(book, file="src/pkg/a.py", line=1):
    place = places.find(book.settings(), file, line)
    return place and (place.path, place.line, place.title)


def test_every_place_is_the_one_that_the_chapters_give(book):
    there = Places(book.book())
    settings = book.settings()
    for name, target in there.targets.items():
        for line in range(1, len(target.lines) + 1):
            place = there.find(name, line)
            assert places.find(settings, name, line) == places.Place(
                place.path, place.line, place.title, name
            )
    for path, text in (("book/1.md", FIRST), ("book/2.md", SECOND)):
        for line in range(1, text.count("\n") + 2):
            assert places.back(settings, path, line) == there.back(path, line)
    assert set(there.targets) == {"src/pkg/a.py", "src/pkg/b.py", "src/pkg/starter.py"}


def test_a_line_and_an_empty_line_beside_it(book):
    lines = book.read("src/pkg/a.py").split("\n")
    row = lines.index("    def m(self):")
    assert lines[row - 1] == ""
    assert (told(book, line=row), told(book, line=row + 1)) == (
        ("book/1.md", 14, "One"),
        ("book/1.md", 22, "Two"),
    )
    assert places.back(book.settings(), "./book/1.md", 22) == [
        ("src/pkg/a.py", row + 1),
        ("src/pkg/starter.py", 15),
    ]


def test_absolute_paths_and_links_are_known(book):
    assert told(book, str(book.root / "src/pkg/a.py")) == ("book/1.md", 6, "One")
    (book.root / "link").symlink_to(book.root / "src")
    assert told(book, str(book.root / "link/pkg/a.py")) == ("book/1.md", 6, "One")


@pytest.mark.parametrize("file, line", [("src/pkg/c.py", 1), ("src/pkg/a.py", 0), ("src/pkg/a.py", 99)])
def test_what_is_no_tangled_line_has_no_place(book, file, line):
    assert told(book, file, line) is None


CHANGES = {
    "a chapter edited": lambda book: book.write("book/2.md", SECOND + "\ntext\n"),
    "a chapter added": lambda book: book.write("book/3.md", "# Third\n"),
    "a chapter renamed": lambda book: (book.root / "book/2.md").rename(book.root / "book/4.md"),
    "a chapter that cannot be read": lambda book: book.write("book/2.md", b"\xff"),
    "the settings edited": lambda book: book.write(
        "pyproject.toml", book.read("pyproject.toml") + 'docstring = "x"\n'
    ),
    "the saved places damaged": lambda book: book.write(places.PLACE, book.read(places.PLACE)[:-9]),
    "the saved places gone": lambda book: (book.root / places.PLACE).unlink(),
}


@pytest.mark.parametrize("change", CHANGES)
def test_nothing_is_told_after_a_change(book, change):
    assert (told(book), places.back(book.settings(), "book/1.md", 6)[:1]) == (
        ("book/1.md", 6, "One"),
        [("src/pkg/a.py", 1)],
    )
    CHANGES[change](book)
    assert (told(book), places.back(book.settings(), "book/1.md", 6)) == (None, [])


@pytest.mark.parametrize(
    "change", [lambda place: place.write_text("import re\n"), lambda place: place.unlink()]
)
def test_nothing_is_told_of_a_file_that_was_edited(book, change):
    change(book.root / "src/pkg/a.py")
    assert (told(book), told(book, "src/pkg/b.py")) == (None, ("book/1.md", 30, "Two"))


def test_the_command_is_right_before_and_after_a_change(book, capsys):
    def asked(*place):
        capsys.readouterr()
        book.literate("where", *place)
        return capsys.readouterr().out

    place, line = "book/1.md:6: section 'One'\n", "src/pkg/a.py:1\n"
    assert (asked("src/pkg/a.py:1"), asked("--back", "book/1.md:6")) == (place, line)
    book.write("book/1.md", FIRST.replace("# First\n", "# First\n\ntext\n"))
    assert (asked("src/pkg/a.py:1"), asked("--back", "book/1.md:8")) == (place.replace("6", "8"), line)
    book.write("src/pkg/a.py", "\n" + book.read("src/pkg/a.py"))
    assert asked("src/pkg/a.py:2") == place.replace("6", "8")


def test_no_chapter_is_read_while_nothing_has_changed(book):
    program = (
        "import sys; from literate.cli import main; main(sys.argv[1:]); "
        "heavy = ('literate.reading.reader', 'markdown_it', 'difflib', 'subprocess'); "
        "print([name for name in heavy if name in sys.modules])"
    )

    def asked(*words):
        command = [sys.executable, "-c", program, "where", *words]
        return subprocess.run(command, cwd=book.root, capture_output=True, text=True, check=True).stdout

    assert asked("src/pkg/a.py:1") == "book/1.md:6: section 'One'\n[]\n"
    assert asked("--back", "book/1.md:6") == "src/pkg/a.py:1\n[]\n"
    book.write("book/2.md", SECOND + "\ntext\n")
    assert "'literate.reading.reader'" in asked("src/pkg/a.py:1")


def test_a_check_saves_nothing(folder):
    folder.write("book/1.md", FIRST.replace(" shared", ""))
    assert folder.literate("--quiet", "tangle", "--check") == 1
    assert not (folder.root / ".literate").exists()


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data["targets"]["src/pkg/a.py"].pop("lines"),
        lambda data: data["targets"]["src/pkg/a.py"].update(starts=[]),
        lambda data: data["targets"]["src/pkg/a.py"].update(lines=["x"] * 99),
        lambda data: data.update(targets=[]),
        lambda data: data["targets"]["src/pkg/a.py"]["lines"].reverse(),
    ],
)
def test_damaged_places_are_not_believed_and_the_next_run_mends_them(book, capsys, damage):
    whole = book.read(places.PLACE)
    data = json.loads(whole)
    damage(data)
    book.write(places.PLACE, json.dumps(data))
    capsys.readouterr()
    assert book.literate("where", "src/pkg/a.py:1") == 0
    assert book.literate("where", "--back", "book/1.md:6") == 0
    assert capsys.readouterr().out == "book/1.md:6: section 'One'\nsrc/pkg/a.py:1\n"
    assert book.literate("tangle") == 0
    assert book.read(places.PLACE) == whole


def test_places_that_are_gone_are_saved_again(book):
    whole = book.read(places.PLACE)
    (book.root / places.PLACE).unlink()
    assert book.literate("tangle") == 0
    assert book.read(places.PLACE) == whole


def test_a_chapters_line_in_a_file_that_was_edited_is_not_told(book):
    book.write("src/pkg/a.py", "# new\n" + book.read("src/pkg/a.py"))
    assert places.back(book.settings(), "book/1.md", 6) == []
    assert places.back(book.settings(), "book/1.md", 30) == [("src/pkg/b.py", 1)]
