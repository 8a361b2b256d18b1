from literate.where import Places

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


def test_absolute_paths_and_links_are_known(folder):
    assert found(folder, str(folder.root / "src/pkg/a.py"), 1) == ("book/a.md", 6, "One")
    (folder.root / "link").symlink_to(folder.root / "src")
    assert found(folder, str(folder.root / "link/pkg/a.py"), 1) == ("book/a.md", 6, "One")


def test_other_files_have_no_place(folder):
    assert found(folder, "src/pkg/b.py", 1) is None
    assert found(folder, "/usr/lib/a.py", 1) is None


def test_lines_of_an_edited_file_are_found_by_their_text(folder):
    there = places(folder)
    text = folder.read("src/pkg/a.py")
    folder.write("src/pkg/a.py", "import os\nimport re\n" + text)
    assert there.find("src/pkg/a.py", 7).line == 16


def test_the_output_of_tools_is_rewritten(folder):
    there = places(folder)
    lines = {
        "src/pkg/a.py:5: error: wrong": "book/a.md:16: error: wrong",
        "src/pkg/a.py:5:9: E1 wrong": "book/a.md:16:7: E1 wrong",
        "  --> src/pkg/a.py:5:9": "  --> book/a.md:16:7",
        f'  File "{folder.root}/src/pkg/a.py", line 5, in m': '  File "book/a.md", line 16, in m',
        "src/pkg/a.py:4:5 and ./src/pkg/a.py:1": "book/a.md:15:3 and book/a.md:6",
        "(src/pkg/a.py:5)": "(book/a.md:16)",
        'other.py:5 and File "other.py", line 5': 'other.py:5 and File "other.py", line 5',
    }
    assert {line: there.rewrite(line) for line in lines} == lines


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
