"""STOP-GAP until the comparison of the tests is here: the same in form."""


def matches(want, got):  # type: ignore[no-untyped-def]
    return want == got
