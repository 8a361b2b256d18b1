import subprocess

import pytest

from literate.reading.shell_lines import goes_on


@pytest.mark.parametrize(
    "command",
    [
        "cat <<EOF",
        "cat <<EOF\nhi",
        "cat <<'EOF' | sort\nEOF2",
        "cat <<-EOF\n  EOF",
        "cat <<A <<B\nA",
        "echo 'a",
        'echo "a\nb',
        "echo \"it's",
        "echo a \\",
        "echo a |",
        "true && ",
    ],
)
def test_a_command_that_is_only_begun_goes_on(command):
    assert goes_on(command)


@pytest.mark.parametrize(
    "command",
    [
        "echo a",
        "cat <<EOF\nhi\nEOF",
        "cat <<-EOF\n\tEOF",
        "cat <<A <<B\nA\nB",
        "cat <<EOF\nit's\nEOF",
        "cat <<< word",
        "echo '<<EOF'",
        "echo a  # it's <<EOF",
        "echo 'a\nb'",
        "echo it\\'s",
        "echo 'a\\'",
        "echo a \\\\",
        "echo a || true",
    ],
)
def test_a_whole_command_does_not(command):
    assert not goes_on(command)


COMPOUNDS = [
    "for i in 1 2\ndo\n  echo $i\ndone",
    "for i in if do done; do echo $i; done",
    "while false; do\n  if true; then\n    echo a\n  else\n    echo done fi\n  fi\ndone | sort",
    "until true\ndo echo 'done'\ndone",
    "(cd / &&\n  (ls\n  ))",
    "echo $(\n  ls\n) $((1 + (2)))",
    "case a in\n  a) echo 1;;\n  (b|c) echo 2\n  ;;\nesac",
    "f() {\n  echo }\n}",
    "{ echo a; } && { \n  echo b # }\n}",
    "if ! true\nthen echo a\nfi > /dev/null 2>&1",
    "while read x; do echo $x\ndone</dev/null",
    "echo `\nls\n`",
    "echo if; echo ${HOME} for",
    "true || {\necho '}'\n}",
]


@pytest.mark.parametrize("command", COMPOUNDS)
def test_a_compound_command_goes_on_as_long_as_the_shell_says(command):
    lines = command.split("\n")
    begun = ["\n".join(lines[: row + 1]) for row in range(len(lines))]
    open_to_shell = [
        subprocess.run(["sh", "-n", "-c", text], stderr=subprocess.DEVNULL).returncode != 0 for text in begun
    ]
    assert open_to_shell == [True] * (len(lines) - 1) + [False]
    assert [goes_on(text) for text in begun] == open_to_shell
