from literate.prefixes import check


def results(folder, text, **others):
    folder.write("book/a.md", text)
    for name, other in others.items():
        folder.write(f"book/{name}.md", other)
    found = check(folder.project().demand())
    return [(", ".join(section.title for section in result.sections), result.wrong) for result in found]


FIRST = """\
# Title

```python tangle=src/pkg/a.py
def f():
    return 1
```

## One

```python
>>> from pkg.a import f
>>> f()
1
```

It is {computed}`1 <f()>`.

"""


def test_every_section_that_adds_something_is_run_and_those_with_one_program_together(folder):
    text = FIRST + "## Only text\n\ntext\n\n### Two\n\n```python\n>>> f() + 1\n2\n```\n"
    assert results(folder, text) == [("One, Two", "")]


def test_code_of_a_later_section_is_not_there(folder):
    text = FIRST.replace("f()\n1", "f()\n1\n>>> from pkg.a import g")
    later = "## Two\n\n```python tangle=src/pkg/a.py\ndef g():\n    return 2\n```\n"
    found = results(folder, text + later)
    assert found[1] == ("Two", "")
    assert found[0][1].startswith("book/a.md:14: the example raises\n")
    assert found[0][1].endswith("\n'g' comes only later, at book/a.md:21")


def test_a_module_of_a_later_section_is_not_there(folder):
    text = FIRST + "## Two\n\n```python tangle=src/pkg/b.py\nimport pkg.c\n```\n\n"
    later = "## Three\n\n```python tangle=src/pkg/c.py\nx = 1\n```\n"
    found = dict(results(folder, text + later))
    assert (found["One"], found["Three"]) == ("", "")
    assert found["Two"].startswith("pkg.b cannot be imported\n")
    assert 'File "book/a.md", line 21' in found["Two"]
    assert found["Two"].endswith("\n'pkg.c' comes only later, at book/a.md:26")


def test_a_changed_definition_holds_for_its_own_prefix_only(folder):
    text = FIRST + (
        "```python tangle=src/pkg/a.py\nLIMIT = 1\n```\n\n"
        "## Two\n\n```python tangle=src/pkg/a.py\nLIMIT = 2\n```\n\n"
        "```python\n>>> from pkg.a import LIMIT\n>>> LIMIT\n2\n```\n"
    )
    assert results(folder, text) == [("One", ""), ("Two", "")]


def test_a_wrong_number_fails_from_its_section_on(folder):
    text = FIRST.replace("`1 <", "`2 <") + "## Two\n\n```python tangle=src/pkg/b.py\nx = 1\n```\n"
    wrong = "book/a.md:16: the text says 2, but f() gives 1 (1)"
    assert results(folder, text) == [("One", wrong), ("Two", wrong)]


def test_a_transcript_runs_in_its_own_section_alone(folder):
    text = FIRST + (
        "## Two\n\n```python tangle=examples/e.py\nfrom pkg.a import f\n\nprint(f())\n```\n\n"
        "```console\n$ python examples/e.py\n1\n```\n\n"
        "## Three\n\n```python tangle=examples/e.py\nprint(2)\n```\n"
    )
    assert results(folder, text) == [("One", ""), ("Two", ""), ("Three", "")]


def test_chapters_have_namespaces_of_their_own(folder):
    error = "Traceback (most recent call last):\n    ...\nNameError: name 'f' is not defined\n"
    other = f"# Other\n\n## Three\n\n```python\n>>> f\n{error}```\n"
    assert results(folder, FIRST, b=other) == [("One, Three", "")]


def test_a_run_that_dies_is_told(folder):
    text = FIRST + "## Two\n\n```python\n>>> import os; os.kill(os.getpid(), 9)\n```\n"
    assert results(folder, text)[0] == ("One, Two", "the run stopped with exit status -9\n")


def test_the_command_reports_and_exits_with_1(folder, capsys):
    folder.write("book/a.md", FIRST)
    assert folder.literate("prefixes") == 0
    assert capsys.readouterr().out.startswith("book/a.md:8: end of section 'One': ")
    folder.write("book/a.md", FIRST.replace("f()\n1", "f()\n2"))
    assert folder.literate("prefixes") == 1
    assert capsys.readouterr().err.startswith(
        "book/a.md:8: end of section 'One'\nbook/a.md:13: the output differs\n--- the text\n"
    )


def test_a_chapter_without_sections_is_run_as_one(folder):
    block = "```python tangle=src/pkg/{0}.py\nx = 1 / 0\n```\n"
    third = FIRST.replace("pkg.a", "pkg.c").replace("pkg/a", "pkg/c")
    found = results(folder, "# T\n\n" + block.format("a"), b=block.format("b"), c=third)
    assert [titles for titles, _ in found] == ["T", "", "One"]
    assert [wrong.partition("\n")[0] for _, wrong in found][:2] == ["pkg.a cannot be imported"] * 2


def test_an_example_alone_in_a_chapter_is_run(folder):
    assert results(folder, "# T\n\n```python\n>>> 1 + 1\n3\n```\n")[0][1].startswith(
        "book/a.md:5: the output differs"
    )


def test_what_the_examples_print_is_no_verdict(folder):
    last = '```python\n>>> import atexit; _ = atexit.register(print, \'{{"wrong": ""}}\')\n>>> {0}\n3\n```\n'
    assert results(folder, "# T\n\n" + last.format("1 + 2")) == [("T", "")]
    assert "the output differs" in results(folder, "# T\n\n" + last.format("1 + 1"))[0][1]


def test_a_module_that_ends_python_is_named(folder):
    found = results(folder, "# T\n\n```python tangle=src/pkg/a.py\nimport sys\n\nsys.exit(0)\n```\n")
    assert found[0][1].startswith("pkg.a cannot be imported\n")
    assert 'File "book/a.md", line 6' in found[0][1]
