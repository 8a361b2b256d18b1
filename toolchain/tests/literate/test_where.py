import os
import subprocess
import sys

import pytest

from literate.places import Places

CHAPTER = """\
# Title

## One

```python tangle=src/pkg/a.py
class A:
    x = 1
```

## Two

- item

  ```python tangle=src/pkg/a.py class=A
  def m(self):
      raise KeyError
  ```
"""


def places(folder):
    folder.write("book/a.md", CHAPTER)
    folder.literate("tangle")
    return Places.of_folder(folder.root)


def found(folder, file, line):
    place = places(folder).find(file, line)
    return place and (place.path, place.line, place.title)


def test_every_line_of_a_file_has_its_place(folder):
    assert [found(folder, "src/pkg/a.py", line)[1:] for line in range(1, 6)] == [
        (6, "One"),
        (7, "One"),
        (7, "One"),
        (15, "Two"),
        (16, "Two"),
    ]


def test_other_files_have_no_place(folder):
    assert found(folder, "src/pkg/b.py", 1) is None
    assert found(folder, "/usr/lib/a.py", 1) is None


def test_the_command_goes_back(folder, capsys):
    places(folder)
    capsys.readouterr()
    assert folder.literate("where", "--back", "book/a.md:16") == 0
    assert folder.literate("where", "--back", "book/a.md:10") == 1
    assert folder.literate("where", "--back", "book/b.md:10") == 2
    assert folder.literate("where", "--back", "-") == 2
    assert capsys.readouterr() == (
        "src/pkg/a.py:5\n",
        "book/a.md:10 is not a line of a tangled block.\n"
        "literate: 'book/b.md' is not a chapter. Did you mean 'book/a.md'? Chapters: book/a.md.\n"
        "literate: '-' is not of the form FILE:LINE.\n",
    )


def test_the_command_names_the_chapters_line(folder, capsys):
    places(folder)
    capsys.readouterr()
    assert folder.literate("where", "src/pkg/a.py:5") == 0
    assert capsys.readouterr().out == "book/a.md:16: section 'Two'\n"


def test_the_command_refuses_what_it_cannot_place(folder, capsys):
    places(folder)
    capsys.readouterr()
    assert folder.literate("where", "src/pkg/b.py:5") == 1
    assert folder.literate("where", "src/pkg/a.py") == 2
    assert capsys.readouterr().err == (
        "src/pkg/b.py is not made by any chapter.\nliterate: 'src/pkg/a.py' is not of the form FILE:LINE.\n"
    )


def test_a_line_goes_back_to_every_file_that_it_goes_into(folder):
    starter = '[tool.literate.starters."examples/s.py"]\nsources = ["src/pkg/a.py"]\n'
    folder.write("pyproject.toml", folder.read("pyproject.toml") + starter)
    assert places(folder).back("book/a.md", 15) == [("src/pkg/a.py", 4), ("examples/s.py", 10)]


def test_a_note_tells_the_place_of_each_frame_once(folder):
    frames = [("src/pkg/a.py", 5), ("other.py", 5), ("src/pkg/a.py", 5), ("src/pkg/a.py", 1)]
    assert places(folder).note(frames) == [
        "src/pkg/a.py:5 is book/a.md:16, section 'Two'",
        "src/pkg/a.py:1 is book/a.md:6, section 'One'",
    ]


def test_a_line_beyond_the_end_has_no_place(folder, capsys):
    places(folder)
    capsys.readouterr()
    assert folder.literate("where", "src/pkg/a.py:6") == 1
    assert folder.literate("where", "src/pkg/a.py:\u00b2") == 2
    assert capsys.readouterr().err == (
        "src/pkg/a.py has no line 6.\nliterate: 'src/pkg/a.py:\u00b2' is not of the form FILE:LINE.\n"
    )


def test_with_errors_in_the_chapters_no_place_is_given(folder, capsys):
    places(folder)
    folder.write("book/a.md", CHAPTER.replace("x = 1", "x = = 1"))
    capsys.readouterr()
    assert folder.literate("where", "src/pkg/a.py:5") == 1
    assert folder.literate("where", "--back", "book/a.md:6") == 1
    assert capsys.readouterr().err.count("book/a.md:7: not valid Python") == 2
    assert Places.of_folder(folder.root) is None


EDITED = "# new\nclass A:\n    x = 1\n\n    def m(self):\n        pass\n"


def test_a_chapters_line_is_followed_to_where_a_hand_edit_has_moved_it(folder, capsys):
    places(folder)
    folder.write("src/pkg/a.py", EDITED)
    there = Places.of_folder(folder.root)
    assert [there.back("book/a.md", line) for line in (6, 7, 15, 16)] == [
        [("src/pkg/a.py", 2)],
        [("src/pkg/a.py", 3)],
        [("src/pkg/a.py", 5)],
        [("src/pkg/a.py", 6)],
    ]
    capsys.readouterr()
    assert folder.literate("where", "--back", "book/a.md:15") == 0
    assert folder.literate("where", "src/pkg/a.py:5") == 0
    assert capsys.readouterr().out == "src/pkg/a.py:5\nbook/a.md:15: section 'Two'\n"


def test_a_line_that_was_taken_out_by_hand_is_nowhere(folder, capsys):
    places(folder)
    folder.write("src/pkg/a.py", EDITED.replace("    x = 1\n", "").replace("# new\n", ""))
    capsys.readouterr()
    assert folder.literate("where", "--back", "book/a.md:7") == 1
    assert folder.literate("where", "--back", "book/a.md:15") == 0
    assert capsys.readouterr() == (
        "src/pkg/a.py:3\n",
        "book/a.md:7 goes into src/pkg/a.py, where it was taken out by hand.\n",
    )


def test_other_line_ends_and_a_form_feed_move_no_line(folder):
    places(folder)
    edited = folder.read("src/pkg/a.py").replace("x = 1", "x = '\f\x1c\u2028'")
    folder.write("src/pkg/a.py", "\ufeff" + edited.replace("\n", "\r\n"))
    there = Places.of_folder(folder.root)
    assert there.find("src/pkg/a.py", 5).line == 16
    assert there.back("book/a.md", 16) == [("src/pkg/a.py", 5)]


def test_a_chapter_and_a_file_may_be_named_by_absolute_paths_and_links(folder, capsys):
    places(folder)
    (folder.root / "link").symlink_to(folder.root)
    capsys.readouterr()
    for root in (folder.root, folder.root / "link"):
        assert folder.literate("where", "--back", f"{root}/book/a.md:16") == 0
        assert folder.literate("where", f"{root}/src/pkg/a.py:5") == 0
        assert folder.literate("--quiet", "untangle", f"{root}/src/pkg/a.py") == 0
    assert capsys.readouterr().out == "src/pkg/a.py:5\nbook/a.md:16: section 'Two'\n" * 2


def test_what_is_no_line_number_has_no_place(folder):
    there = places(folder)
    assert [there.find("src/pkg/a.py", line) for line in (0, -1)] == [None, None]


@pytest.mark.parametrize("encoding", ["utf-8:strict", "ascii", "latin-1"])
@pytest.mark.parametrize("locale", ["C.UTF-8", "C", "en_US.UTF-8"])
def test_bytes_of_any_output_are_passed_on(folder, locale, encoding):
    places(folder)
    given = b"caf\xe9 caf\xc3\xa9 src/pkg/a.py:5\r\n50%\r100%\r\n\xff\x00\n"
    done = subprocess.run(
        [sys.executable, "-m", "literate", "where", "-"],
        input=given,
        capture_output=True,
        cwd=folder.root,
        env={**os.environ, "LC_ALL": locale, "PYTHONIOENCODING": encoding},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == given.replace(b"src/pkg/a.py:5", b"book/a.md:16")
