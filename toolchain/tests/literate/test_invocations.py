"""Which scripts the commands of a transcript run, and which they only name."""

import pytest

from literate.prefixing.invocations import invoked


@pytest.mark.parametrize(
    ("command", "names"),
    [
        ("python examples/e.py", {"examples/e.py"}),
        ("python3.12 -W error -u ./examples/e.py --fast a", {"examples/e.py"}),
        ("python -m examples.e a", {"examples.e"}),
        ("./examples/e.py", {"examples/e.py"}),
        ("SEED=1 time /usr/bin/python examples/e.py | sort", {"examples/e.py", "sort"}),
        ("cd . && python examples/e.py; python -m b", {"cd", "examples/e.py", "b"}),
        ("if true; then python a.py; fi", {"true", "a.py", "fi"}),
        ("echo $(python a.py)", {"echo", "a.py"}),
        ("uv run python a.py", {"a.py"}),
        ("coverage run --branch a.py", {"a.py"}),
        ("python a.py\npython b.py", {"a.py", "b.py"}),
        ("python \\\n  a.py", {"a.py"}),
        ("python a.py <<EOF\nit's\nEOF", {"a.py"}),
        ("cat examples/e.py", {"cat"}),
        ("echo python examples/e.py", {"echo"}),
        ("python other.py examples/e.py", {"other.py"}),
        ("python -c 'import examples.e' examples/e.py", set()),
        ("ruff check examples/e.py  # python examples/e.py", {"ruff"}),
        ("python", set()),
        ("", set()),
    ],
)
def test_what_a_command_runs(command, names):
    assert invoked([command]) == names
