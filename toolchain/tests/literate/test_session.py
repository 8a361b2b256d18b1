"""How sessions and transcripts are cut into what runs and the output that it must have."""

import pytest

from literate.read import chapter


def read(language, text):
    return chapter.read(f"```{language}\n{text}```\n", "book/a.md")


def cut(language, text):
    found = read(language, text)
    assert [str(problem) for problem in found.problems] == []
    # The lines are those of the text, not of the chapter.
    return [(claim.source, claim.want, claim.line - 1) for claim in found.claims]


def test_statements_and_their_outputs():
    text = ">>> x = 1\n>>> x\n1\n\n"
    text += ">>> for i in range(2):\n...     print(i)\n...\n0\n1\n>>> print()\n<BLANKLINE>\n"
    assert cut("python", text) == [
        ("x = 1\n", "", 1),
        ("x\n", "1\n", 2),
        ("for i in range(2):\n    print(i)\n\n", "0\n1\n", 5),
        ("print()\n", "\n", 10),
    ]


STRAY = "text after a blank line in an example is not compared with anything"
BLANK = "Write an empty line of output as <BLANKLINE>, or take the text out of the block."
NO_SPACE = 'a prompt needs a space after it. Write ">>> code" or "... code".'
EXACT = "doctest options are not used here. Outputs are compared exactly: print less, or rounded."
NO_COMMAND = 'a console block must begin with "$ " and a command. Write "$ command", then its exact output.'


@pytest.mark.parametrize(
    ("language", "text", "problem"),
    [
        ("python", ">>> 1\n1\n\n2\n\n3\n", f"5: {STRAY}. {BLANK}"),
        ("python", ">>> 1\n1\n>>>2\n", f"4: {NO_SPACE}"),
        ("python", ">>> 1\n\n...2\n", f"4: {NO_SPACE}"),
        ("python", ">>> x  # doctest: +ELLIPSIS\n...\n", f"2: {EXACT}"),
        ("console", "$ true\n$ \n", f"3: {NO_COMMAND}"),
        ("console", "ls\n", f"2: {NO_COMMAND}"),
    ],
)
def test_a_faulty_block_is_refused_at_its_line_and_states_nothing(language, text, problem):
    found = read(language, text)
    assert [str(problem) for problem in found.problems] == [f"book/a.md:{problem}"]
    assert (found.claims, len(found.blocks)) == ((), 1)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "$ echo a\na\n\n$ true\n$ echo b\nb\n",
            [("echo a", "a\n\n", 1), ("true", "", 4), ("echo b", "b\n", 5)],
        ),
        (
            "$ cat <<EOF\n> hi\n>\n> EOF\nhi\n\n$ cat x\n> no prompt\n",
            [("cat <<EOF\nhi\n\nEOF", "hi\n\n", 1), ("cat x", "> no prompt\n", 7)],
        ),
        (
            "$ (echo a\n> )\na\n$ echo '> b'\n> b\n",
            [("(echo a\n)", "a\n", 1), ("echo '> b'", "> b\n", 4)],
        ),
    ],
)
def test_commands_and_their_outputs(text, found):
    assert cut("console", text) == found


@pytest.mark.parametrize(
    "command",
    [
        "echo 'a\nb'",
        'echo "it\'s\nb"',
        "echo it\\'s",
        "echo a \\\nb",
        "echo a \\\\",
        "echo a  # it's <<EOF \\",
        "cat <<'EOF' | sort\nit's\nEOF2\nEOF",
        "cat <<-EOF\n  EOF\n\tEOF",
        "cat <<A <<B\nA\nB",
        "echo a |\nsort",
        "true &&\ntrue",
        "for i in if do done\ndo\n  if true; then\n    echo done\n  fi\ndone | sort",
        "case a in\n  a) echo 1;;\n  (b|c) echo 2\n  ;;\nesac",
        "(cd / &&\n  (ls\n  ))",
        "echo $(\n  ls\n) $((1 + (2)))",
        "echo `\nls\n`",
        "f() {\n  echo }\n}",
    ],
)
def test_a_command_goes_on_behind_prompts_as_long_as_a_shell_would_ask(command):
    shown = command.replace("\n", "\n> ")
    assert cut("console", f"$ {shown}\n> no prompt\n") == [(command, "> no prompt\n", 1)]
