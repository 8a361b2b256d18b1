from literate.reading import session
from literate.reading.events import source_lines
from literate.reading.session import Command, Example


def examples(text):
    found, problems = session.examples(source_lines(text), "book/a.md")
    return found, [str(problem) for problem in problems]


def commands(text):
    return session.commands(source_lines(text), "book/a.md")[0]


def test_statements_and_their_outputs():
    text = ">>> x = 1\n>>> x\n1\n\n>>> for i in range(2):\n...     print(i)\n...\n0\n1\n"
    assert examples(text) == (
        [
            Example("x = 1\n", "", 1),
            Example("x\n", "1\n", 2),
            Example("for i in range(2):\n    print(i)\n\n", "0\n1\n", 5),
        ],
        [],
    )


def test_blankline_stands_for_an_empty_line():
    assert examples(">>> print()\n<BLANKLINE>\n") == ([Example("print()\n", "\n", 1)], [])


def test_text_after_an_empty_line_is_refused():
    assert examples(">>> 1\n1\n\n2\n")[1] == [
        "book/a.md:4: text after a blank line in an example is not compared with anything. "
        "Write an empty line of output as <BLANKLINE>, or take the text out of the block."
    ]


def test_a_prompt_without_its_space_is_refused():
    for text in (">>> 1\n1\n>>>2\n", ">>> 1\n\n...2\n"):
        assert examples(text)[1] == [
            'book/a.md:3: a prompt needs a space after it. Write ">>> code" or "... code".'
        ]


def test_doctest_options_are_refused():
    assert examples(">>> x  # doctest: +ELLIPSIS\n...\n")[1] == [
        "book/a.md:1: doctest options are not used here. "
        "Outputs are compared exactly: print less, or rounded."
    ]


def test_commands_and_their_outputs():
    assert commands("$ echo a\na\n\n$ true\n$ echo b\nb\n") == [
        Command("echo a", "a\n\n", 1),
        Command("true", "", 4),
        Command("echo b", "b\n", 5),
    ]


def test_a_command_goes_on_after_a_backslash():
    assert commands("$ echo a \\\n> b\na b\n") == [Command("echo a \\\nb", "a b\n", 1)]


def test_a_here_document_goes_on_to_its_end():
    assert commands("$ cat <<EOF\n> hi\n>\n> EOF\nhi\n\n$ cat x\n> no prompt\n") == [
        Command("cat <<EOF\nhi\n\nEOF", "hi\n\n", 1),
        Command("cat x", "> no prompt\n", 7),
    ]


def test_a_prompt_without_a_command_is_refused():
    found = session.commands(source_lines("$ true\n$ \n"), "book/a.md")[1]
    assert [str(problem) for problem in found] == [
        'book/a.md:2: a console block must begin with "$ " and a command. '
        'Write "$ command", then its exact output.'
    ]


def test_a_loop_and_an_open_bracket_go_on_after_their_prompt():
    text = "$ for i in 1 2\n> do echo $i\n> done\n1\n2\n$ (echo a\n> )\na\n$ echo '> b'\n> b\n"
    assert commands(text) == [
        Command("for i in 1 2\ndo echo $i\ndone", "1\n2\n", 1),
        Command("(echo a\n)", "a\n", 6),
        Command("echo '> b'", "> b\n", 9),
    ]
