"""Style sheets as data: read, reduced to what some pages can use, written small.

A reduced sheet leaves out rules whose selector needs a class, identifier, element or attribute that no page
and no script ever names, and custom properties that nothing reads. What cannot be judged stays.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

_TOKEN = re.compile(
    r"""/\*.*?\*/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|url\([^)"']*\)|[{};]"""
    r"""|(?:[^{};"'/u]|u(?!rl\()|/(?!\*))+|.""",
    re.DOTALL,
)
_NESTING = ("@media", "@supports", "@layer", "@container")
_USE = re.compile(r"var\(\s*(--[\w-]+)")
_FUNCTION = re.compile(r":(not|is|where|has|matches|-\w+-any|[\w-]+)\(")
_NAME = r"((?:\\.|[\w-])+)"


@dataclass(frozen=True)
class Rule:
    """A selector or an at-rule such as `@font-face`, and its declarations; `@import` has None."""

    prelude: str
    declarations: tuple[str, ...] | None


@dataclass(frozen=True)
class Group:
    """Rules under a condition, such as `@media print`."""

    prelude: str
    rules: tuple["Rule | Group", ...]


Sheet = tuple[Rule | Group, ...]


@dataclass
class Vocabulary:
    """The names that pages use. Words of scripts count as all of them: scripts add classes and elements."""

    tags: set[str] = field(default_factory=set)
    classes: set[str] = field(default_factory=set)
    ids: set[str] = field(default_factory=set)
    attributes: set[str] = field(default_factory=set)
    properties: set[str] = field(default_factory=set)

    def add_page(self, html: str) -> None:
        self.tags.update(re.findall(r"<([a-zA-Z][\w-]*)", html))
        self.attributes.update(re.findall(r"[\s\"']([a-zA-Z][\w:-]*)=", html))
        self.attributes.update(("open", "hidden", "disabled", "checked"))
        for names in set(re.findall(r'class="([^"]*)"', html)):
            self.classes.update(names.split())
        self.ids.update(re.findall(r'id="([^"]*)"', html))
        self.properties.update(_USE.findall(html))

    def add_script(self, code: str) -> None:
        words = set(re.findall(r"[A-Za-z_][\w-]*", code))
        for names in (self.tags, self.classes, self.ids, self.attributes):
            names |= words
        self.properties.update(re.findall(r"--[\w-]+", code))


def parse(text: str) -> Sheet:
    """Read a style sheet; comments are left out."""
    rules, _ = _rules(_tokens(text), nested=False)
    return rules


def _tokens(text: str) -> Iterator[str]:
    return (token[0] for token in _TOKEN.finditer(text) if not token[0].startswith("/*"))


def _rules(tokens: Iterator[str], nested: bool) -> tuple[Sheet, bool]:
    rules: list[Rule | Group] = []
    prelude = ""
    for token in tokens:
        if token == "}":
            return tuple(rules), True
        if token == ";":
            if prelude.strip() and "@charset" not in prelude:
                rules.append(Rule(_tidy(prelude), None))
            prelude = ""
        elif token == "{":
            name = _tidy(prelude)
            prelude = ""
            if name.startswith(_NESTING):
                rules.append(Group(name, _rules(tokens, nested=True)[0]))
            elif name.startswith(("@keyframes", "@-")):
                rules.append(Rule(name, (_verbatim(tokens),)))
            else:
                rules.append(Rule(name, _declarations(tokens)))
        else:
            prelude += token
    return tuple(rules), nested


def _verbatim(tokens: Iterator[str]) -> str:
    """What stands in a block of blocks, such as the steps of `@keyframes`."""
    depth, text = 1, ""
    for token in tokens:
        depth += (token == "{") - (token == "}")
        if depth == 0:
            break
        text += token
    return _tidy(text)


def _declarations(tokens: Iterator[str]) -> tuple[str, ...]:
    found: list[str] = []
    text = ""
    for token in tokens:
        if token in ("}", ";"):
            if text.strip():
                name, colon, value = _tidy(text).partition(":")
                found.append(f"{name.strip()}{colon}{value.strip()}")
            text = ""
            if token == "}":
                break
        else:
            text += token
    return tuple(found)


def _tidy(text: str) -> str:
    if '"' in text or "'" in text:
        return text.strip()
    return re.sub(r"\s+", " ", text).strip()


def write(sheet: Iterable[Rule | Group]) -> str:
    """The sheet as text, without what only a person would read."""
    parts = []
    for rule in sheet:
        if isinstance(rule, Group):
            parts.append(f"{rule.prelude}{{{write(rule.rules)}}}\n")
        elif rule.declarations is None:
            parts.append(f"{rule.prelude};\n")
        else:
            parts.append(f"{rule.prelude}{{{';'.join(rule.declarations)}}}\n")
    return "".join(parts)


def mapped(sheet: Iterable[Rule | Group], change: Callable[[Rule], Rule | None]) -> Sheet:
    """The sheet with every rule changed, or left out where the change gives None."""
    kept: list[Rule | Group] = []
    for rule in sheet:
        if isinstance(rule, Rule):
            changed = change(rule)
            kept += [] if changed is None else [changed]
        elif rules := mapped(rule.rules, change):
            kept.append(Group(rule.prelude, rules))
    return tuple(kept)


def reduced(sheet: Sheet, known: Vocabulary) -> Sheet:
    """The sheet without what the pages that `known` describes cannot use."""

    def usable(rule: Rule) -> Rule | None:
        if rule.declarations is None or rule.prelude.startswith("@"):
            return rule
        selectors = [part for part in _split(rule.prelude) if _matches(part, known)]
        return Rule(",".join(selectors), rule.declarations) if selectors and rule.declarations else None

    return _without_unread_properties(mapped(sheet, usable), known)


def _without_unread_properties(sheet: Sheet, known: Vocabulary) -> Sheet:
    reads: dict[str, set[str]] = {}
    read = set(known.properties)

    def note(rule: Rule) -> Rule:
        for declaration in rule.declarations or ():
            name, _, value = declaration.partition(":")
            uses = _USE.findall(value)
            if name.startswith("--"):
                reads.setdefault(name, set()).update(uses)
            else:
                read.update(uses)
        return rule

    mapped(sheet, note)
    waiting = list(read)
    while waiting:
        new = reads.get(waiting.pop(), set()) - read
        read.update(new)
        waiting += new

    def lighter(rule: Rule) -> Rule | None:
        if rule.declarations is None:
            return rule
        kept = tuple(d for d in rule.declarations if not d.startswith("--") or d.partition(":")[0] in read)
        return Rule(rule.prelude, kept) if kept else None

    return mapped(sheet, lighter)


def _split(selectors: str) -> list[str]:
    """Cut a list of selectors at its commas, though not at those inside brackets."""
    parts, depth, start = [], 0, 0
    for place, character in enumerate(selectors):
        if character in "([":
            depth += 1
        elif character in ")]":
            depth -= 1
        elif character == "," and depth == 0:
            parts.append(selectors[start:place].strip())
            start = place + 1
    return [*parts, selectors[start:].strip()]


def _matches(selector: str, known: Vocabulary) -> bool:
    """Whether some element of the pages could match."""
    while call := _FUNCTION.search(selector):
        end = _closing(selector, call.end())
        inside = selector[call.end() : end]
        if call[1] in ("is", "where", "has") and not any(_matches(part, known) for part in _split(inside)):
            return False
        selector = selector[: call.start()] + selector[end + 1 :]
    attributes = re.findall(r"\[\s*([\w:-]+)", selector)
    selector = re.sub(r"\[[^\]]*\]", "", selector)
    selector = re.sub(r"(?<!\\)::?[\w-]+", "", selector)
    return (
        known.attributes.issuperset(attributes)
        and known.classes.issuperset(_plain(name) for name in re.findall(r"\." + _NAME, selector))
        and known.ids.issuperset(_plain(name) for name in re.findall("#" + _NAME, selector))
        and known.tags.issuperset(re.findall(r"(?:^|[\s>+~])([a-zA-Z][\w-]*)", selector))
    )


def _plain(name: str) -> str:
    return re.sub(r"\\(.)", r"\1", name)


def _closing(text: str, start: int) -> int:
    depth = 1
    for place in range(start, len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if depth == 0:
            return place
    return len(text)
