"""The order of the whole book: cover, contents, front matter, chapters, solutions, index."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from docutils import nodes  # type: ignore[import-untyped]
from sphinx.environment import BuildEnvironment

from press.book_index import holds_index
from press.pdf.anchors import Anchors
from press.pdf.boxes import BookTranslator, exercise_of, solutions_of
from press.pdf.markup import call, content, string, text
from press.pdf.translator import Macros


@dataclass(frozen=True)
class Names:
    """What the book calls itself and its parts."""

    title: str
    author: str
    language: str
    front: str  # the title of the root document's text
    subtitle: str = ""
    contents: str = "Contents"
    solutions: str = "Solutions"


def typst_source(
    env: BuildEnvironment,
    documents: Mapping[str, nodes.document],
    names: Names,
    picture: Callable[[str], Path],
    macros: Macros = (),
) -> str:
    """The book in Typst, for the documents in reading order."""
    anchors = Anchors(env, documents)
    translators = {
        name: BookTranslator(name, document, anchors, picture, macros) for name, document in documents.items()
    }
    solutions = _solutions(anchors, documents)
    for translator in translators.values():
        translator.solutions = solutions
    root, *chapters = translators
    last = [name for name in chapters if holds_index(env, name)]
    parts = [
        '#import "template.typ": *',
        call(
            "show: book.with", **{key: string(getattr(names, key)) for key in ("title", "author", "language")}
        ),
        call("cover", *(content(text(words)) for words in (names.title, names.subtitle, names.author))),
        call("contents", content(text(names.contents))),
        _front(translators[root], names.front),
        "#show: body-matter",
        *(translators[name].render(documents[name]) for name in chapters if name not in last),
        _all_solutions(translators, documents, anchors, names.solutions),
        *(translators[name].render(documents[name]) for name in last),
    ]
    return "\n".join(parts) + "\n"


def _front(translator: BookTranslator, title: str) -> str:
    """The root document's text: its title is that of the book, so it gets another one here."""
    section = next(node for node in translator.document if isinstance(node, nodes.section))
    section[0].children = [nodes.Text(title)]
    return translator.render(section)


def _solutions(anchors: Anchors, documents: Mapping[str, nodes.document]) -> dict[str, str]:
    found = {}
    for name, document in documents.items():
        for node in solutions_of(document):
            reference, place = exercise_of(node), anchors.of(name, node)
            exercise = anchors.find(name, reference) if reference is not None else None
            if exercise and place:
                found[exercise.label] = place.label
    return found


def _all_solutions(
    translators: Mapping[str, BookTranslator],
    documents: Mapping[str, nodes.document],
    anchors: Anchors,
    title: str,
) -> str:
    parts = []
    for name, translator in translators.items():
        if solved := solutions_of(documents[name]):
            chapter = anchors.find(name, nodes.reference(refuri=name))
            number = f"{chapter.number} " if chapter and chapter.number else ""
            head = f"Chapter {number}".strip() if number else (chapter.title if chapter else name)
            parts.append(translator.heading(2, text(head)))
            parts += [translator.solution(node) for node in solved]
    root = next(iter(translators.values()))
    return "".join([root.heading(1, text(title)), *parts]) if parts else ""
