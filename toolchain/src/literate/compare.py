"""The comparison of what a chapter shows with what happens: for tests, for `update` and for the live page.

MicroPython runs this file unchanged in the reader's browser, so it imports nothing.
"""

HEADER = "Traceback (most recent call last):"


def error_parts(text: str) -> "tuple[str, str, str] | None":
    """The parts of an output that ends in an error: what is printed before it, its frames, its last lines.

    None when the output shows no error.
    """
    lines = text.split("\n")
    for row in range(len(lines)):
        if lines[row] != HEADER:
            continue
        end = row + 1
        while end < len(lines) and (lines[end] == "" or lines[end][0] in " \t"):
            end += 1
        if end < len(lines):
            return _joined(lines[:row]), _joined(lines[row + 1 : end]), "\n".join(lines[end:])
    return None


def _joined(lines: "list[str]") -> str:
    return "".join([line + "\n" for line in lines])


def with_error(printed: str, error: str, frames: str = "    ...\n") -> str:
    """The output that prints this, then ends in an error: `error` holds its last lines."""
    return printed + HEADER + "\n" + frames + error


def matches(want: str, got: str) -> bool:
    """Whether an output is what the text shows, letter for letter; frames of a traceback do not count."""
    return want == got or _comparable(want) == _comparable(got)


def _comparable(text: str) -> str:
    parts = error_parts(text)
    return with_error(parts[0], parts[2]) if parts else text
