"""The settings of a project, and which files are its chapters."""

import os

import pytest

from literate import settings
from literate.errors import CallError
from literate.settings import Starter, Typed

TABLE = '[tool.literate]\nchapters = ["book/*.md"]\noutputs = ["src/pkg"]\n'
STARTER = '[tool.literate.starters."s.py"]\n'


def refused(folder, text):
    folder.write("pyproject.toml", text)
    with pytest.raises(CallError) as error:
        settings.load(folder.root)
    return str(error.value)


def patterns(folder, *chapters):
    folder.write("pyproject.toml", f'[tool.literate]\nchapters = {list(chapters)}\noutputs = ["src/pkg"]\n')


def test_the_table_is_read_and_each_path_has_one_spelling(folder):
    folder.write(
        "pyproject.toml",
        '[tool.literate]\nchapters = ["book/*.md"]\noutputs = ["./src/pkg/", "examples"]\n'
        'whole = ["src/pkg/./sub"]\n[tool.literate.starters."./examples/s.py"]\n'
        'sources = ["./src/pkg//a.py"]\ndocstring = "To do."\n'
        "[tool.literate.claims]\nunchecked = 3\n"
        '[[tool.literate.claims.typed]]\nnumber = "7"\nchapter = "book/a.md"\nreason = "a name"\n',
    )
    assert settings.load(folder.root) == settings.Settings(
        root=folder.root.resolve(),
        chapters=("book/*.md",),
        outputs=("src/pkg", "examples"),
        imports=("src",),
        starters=(Starter("examples/s.py", ("src/pkg/a.py",), "To do."),),
        whole=("src/pkg/sub",),
        unchecked=3,
        typed=(Typed("7", "book/a.md", "a name"),),
    )


@pytest.mark.parametrize(
    ("table", "imports"),
    [
        ('outputs = ["pkg"]', (".",)),
        ('outputs = ["src/pkg"]\nimports = ["lib"]', ("lib",)),
        ('outputs = ["lib/b", "src/pkg", "src/c"]', ("lib", "src")),
    ],
)
def test_examples_import_from_the_parents_of_the_outputs_or_as_said(folder, table, imports):
    folder.write("pyproject.toml", f'[tool.literate]\nchapters = ["*.md"]\n{table}\n')
    assert folder.settings().imports == imports


NO_PATH = "Give a path below its top folder."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tool = 3", "[tool] must be a table."),
        (
            "[tool.litterate]",
            "pyproject.toml has no [tool.literate] table. Did you mean 'litterate'? "
            "Add it, with chapters and outputs.",
        ),
        ("[tool]\nliterate = 3", "[tool.literate] must be a table."),
        (
            '[tool.literate]\nchapter = ["a"]\noutputs = ["b"]',
            "[tool.literate] has no key 'chapter'. Did you mean 'chapters'? "
            "Known keys: chapters, outputs, whole, imports, starters, claims.",
        ),
        (
            '[tool.literate]\nchapters = ["a"]',
            '[tool.literate] needs outputs = ["…"]: a list of at least one path.',
        ),
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
        (
            TABLE + '[[tool.literate.claims.typed]]\nnumber = "7"\nchapter = "a.md"\nreason = " "',
            '[tool.literate.claims.typed] needs reason = "…" in every entry.',
        ),
        (TABLE + 'imports = "src"', '[tool.literate] needs imports = ["…"]: a list of at least one path.'),
        *[
            (TABLE + f'imports = ["{path}"]', f"[tool.literate]: '{path}' leaves the project. {NO_PATH}")
            for path in ("../x", "/x", "a/../../x")
        ],
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
            '[tool.literate.starters."s.py"] names a source twice.',
        ),
        (
            TABLE + f'{STARTER}sources = ["a.py"]\n[tool.literate.starters."./s.py"]\nsources = ["b.py"]',
            "[tool.literate.starters] makes one file twice. Give each starter a file of its own.",
        ),
        (
            TABLE + f'{STARTER}sources = ["/a.py"]',
            f"[tool.literate.starters.\"s.py\"]: '/a.py' leaves the project. {NO_PATH}",
        ),
        (
            TABLE + f'{STARTER}sources = ["a.py"]\ndocstring = 5',
            '[tool.literate.starters."s.py"] needs docstring = "…": a text.',
        ),
        *[
            (
                f'[tool.literate]\nchapters = ["{pattern}"]\noutputs = ["src"]',
                f"[tool.literate]: '{pattern}' is no pattern of chapters. Write, for example, book/*.md.",
            )
            for pattern in ("book/**.md", ".", "book/***/a.md")
        ],
    ],
)
def test_what_is_no_setting_is_refused(folder, text, message):
    assert refused(folder, text + "\n") == message


def test_settings_that_cannot_be_read_are_told_in_one_sentence(folder):
    assert refused(folder, "[tool").startswith("pyproject.toml cannot be read: ")
    (folder.root / "pyproject.toml").unlink()
    with pytest.raises(CallError, match=r"no pyproject.toml in .*: run literate in the project's top folder"):
        folder.settings()
    (folder.root / "pyproject.toml").mkdir()
    with pytest.raises(CallError, match=r"^pyproject\.toml cannot be read: Is a directory$"):
        folder.settings()


@pytest.mark.parametrize(
    ("pattern", "taken", "left"),
    [
        ("book/*.md", ["book/9.md", "book/10.md"], ["book/x/a.md", "other/book/a.md", "book/a.mdx"]),
        ("book/**/*.md", ["book/a.md", "book/x/a.md", "book/x/y/a.md"], ["other/book/a.md", "a.md"]),
        ("*.md", ["a.md"], ["book/a.md"]),
        ("book/0?-[ab]*.md", ["book/01-a.md", "book/02-bc.md"], ["book/01-c.md", "book/x/01-a.md"]),
        ("book/*.md", ["book/a.md"], ["book/.#a.md", "book/._a.md", "book/.a.md", "book/b.md/c.md"]),
        ("**/*.md", ["book/a.md"], ["book/.ipynb_checkpoints/a.md", ".venv/a.md", "book/.#a.md"]),
    ],
)
def test_one_definition_says_what_a_chapter_is_and_their_order_is_that_of_names(folder, pattern, taken, left):
    patterns(folder, pattern)
    for path in [*taken, *left]:
        folder.write(path, "text\n")
    assert folder.settings().chapter_paths() == sorted(taken)
    assert [path for path in [*taken, *left] if folder.settings().is_chapter(path)] == taken


def test_the_lock_of_an_editor_is_no_chapter(folder):
    folder.write("book/a.md", "text\n")
    (folder.root / "book/.#a.md").symlink_to("someone@machine.1234:5678")
    assert folder.settings().chapter_paths() == ["book/a.md"]


def test_a_pattern_that_matches_nothing_is_refused_alone_and_beside_others(folder):
    folder.write("book/.a.md", "text\n")
    with pytest.raises(CallError, match=r"\[tool.literate\]: no chapter matches book/\*.md\."):
        folder.book()
    folder.write("book/a.md", "text\n")
    patterns(folder, "book/*.md", "bok/*.md")
    with pytest.raises(CallError, match=r"no chapter matches bok/\*\.md"):
        folder.book()


@pytest.mark.parametrize("linked", [True, False])
def test_a_pipe_is_no_chapter_and_nobody_waits_for_it(folder, linked):
    folder.write("book/a.md", "text\n")
    os.mkfifo(folder.root / ("pipe" if linked else "book/b.md"))
    if linked:
        (folder.root / "book/b.md").symlink_to("../pipe")
    assert folder.settings().chapter_paths() == ["book/a.md"]
