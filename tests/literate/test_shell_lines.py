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
