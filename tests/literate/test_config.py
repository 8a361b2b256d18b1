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
        "Known keys: chapters, outputs, imports, starters, claims."
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


def test_toml_that_cannot_be_parsed_is_refused(folder):
    assert refused(folder, "[tool").startswith("pyproject.toml cannot be read: ")


def test_no_chapter_is_an_error(folder):
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


@pytest.mark.parametrize("pattern", ["", "book/**.md"])
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
