"""Pictures of the specimens: taken, compared with the committed ones, and refreshed by

    python -m tests.browser.pictures

Look at what it changed before it is committed. `pictures/made-with.json` says what drew the committed ones.
"""

from __future__ import annotations

import io
import json
import shutil
import sys
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
from PIL import Image

from tests.browser import chromium, specimens
from tests.browser.specimens import ROOT, Specimen

FOLDER = Path(__file__).with_name("pictures")
MADE_WITH = FOLDER / "made-with.json"
BOXES = FOLDER / "boxes.json"
SCHEMES = ("light", "dark")
FONT = ROOT / "toolchain" / "src" / "press" / "theme" / "static" / "fonts" / "book-maths.woff2"

# How far the mean of nine neighbouring dots may be from that of the kept picture, of 255. Edges that fall a
# little elsewhere on the dots move it by about 40; the loss of the thinnest stroke by more than 100.
TOLERANCE = 60
# How far a box may be from where it was, in the formula's own size of letters.
DISTANCE = 0.12

_READY = """
new Promise(async (done) => {
  document.head.append(Object.assign(document.createElement('style'), {textContent: %s}));
  await Promise.all([...document.fonts].map((face) => face.load().catch(() => face)));
  await document.fonts.ready;
  document.querySelectorAll('msqrt').forEach(closeGapAfterRoot);
  requestAnimationFrame(() => requestAnimationFrame(() => done(true)));
})
"""
_BOX = """
(({left, top, width, height}) => ({
  x: Math.floor(left + scrollX), y: Math.floor(top + scrollY),
  width: Math.ceil(width), height: Math.ceil(height),
}))(document.querySelector(%s).getBoundingClientRect())
"""
# Each element of each formula: what it is, and where it is within the formula, in the size of its letters.
_BOXES = """
[...document.querySelectorAll(%s + ' math')].flatMap((math) => {
  const size = parseFloat(getComputedStyle(math).fontSize), from = math.getBoundingClientRect();
  const share = (length) => Math.round(100 * length / size) / 100;
  return [...math.querySelectorAll(':not(mspace)')].map((element) => {
    const box = element.getBoundingClientRect();
    const name = element.children.length ? element.localName : `${element.localName} ${element.textContent}`;
    return [name, ...[box.left - from.left, box.top - from.top, box.width, box.height].map(share)];
  });
})
"""

Boxes = list[list[Any]]


def ready() -> str:
    """A script that sets a page of specimens in the pinned fonts."""
    return _READY % json.dumps(specimens.style())


def open_page(browser: chromium.Browser, address: str, scheme: str) -> chromium.Page:
    """A page of specimens in the pinned fonts."""
    page = browser.page(640, 900, scheme)
    page.open(address)
    page.run(ready())
    return page


def take(page: chromium.Page, specimen: Specimen) -> Image.Image:
    """The specimen as it looks now."""
    if specimen.before:
        page.run(f"{specimen.before}; 0")
    box = page.run(_BOX % json.dumps(specimen.selector))
    return Image.open(io.BytesIO(page.picture(box, specimen.scale))).convert("RGB")


def measure(page: Any, specimen: Specimen) -> Boxes:
    """Where each part of the specimen's formulas is."""
    boxes: Boxes = page.run(_BOXES % json.dumps(specimen.selector))
    return boxes


def difference(one: Image.Image, other: Image.Image) -> float:
    """How much two pictures differ, where they do so most: 0 to 255."""
    if one.size != other.size:
        return 255.0
    first, second = (np.asarray(image.convert("RGB"), dtype=float) for image in (one, other))
    padded = np.pad(first - second, ((1, 1), (1, 1), (0, 0)), mode="edge")
    means = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), axis=(0, 1)).mean(axis=(-2, -1))
    return float(np.abs(means).max())


def moved(now: Boxes, then: Boxes) -> list[str]:
    """What has other parts than before, or parts elsewhere, in words."""
    names = [[box[0] for box in boxes] for boxes in (now, then)]
    if names[0] != names[1]:
        return [f"its parts are {names[0]}, not {names[1]}"]
    return [
        f"{here[0]} is at {here[1:]}, not {there[1:]}"
        for here, there in zip(now, then, strict=True)
        if max(abs(a - b) for a, b in zip(here[1:], there[1:], strict=True)) > DISTANCE
    ]


def kept(specimen: Specimen, scheme: str) -> Path:
    return FOLDER / scheme / f"{specimen.name}.png"


def drawn_by(browser: chromium.Browser) -> dict[str, str]:
    """What the look of the pictures rests on."""
    return {
        "browser": browser.version(),
        "maths": f"{FONT.name} {sha256(FONT.read_bytes()).hexdigest()[:12]}",
        "text": f"DejaVu of matplotlib {matplotlib.__version__}",
    }


def major(version: str) -> str:
    """`Chrome/156` of `Chrome/156.0.8078.108`."""
    return version.partition(".")[0]


def refresh(program: str) -> int:
    """Take all pictures anew; gives how many there are."""
    boxes = {}
    count = 0
    with tempfile.TemporaryDirectory() as name:
        site = specimens.build(Path(name) / "book")
        for scheme in SCHEMES:
            shutil.rmtree(FOLDER / scheme, ignore_errors=True)
            (FOLDER / scheme).mkdir(parents=True)
        with chromium.Browser(program, Path(name) / "profile") as browser:
            for scheme in SCHEMES:
                for group in (specimens.formulas(), specimens.parts()):
                    page = open_page(browser, f"{site.as_uri()}/{group[0].page}", scheme)
                    for specimen in group:
                        image = take(page, specimen).quantize(64, dither=Image.Dither.NONE)
                        image.save(kept(specimen, scheme), optimize=True)
                        count += 1
                        if measured := measure(page, specimen):
                            boxes[specimen.name] = measured
                    page.close()
            MADE_WITH.write_text(json.dumps(drawn_by(browser), indent=2) + "\n", "utf-8")
    lines = (
        f"  {json.dumps(name)}: {json.dumps(found, ensure_ascii=False)}" for name, found in boxes.items()
    )
    BOXES.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    return count


def main() -> int:
    program = chromium.find()
    if program is None:
        print("no Chromium here: install the package `chromium`", file=sys.stderr)
        return 1
    print(
        f"{refresh(program)} pictures in {FOLDER.relative_to(ROOT)}; look at them before they are committed"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
