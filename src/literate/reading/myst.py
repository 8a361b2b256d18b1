"""The parser of MyST Markdown that Jupyter Book uses: markdown-it and its plugins."""

from __future__ import annotations

from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
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
from mdit_py_plugins.myst_role.index import myst_role
from mdit_py_plugins.substitution import substitution_plugin

from literate.reading import plain
from literate.reading.events import Line

PLAIN = "plain"


def block_tokens(lines: list[Line], nested: bool, first: bool) -> list[Token]:
    """The tokens of the blocks that the lines hold; a run of plain ones is one token, which holds them.

    `nested` says that a directive holds these lines, `first` that a chapter begins with them.
    """
    text = "\n".join(line.text for line in lines) + "\n"
    return _parser(first).parse(text, {PLAIN: (lines, nested)})


def deepest() -> int:
    """The level from which on the parser leaves out what blocks hold, without a word."""
    return int(_parser(False).options["maxNesting"])


def inline_tokens(content: str) -> list[Token]:
    """The tokens of running text, those inside others after the one that holds them."""
    parser = _parser(False)
    tokens: list[Token] = []
    parser.inline.parse(content, parser, {}, tokens)
    flat: list[Token] = []
    while tokens:
        token = tokens.pop(0)
        flat.append(token)
        tokens = list(token.children or []) + tokens
    return flat


@cache
def _parser(front_matter: bool) -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable("table")
    if front_matter:
        parser.use(front_matter_plugin)
    parser.use(myst_block_plugin).use(myst_role_plugin).use(footnote_plugin)
    parser.disable(["footnote_inline", "footnote_tail", "inline"])
    parser.use(dollarmath_plugin, allow_labels=True, allow_space=True, allow_digits=True, double_inline=False)
    parser.use(colon_fence_plugin).use(amsmath_plugin).use(deflist_plugin).use(substitution_plugin)
    parser.use(attrs_plugin, after=("image", "code_inline", "link_close", "span_close"), spans=True)
    parser.use(attrs_block_plugin)
    parser.block.ruler.before("table", PLAIN, _plain_blocks)
    parser.inline.ruler.at("myst_role", _placed_role)
    return parser


def _plain_blocks(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Take the plain blocks from `start` on, where nothing holds them.

    No other rule asks this one whether it would end a block, so it is never asked silently.
    """
    if state.level > 0:
        return False
    lines, nested = state.env[PLAIN]
    found, row = plain.scan(lines, start, nested)
    if not found:
        return False
    token = state.push(PLAIN, "", 0)
    token.map = [start, row]
    token.meta = {PLAIN: found}
    state.line = row
    return True


def _placed_role(state: StateInline, silent: bool) -> bool:
    """Read a role as the plugin does, and note where it stands: inline tokens have no lines of their own."""
    start = state.pos
    found: bool = myst_role(state, silent)
    if found and not silent:
        state.tokens[-1].meta["start"] = start
    return found
