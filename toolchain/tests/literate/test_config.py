import os
import sys

import pytest

from literate import config
from literate.config import StarterConfig
from literate.errors import CallError


def refused(folder, text):
    folder.write("pyproject.toml", text)
    with pytest.raises(CallError) as error:
        config.load(folder.root)
    return str(error.value)


def test_the_table_is_read(folder):
    folder.write(
        "pyproject.toml",
        '[tool.literate]\nchapters = ["book/*.md"]\noutputs = ["./src/pkg/", "examples"]\n'
        '[tool.literate.starters."examples/s.py"]\nsources = ["src/pkg/a.py"]\n',
    )
    settings = config.load(folder.root)
    assert settings.outputs == ("src/pkg", "examples")
    assert settings.imports == ("src",)
    assert settings.starters == (StarterConfig("examples/s.py", ("src/pkg/a.py",)),)


def test_chapters_are_sorted_by_name(folder):
    for name in ("b", "a", "10", "9"):
        folder.write(f"book/{name}.md", "")
    folder.write("other/c.md", "")
    assert folder.config().chapter_paths() == ["book/10.md", "book/9.md", "book/a.md", "book/b.md"]


def test_flat_outputs_are_imported_from_the_top(folder):
    folder.write("pyproject.toml", '[tool.literate]\nchapters = ["*.md"]\noutputs = ["pkg"]\n')
    assert folder.config().imports == (".",)


def test_a_folder_without_a_project_is_refused(tmp_path):
    with pytest.raises(CallError, match=r"no pyproject.toml in .*: run literate in the project's top folder"):
        config.load(tmp_path)


def test_a_misspelt_key_is_refused_with_the_nearest(folder):
    message = refused(folder, '[tool.literate]\nchapter = ["a"]\noutputs = ["b"]\n')
    assert message == (
        "[tool.literate] has no key 'chapter'. Did you mean 'chapters'? "
        "Known keys: chapters, outputs, whole, imports, starters, claims."
    )


def test_a_missing_key_is_named(folder):
    message = refused(folder, '[tool.literate]\nchapters = ["a"]\n')
    assert message == '[tool.literate] needs outputs = ["…"]: a list of at least one path.'


def test_a_missing_table_is_named(folder):
    message = refused(folder, "[tool.litterate]\n")
    assert message == (
        "pyproject.toml has no [tool.literate] table. Did you mean 'litterate'? "
        "Add it, with chapters and outputs."
    )


def test_outputs_stay_in_the_project(folder):
    for path in ("../x", "/x", "a/../../x"):
        message = refused(folder, f'[tool.literate]\nchapters = ["a"]\noutputs = ["{path}"]\n')
        assert message == f"[tool.literate]: '{path}' leaves the project. Give a path below its top folder."


TABLE = '[tool.literate]\nchapters = ["book/*.md"]\noutputs = ["src/pkg"]\n'
STARTER = '[tool.literate.starters."s.py"]\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tool = 3", "[tool] must be a table."),
        ("[tool]\nliterate = 3", "[tool.literate] must be a table."),
        (TABLE + "starters = [1]", "[tool.literate.starters] must be a table."),
        (TABLE + "[tool.literate.starters]\na = 1", '[tool.literate.starters."a"] must be a table.'),
        (TABLE + "claims = 1", "[tool.literate.claims] must be a table."),
        (
            TABLE + "[tool.literate.claims]\nunchecked = true",
            "[tool.literate.claims] needs unchecked = NUMBER.",
        ),
        (
            TABLE + "[tool.literate.claims]\ntyped = 3",
            "[tool.literate.claims] needs typed as a list of tables: "
            "write each as [[tool.literate.claims.typed]].",
        ),
        (TABLE + "[tool.literate.claims]\ntyped = [3]", "[tool.literate.claims.typed] must be a table."),
        (TABLE + 'imports = "src"', '[tool.literate] needs imports = ["…"]: a list of at least one path.'),
        (
            TABLE + 'imports = ["../x"]',
            "[tool.literate]: '../x' leaves the project. Give a path below its top folder.",
        ),
        (
            TABLE + 'imports = [""]',
            '[tool.literate] has an empty path in imports. Write "." for the top folder.',
        ),
        (TABLE + 'whole = ["src"]', "[tool.literate]: 'src' of whole lies in none of the outputs."),
        (
            TABLE + 'whole = ["src\\\\pkg"]',
            "[tool.literate]: 'src\\\\pkg' holds a character no path of ours may have.",
        ),
        (
            TABLE + f'{STARTER}sources = ["src/pkg/a.py", "src/pkg/./a.py"]',
            '[tool.literate.starters."s.py"] names src/pkg/a.py twice.',
        ),
        (
            TABLE + f'{STARTER}sources = ["/a.py"]',
            "[tool.literate.starters.\"s.py\"]: '/a.py' leaves the project. "
            "Give a path below its top folder.",
        ),
        (
            TABLE + f'{STARTER}sources = ["a.py"]\ndocstring = 5',
            '[tool.literate.starters."s.py"] needs docstring = "…": a text.',
        ),
    ],
)
def test_what_is_no_setting_is_refused(folder, text, message):
    assert refused(folder, text + "\n") == message


def test_paths_have_one_spelling(folder):
    folder.write(
        "pyproject.toml",
        '[tool.literate]\nchapters = ["book/*.md"]\noutputs = ["./src/pkg/"]\nwhole = ["src/pkg/./sub"]\n'
        '[tool.literate.starters."./src/pkg/s.py"]\nsources = ["./src/pkg//a.py"]\n',
    )
    settings = config.load(folder.root)
    assert (settings.outputs, settings.whole) == (("src/pkg",), ("src/pkg/sub",))
    assert settings.starters == (StarterConfig("src/pkg/s.py", ("src/pkg/a.py",)),)


def test_settings_that_cannot_be_read_are_told_in_one_sentence(folder):
    (folder.root / "pyproject.toml").unlink()
    (folder.root / "pyproject.toml").mkdir()
    with pytest.raises(CallError, match=r"^pyproject\.toml cannot be read: Is a directory$"):
        config.load(folder.root)


def test_a_chapter_that_is_missed_for_the_case_of_its_letters_is_refused(folder):
    folder.write("book/a.md", "text\n")
    folder.write("book/B.MD", "text\n")
    with pytest.raises(CallError) as error:
        folder.config().chapter_paths()
    assert str(error.value) == (
        "[tool.literate]: book/*.md does not take in book/B.MD, for the case of its letters. "
        "Rename it, or name it in chapters."
    )
    folder.write("pyproject.toml", folder.read("pyproject.toml").replace('*.md"', '*.md", "book/B.MD"'))
    assert folder.config().chapter_paths() == ["book/B.MD", "book/a.md"]


def test_a_folder_of_chapters_that_is_not_there_is_named(folder):
    with pytest.raises(CallError) as error:
        folder.project()
    assert str(error.value) == (
        "[tool.literate]: no chapter matches book/*.md: book: No such file or directory."
    )


def test_toml_that_cannot_be_parsed_is_refused(folder):
    assert refused(folder, "[tool").startswith("pyproject.toml cannot be read: ")


def test_no_chapter_is_an_error(folder):
    (folder.root / "book").mkdir()
    with pytest.raises(CallError, match=r"\[tool.literate\]: no chapter matches book/\*.md."):
        folder.project()


@pytest.mark.parametrize(
    ("pattern", "taken", "left"),
    [
        ("book/*.md", ["book/a.md"], ["book/x/a.md", "other/book/a.md", "book/a.mdx"]),
        ("book/**/*.md", ["book/a.md", "book/x/a.md", "book/x/y/a.md"], ["other/book/a.md", "a.md"]),
        ("*.md", ["a.md"], ["book/a.md"]),
        ("book/0?-[ab]*.md", ["book/01-a.md", "book/02-bc.md"], ["book/01-c.md", "book/x/01-a.md"]),
    ],
)
def test_one_definition_says_what_a_chapter_is(folder, pattern, taken, left):
    folder.write("pyproject.toml", f'[tool.literate]\nchapters = ["{pattern}"]\noutputs = ["src/pkg"]\n')
    for path in [*taken, *left]:
        folder.write(path, "text\n")
    assert folder.config().chapter_paths() == sorted(taken)
    assert [folder.config().is_chapter(path) for path in [*taken, *left]] == [True] * len(taken) + [
        False
    ] * len(left)


@pytest.mark.parametrize("pattern", ["", "book/**.md", ".", "book/***/a.md"])
def test_a_pattern_that_is_none_is_refused(folder, pattern):
    folder.write("pyproject.toml", f'[tool.literate]\nchapters = ["{pattern}"]\noutputs = ["src/pkg"]\n')
    with pytest.raises(CallError, match="is no pattern of chapters"):
        folder.config()


def test_a_pattern_that_matches_nothing_is_refused_beside_others(folder):
    folder.write(
        "pyproject.toml", '[tool.literate]\nchapters = ["book/*.md", "bok/*.md"]\noutputs = ["src"]\n'
    )
    folder.write("book/a.md", "text\n")
    with pytest.raises(CallError, match=r"no chapter matches bok/\*\.md"):
        folder.project()


@pytest.mark.parametrize("command", ["tangle", "untangle", "update", "claims"])
@pytest.mark.parametrize("linked", [True, False])
def test_a_pipe_is_no_chapter_and_nobody_waits_for_it(folder, capsys, command, linked):
    folder.write("book/a.md", "text\n")
    os.mkfifo(folder.root / ("pipe" if linked else "book/b.md"))
    if linked:
        (folder.root / "book/b.md").symlink_to("../pipe")
    assert folder.literate(command) == 2
    assert capsys.readouterr().err == (
        "literate: book/b.md is no file with text, so it cannot be a chapter. Move it, or mend chapters.\n"
    )


def test_a_folder_named_as_a_chapter_holds_chapters_at_most(folder):
    folder.write("book/a.md", "")
    folder.write("book/b.md/c.md", "")
    assert folder.config().chapter_paths() == ["book/a.md"]


@pytest.mark.skipif(sys.platform == "darwin", reason="names are UTF-8 there")
def test_a_chapter_whose_name_is_not_utf_8_is_refused(folder, capsys):
    folder.write("book/a.md", "")
    os.rename(folder.root / "book/a.md", os.fsencode(folder.root / "book") + b"/\xff.md")
    assert folder.literate("tangle") == 2
    assert capsys.readouterr().err == (
        "literate: the name of the chapter 'book/\\udcff.md' is not UTF-8. Rename it.\n"
    )


def test_a_starter_made_twice_is_refused(folder):
    table = '[tool.literate.starters."{}"]\nsources = ["src/pkg/a.py"]\n'
    settings = '[tool.literate]\nchapters = ["book/*.md"]\noutputs = ["src/pkg", "labs"]\n'
    both = settings + table.format("labs/s.py") + table.format("./labs//s.py")
    assert refused(folder, both) == (
        "[tool.literate.starters] makes labs/s.py twice. Give each starter a file of its own."
    )
