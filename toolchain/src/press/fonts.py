"""Refresh the book's two small fonts: `python -m press.fonts`.

Needs the packages fonttools, brotli and ziamath; nothing else in the project does. What the fonts are and
under which licence they come stands in `theme/static/fonts/README.md`.
"""

import sys
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path

from press.maths_characters import VARIANT, WANTED

FONTS = Path(__file__).parent / "theme" / "static" / "fonts"

# Font Awesome's numbers of the icons that the theme shows in a page of this book.
ICONS = {
    "angle-left": 0xF104,
    "angle-right": 0xF105,
    "angle-down": 0xF107,
    "arrow-up": 0xF062,
    "arrow-up-right-from-square": 0xF35D,
    "bars": 0xF0C9,
    "bell": 0xF0F3,
    "chevron-down": 0xF078,
    "circle-check": 0xF058,
    "circle-exclamation": 0xF06A,
    "circle-half-stroke": 0xF042,
    "circle-info": 0xF05A,
    "circle-xmark": 0xF057,
    "code": 0xF121,
    "download": 0xF019,
    "expand": 0xF065,
    "file": 0xF15B,
    "file-lines": 0xF15C,
    "file-pdf": 0xF1C1,
    "house": 0xF015,
    "lightbulb": 0xF0EB,
    "list": 0xF03A,
    "magnifying-glass": 0xF002,
    "magnifying-glass-minus": 0xF010,
    "moon": 0xF186,
    "outdent": 0xF03B,
    "pen": 0xF304,
    "pencil": 0xF303,
    "share": 0xF064,
    "sun": 0xF185,
    "triangle-exclamation": 0xF071,
}


def _subset(source: Path, target: Path, characters: set[int], family: str) -> None:
    from fontTools.subset import (  # type: ignore[import-untyped]
        Options,
        Subsetter,
        load_font,
        save_font,
    )

    options = Options()
    options.flavor = "woff2"
    options.hinting = False
    # What MathML asks for, without `ssty`: other shapes for small letters, which would double the file.
    options.layout_features = ["ccmp", "dtls", "flac", "mark", "mkmk"]
    options.name_IDs = [0, 1, 2, 7, 13, 14]  # the copyright and the licence stay
    options.notdef_outline = True
    options.recalc_timestamp = False
    font = load_font(str(source), options)
    if lost := sorted(characters - set(font.getBestCmap())):
        raise SystemExit(f"{source.name} has no {', '.join(f'U+{code:04X}' for code in lost)}")
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=characters | {ord(VARIANT)})
    subsetter.subset(font)
    font["name"].setName(family, 1, 3, 1, 0x409)  # a changed font goes by another name
    save_font(font, str(target), options)
    print(f"{target.name}: {len(characters)} characters, {target.stat().st_size} bytes")


def _folder(spec: ModuleSpec | None) -> Path:
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).parent


def main() -> int:
    found = {name: find_spec(name) for name in ("fontTools", "brotli", "ziamath", "pydata_sphinx_theme")}
    if absent := [name for name, spec in found.items() if spec is None]:
        print(f"{', '.join(absent)} missing: pip install fonttools brotli ziamath", file=sys.stderr)
        return 1
    maths = _folder(found["ziamath"]) / "fonts" / "STIXTwoMath-Regular.ttf"
    icons = (
        _folder(found["pydata_sphinx_theme"])
        / "theme/pydata_sphinx_theme/static/vendor/fontawesome/webfonts/fa-solid-900.ttf"
    )
    _subset(maths, FONTS / "book-maths.woff2", {ord(c) for c in WANTED}, "Book Maths")
    # Reading a woff2 file needs brotli; this list lets a test see that font and characters agree.
    (FONTS / "book-maths.txt").write_text("".join(sorted(WANTED)) + "\n", "utf-8")
    _subset(icons, FONTS / "book-icons.woff2", set(ICONS.values()), "Book Icons")
    return 0


if __name__ == "__main__":
    sys.exit(main())
