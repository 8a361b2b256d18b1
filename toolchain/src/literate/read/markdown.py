"""The parser of MyST Markdown that Jupyter Book uses: markdown-it and its plugins."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.amsmath import amsmath_plugin
from mdit_py_plugins.attrs import attrs_block_plugin, attrs_plugin
from mdit_py_plugins.colon_fence import colon_fence_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin
from mdit_py_plugins.myst_blocks import myst_block_plugin
from mdit_py_plugins.myst_role import myst_role_plugin
from mdit_py_plugins.substitution import substitution_plugin

from literate.model import Line

_Rule = Callable[[StateInline, bool], bool]


class Inline(NamedTuple):
    """A token of running text, and the part of the text from `start` to before `end` that it was read from.

    A text's own token has the place where the token after it begins; both are on the same line.
    """

    token: Token
    start: int
    end: int


def block_tokens(lines: list[Line], whole: bool) -> list[Token]:
    """The tokens of the blocks that the lines hold; `whole` says that they are a whole chapter.

    Running text is left as it is: see `inline_tokens`.
    """
    parser = _WHOLE if whole else _PART
    return parser.parse("\n".join(line.text for line in lines) + "\n")


def inline_tokens(content: str) -> list[Inline]:
    """The tokens of running text."""
    tokens: list[Token] = []
    _PART.inline.parse(content, _PART, {}, tokens)
    last = (len(content), len(content))
    return [Inline(token, *token.meta.get("place", last)) for token in tokens]


def _placed(rule: _Rule) -> _Rule:
    """The rule, which notes where its tokens were read: inline tokens have no places of their own."""

    def placed(state: StateInline, silent: bool) -> bool:
        start, before = state.pos, len(state.tokens)
        found = rule(state, silent)
        if found and not silent:
            for token in state.tokens[before:]:
                token.meta.setdefault("place", (start, state.pos))
        return found

    return placed


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable("table")
    parser.use(myst_block_plugin).use(myst_role_plugin).use(footnote_plugin)
    parser.disable(["footnote_inline", "footnote_tail", "inline"])
    parser.use(dollarmath_plugin, allow_labels=True, allow_space=True, allow_digits=True, double_inline=False)
    parser.use(colon_fence_plugin).use(amsmath_plugin).use(deflist_plugin).use(substitution_plugin)
    parser.use(attrs_plugin, after=("image", "code_inline", "link_close", "span_close"), spans=True)
    parser.use(attrs_block_plugin)
    rules = parser.inline.ruler
    for name, rule in zip(rules.get_active_rules(), rules.getRules(""), strict=True):
        rules.at(name, _placed(rule))
    return parser


# Front matter stands at the beginning of a chapter alone.
_PART, _WHOLE = _parser(), _parser().use(front_matter_plugin)
