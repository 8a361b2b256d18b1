"""Numbers of chapters, and of everything numbered within them."""

from types import SimpleNamespace

from docutils import nodes

from press.chapter_numbers import move


def environment():
    """Two numbered chapters and a front page without a number, as Sphinx leaves them."""
    toc = nodes.bullet_list()
    toc += nodes.reference(secnumber=[1])
    toc += nodes.reference(secnumber=[1, 2])
    toc += nodes.reference(secnumber=None)
    return SimpleNamespace(
        toc_secnumbers={"one": {"": (1,), "#a": (1, 2), "#deep": ()}, "two": {"": (2,)}},
        toc_fignumbers={"index": {"figure": {"f0": (1,)}}, "one": {"figure": {"f1": (1, 1)}}},
        titles={"index": nodes.title(), "one": nodes.title(secnumber=[1]), "two": nodes.title(secnumber=[2])},
        tocs={"one": toc},
    )


def numbers(env):
    return (
        env.toc_secnumbers,
        env.toc_fignumbers,
        {document: title.get("secnumber") for document, title in env.titles.items()},
        [reference["secnumber"] for reference in env.tocs["one"].findall(nodes.reference)],
    )


def test_only_the_chapter_moves_and_only_in_numbered_documents():
    env = environment()
    move(env, 4)
    assert numbers(env) == (
        {"one": {"": (5,), "#a": (5, 2), "#deep": ()}, "two": {"": (6,)}},
        {"index": {"figure": {"f0": (1,)}}, "one": {"figure": {"f1": (5, 1)}}},
        {"index": None, "one": [5], "two": [6]},
        [[5], [5, 2], None],
    )


def test_moving_back_gives_what_there_was():
    env = environment()
    move(env, 4)
    move(env, -4)
    assert numbers(env) == numbers(environment())
