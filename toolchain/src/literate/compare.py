"""The comparison of what a chapter shows with what happens: for tests, for `update` and for the live page.

MicroPython runs this file unchanged in the reader's browser, so it imports nothing.
"""

HEADER = "Traceback (most recent call last):"


def error_parts(text):  # type: ignore[no-untyped-def]
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
            parts = lines[:row], lines[row + 1 : end], lines[end:]
            return ["".join([line + "\n" for line in part]) for part in parts[:2]] + ["\n".join(parts[2])]
    return None


def with_error(printed, error, frames="    ...\n"):  # type: ignore[no-untyped-def]
    """The output that prints this, then ends in an error: `error` holds its last lines."""
    return printed + HEADER + "\n" + frames + error


def matches(want, got):  # type: ignore[no-untyped-def]
    """Whether an output is the one that the text shows: letter for letter, but for the frames of a traceback."""
    return want == got or _comparable(want) == _comparable(got)


def _comparable(text):  # type: ignore[no-untyped-def]
    parts = error_parts(text)
    return with_error(parts[0], parts[2]) if parts else text
