import pytest

from literate.model import TextErrors


def fence(code, *words, path="src/pkg/a.py"):
    return f"```python {' '.join([f'tangle={path}', *words])}\n{code}```\n\n"


def refused(folder, text, *others):
    folder.write("book/a.md", text)
    for number, other in enumerate(others):
        folder.write(f"book/b{number}.md", other)
    with pytest.raises(TextErrors) as error:
        folder.book().demand()
    return str(error.value).split("\n")


def test_blocks_join_in_reading_order_with_the_empty_lines_python_has(tangled):
    text = (
        fence('"""Doc."""\n')
        + fence("import math\n")
        + fence("import os\n\n")
        + fence("X = 1\n")
        + fence("\nY = 2\n")
        + fence("def f():\n    return X\n")
        + fence("# about g\n@f\ndef g(): ...\n")
        + fence("Z = 3\n")
    )
    assert tangled(text) == {
        "src/pkg/a.py": '"""Doc."""\n\nimport math\nimport os\n\nX = 1\n\nY = 2\n\n\n'
        "def f():\n    return X\n\n\n# about g\n@f\ndef g(): ...\n\n\nZ = 3\n"
    }


def test_class_blocks_go_to_the_end_of_the_class_even_after_other_code(tangled):
    text = (
        fence('class A:\n    """A."""\n    # the end\n\nclass B:\n    x = 1\n')
        + fence("def f():\n    return A\n")
        + fence("def m(self):\n    if self:\n\n        return 1\n", "class=A")
        + fence("__radd__ = m\n", "class=A")
        + fence("def n(self): ...\n", "class=B")
    )
    assert tangled(text)["src/pkg/a.py"] == (
        'class A:\n    """A."""\n    # the end\n\n'
        "    def m(self):\n        if self:\n\n            return 1\n\n"
        "    __radd__ = m\n\nclass B:\n    x = 1\n\n    def n(self): ...\n\n\ndef f():\n    return A\n"
    )


def test_strings_of_several_lines_keep_their_value_in_a_class(tangled):
    code = (
        'def m(self):\n    """Doc.\n\n    More.\n    """\n    x = """a\n  b\n"""\n'
        '    return ("c"\n            "d")\n'
    )
    made = tangled(fence("class A:\n    y = 0\n") + fence(code, "class=A"))["src/pkg/a.py"]
    assert made == (
        'class A:\n    y = 0\n\n    def m(self):\n        """Doc.\n\n        More.\n        """\n'
        '        x = """a\n  b\n"""\n        return ("c"\n                "d")\n'
    )


def test_one_file_has_one_spelling(tangled):
    text = fence("x = 1\n", path="./src//pkg/a.py") + fence("y = 2\n")
    assert tangled(text) == {"src/pkg/a.py": "x = 1\n\ny = 2\n"}


def test_several_files_and_chapters_in_the_order_of_their_names(folder):
    folder.write("book/b.md", fence("y = 2\n", "shared"))
    folder.write("book/a.md", fence("x = 1\n", "shared") + fence("z = 3\n", path="examples/z.py"))
    targets = folder.book().demand().targets
    assert {path: target.text for path, target in targets.items()} == {
        "src/pkg/a.py": "x = 1\n\ny = 2\n",
        "examples/z.py": "z = 3\n",
    }


def test_two_chapters_that_write_one_file_must_both_say_so(folder):
    assert refused(folder, fence("x = 1\n", "shared"), fence("y = 2\n")) == [
        "book/b0.md:1: 'src/pkg/a.py' is written by book/a.md too. "
        "Add the word 'shared' to the first block for it in each of the chapters, or rename one file."
    ]


def test_every_line_maps_to_its_chapter_line(folder):
    text = (
        fence("x = 1\n\n\ny = 2\n")
        + "- item\n\n  ```python tangle=src/pkg/a.py\n\n  class A:\n      z = 1\n  ```\n\n"
        + fence("def m(self): ...\n", "class=A")
    )
    folder.write("book/a.md", text)
    target = folder.book().demand().targets["src/pkg/a.py"]
    assert [
        (line, o.line, o.column, o.indent, o.own)
        for line, o in zip(target.lines, target.origins, strict=True)
    ] == [
        ("x = 1", 2, 0, 0, True),
        ("", 3, 0, 0, True),
        ("", 4, 0, 0, True),
        ("y = 2", 5, 0, 0, True),
        ("", 5, 0, 0, False),
        ("", 5, 0, 0, False),
        ("class A:", 12, 2, 0, True),
        ("    z = 1", 13, 2, 0, True),
        ("", 13, 2, 0, False),
        ("    def m(self): ...", 17, 0, 4, True),
    ]


def test_an_unknown_class_is_refused_with_the_nearest(folder):
    text = fence("class Tensor:\n    x = 1\n") + fence("def m(self): ...\n", "class=Tensr")
    assert refused(folder, text) == [
        "book/a.md:6: no class 'Tensr' is defined in 'src/pkg/a.py' before this block. "
        "Did you mean 'Tensor'? Classes defined so far: Tensor."
    ]


def test_a_class_on_one_line_or_defined_twice_takes_no_methods(folder):
    method = fence("def m(self): ...\n", "class=A")
    mend = "Define it once, with its body on lines of its own, indented by 4."
    assert refused(folder, fence("class A: pass\n") + method) == [
        f"book/a.md:5: class 'A' has its body on the line of its name. {mend}"
    ]
    twice = fence("class A:\n    x = 1\n") + fence("class A:\n    x = 2\n")
    assert refused(folder, twice + method) == [
        f"book/a.md:11: class 'A' is defined 2 times in 'src/pkg/a.py'. {mend}"
    ]


def test_a_syntax_error_is_reported_at_the_chapters_line(folder):
    text = (
        "text\n\n" + fence("x = 1\ny = = 2\n") + fence("class A:\n    x = 1\n") + fence("z = (\n", "class=A")
    )
    assert refused(folder, text) == [
        "book/a.md:5: not valid Python: invalid syntax. Each block must be whole Python as it stands.",
        "book/a.md:14: not valid Python: '(' was never closed. Each block must be whole Python as it stands.",
    ]


def test_a_block_written_with_the_classs_indentation_is_refused(folder):
    text = fence("class A:\n    x = 1\n") + fence("    def m(self): ...\n", "class=A")
    assert refused(folder, text) == [
        "book/a.md:7: not valid Python: unexpected indent. "
        "Write the block from the first column on; with class=NAME it is indented into the class for you."
    ]


def test_an_error_that_only_the_whole_file_shows_is_reported_at_the_chapters_line(folder):
    assert refused(folder, fence("x = 1\n") + fence("y = 2\nreturn y\n")) == [
        "book/a.md:7: not valid Python: 'return' outside function. It stands in src/pkg/a.py."
    ]


@pytest.mark.parametrize(
    ("path", "detail"),
    [
        ("/etc/a.py", "is absolute. Give a path below one of: src/pkg, examples."),
        ("src/pkg/../../a.py", "goes up with '..'. Give a path below one of: src/pkg, examples."),
        ("../a.py", "goes up with '..'. Give a path below one of: src/pkg, examples."),
        ("src/other/a.py", "lies outside the declared outputs. Give a path below one of: src/pkg, examples."),
        ("src/pkgs/a.py", "lies outside the declared outputs. Give a path below one of: src/pkg, examples."),
        ("src/pkg/a.txt", "is not a Python file. Give it a name that ends in .py."),
        ("src\\pkg\\a.py", "holds a character no path of ours may have. Use / and plain names."),
    ],
)
def test_targets_outside_the_outputs_are_refused(folder, path, detail):
    assert refused(folder, fence("x = 1\n", path=path)) == [f"book/a.md:1: the target {path!r} {detail}"]


def test_a_link_that_leads_out_of_the_outputs_is_refused(folder, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside")
    (folder.root / "src/pkg").mkdir(parents=True)
    (folder.root / "src/pkg/sub").symlink_to(outside)
    assert refused(folder, fence("x = 1\n", path="src/pkg/sub/a.py")) == [
        "book/a.md:1: the target 'src/pkg/sub/a.py' leads out of the outputs through a link, "
        f"to {outside}/a.py. "
        "Take the link away, or name another file."
    ]


def test_a_folder_or_a_file_in_the_way_is_refused(folder):
    folder.write("src/pkg/a.py/x", "")
    folder.write("src/pkg/b", "")
    assert refused(folder, fence("x = 1\n") + fence("x = 1\n", path="src/pkg/b/c.py")) == [
        "book/a.md:1: the target 'src/pkg/a.py' is a folder. Name a file.",
        "book/a.md:5: the target 'src/pkg/b/c.py' lies below 'b', which is a file. Name another folder.",
    ]


def test_a_file_below_another_target_is_refused(folder):
    assert refused(folder, fence("x = 1\n") + fence("y = 1\n", path="src/pkg/a.py/b.py")) == [
        "book/a.md:5: the target 'src/pkg/a.py/b.py' lies below another target, 'src/pkg/a.py'. "
        "Name another folder."
    ]


def test_explained_names_a_heading(folder):
    text = "# One\n\n## The matrix product\n\n" + fence("x = 1\n", 'explained="The matrix produkt"')
    assert refused(folder, text) == [
        "book/a.md:5: no heading 'The matrix produkt' in the chapters. Did you mean 'The matrix product'? "
        "Give the heading's text exactly as the chapter has it."
    ]


def test_all_problems_of_all_chapters_are_reported_together(folder):
    found = refused(folder, fence("x = = 1\n") + "```py\n```\n", "```python\nx\n```\n")
    assert [line.split(": ")[0] for line in found] == ["book/a.md:2", "book/a.md:5", "book/b0.md:1"]


def test_methods_before_their_class_are_refused_with_both_places(folder):
    method = "```python tangle=src/pkg/a.py class=A\ndef m(self): ...\n```\n\n"
    folder.write("book/a.md", method + "```python tangle=src/pkg/a.py\nclass A:\n    x = 1\n```\n")
    assert [str(problem) for problem in folder.book().problems] == [
        "book/a.md:1: no class 'A' is defined in 'src/pkg/a.py' before this block. "
        "It comes only later, at book/a.md:5: move one of the two blocks."
    ]
