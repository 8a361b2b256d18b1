"""The characters that the book's maths font holds: what `press.fonts` puts in, and `press.mathml` may use."""

# ruff: noqa: RUF001  (characters that look like others are the point here)

from unicodedata import category

# First code and number of letters. A few places are empty: those letters have an older code (`_OLDER`).
_ALPHABETS = {
    "bold": (0x1D400, 52),
    "italic": (0x1D434, 52),
    "script capitals": (0x1D49C, 26),
    "double-struck capitals": (0x1D538, 26),
    "bold Greek capitals": (0x1D6A8, 25),
    "italic Greek, small": (0x1D6FC, 31),
    "bold italic Greek, small": (0x1D736, 31),
    "bold digits": (0x1D7CE, 10),
}
_OLDER = set("ℎℬℰℱℋℐℒℳℛℂℍℕℙℚℝℤℓ")

_ASCII = {chr(code) for code in range(0x20, 0x7F)}
_GREEK = set("ΓΔΘΛΞΠΣΥΦΨΩαβγδεζηθικλμνξοπρςστυφχψωϑϕϖϱϵ")
_ACCENTS = set("¯ˆ˜˙¨´`ˇ˘˚‾_^~⏞⏟" "\u0302\u0303\u0305")  # the last three are combining
_DELIMITERS = set("|‖⟨⟩⌊⌋⌈⌉∣∥/\\")
_OPERATORS = set(
    "¬±×÷·⋅•∗⋆∘⊕⊖⊗⊙⊘†‡−∓∔∖∧∨∩∪"
    "=≠≡≈≃≅∼∝≐≔≕≜≝<>≤≥≪≫⊂⊃⊆⊇∈∉∋∅∀∃∄⊥⟂⊤∤∴≲≳"
    "∂∇∆∑∏∫√∞ℏ′″‴‵…⋯⋮⋱°∙□⋃⨁⨂"
)
_ARROWS = set("←→↑↓↔↕↦⇐⇒⇑⇓⇔⟵⟶⟷⟹⟺⟼↗↘↪⇝")
_LATIN = set("éèêàçñäöüß–—‘’“”")

# Drawn by no glyph: invisible operators and spaces.
INVISIBLE = frozenset("\u2061\u2062\u2063\u2064\u2009\u200a\u2003\u2002\u2004\u2005\u00a0\u200b\n")
VARIANT = "\ufe00"  # follows a script capital and chooses its plain form

# What the font holds.
WANTED = frozenset(
    {
        letter
        for first, length in _ALPHABETS.values()
        for letter in map(chr, range(first, first + length))
        if category(letter) != "Cn"
    }
    | _OLDER
    | _ASCII
    | _GREEK
    | _ACCENTS
    | _DELIMITERS
    | _OPERATORS
    | _ARROWS
    | _LATIN
)


def missing(text: str) -> list[str]:
    """The characters of `text` that the font lacks, each once, sorted."""
    return sorted(set(text) - WANTED - INVISIBLE - {VARIANT})
