"""The specimens: formulas and parts of pages, built as a small book of their own and set in pinned fonts."""

from __future__ import annotations

import base64
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import matplotlib

ROOT = Path(__file__).resolve().parents[2]
SOURCES = Path(__file__).with_name("specimens")

# The text's fonts differ from machine to machine. Those of matplotlib come with the environment.
_FACES = {
    "Specimen Serif": {"normal": "DejaVuSerif.ttf", "bold": "DejaVuSerif-Bold.ttf"},
    "Specimen Sans": {"normal": "DejaVuSans.ttf", "bold": "DejaVuSans-Bold.ttf"},
    "Specimen Mono": {"normal": "DejaVuSansMono.ttf", "bold": "DejaVuSansMono-Bold.ttf"},
}
_VARIABLES = """
html {
  --text-font: "Specimen Serif" !important;
  --pst-font-family-heading: "Specimen Sans" !important;
  --pst-font-family-monospace: "Specimen Mono" !important;
}
* { content-visibility: visible !important; transition: none !important; }
.copy-code { display: none; } /* it comes when a block is near */
.in-a-line { padding: 0.5em 0; } /* what stands out of the line is to be seen, too */
"""


@dataclass(frozen=True)
class Specimen:
    """Something to look at: its name, the page it is on, what finds it there, and how finely it is drawn."""

    name: str
    page: str
    selector: str
    scale: int = 1
    before: str = ""  # what is done to the page first


def build(folder: Path) -> Path:
    """Build the specimens with the project's own configuration; gives the folder of the pages."""
    shutil.copytree(SOURCES, folder, ignore=shutil.ignore_patterns("pages"))
    shutil.copytree(SOURCES / "pages", folder / "book")  # the name `book` would make them chapters to test
    shutil.copytree(
        ROOT / "book" / "figures", folder / "book" / "figures", ignore=shutil.ignore_patterns("__pycache__")
    )
    for name in ("_config.yml", "book/references.bib"):
        shutil.copy(ROOT / name, folder / name)
    command = [Path(sys.executable).parent / "jupyter-book", "build", ".", "-W", "--keep-going", "-q"]
    done = subprocess.run(
        command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    if done.returncode:
        raise RuntimeError(f"the specimens cannot be built:\n{done.stdout}")
    return folder / "_build" / "html"


def formulas() -> list[Specimen]:
    """One for each section of the page of formulas."""
    text = (SOURCES / "pages" / "formulas.md").read_text("utf-8")
    titles = [line.removeprefix("## ") for line in text.splitlines() if line.startswith("## ")]
    names = [title.lower().replace(" ", "-") for title in titles]
    return [
        Specimen(name, "book/formulas.html", f"#{name} :is(div.math, .in-a-line)", scale=2) for name in names
    ]


def parts() -> list[Specimen]:
    solution = "document.querySelector('details.solution')"
    return [
        Specimen(name, "book/parts.html", selector, before=before)
        for name, selector, before in (
            ("tangled-block", ".tangled", ""),
            ("tangled-block-in-class", ".tangled ~ .tangled", ""),
            ("example", ".highlight-pycon", ""),
            ("illustrative-block", ".illustrative", ""),
            ("transcript", ".highlight-console", ""),
            ("predict-box", ".admonition.predict", ""),
            ("note", ".admonition.note", ""),
            ("exercise", ".admonition.exercise", ""),
            ("solution-folded", "details.solution", f"{solution}.open = false"),
            ("solution-open", "details.solution", f"{solution}.open = true"),
            ("table", ".pst-scrollable-table-container", ""),
            ("figure", "figure", ""),
        )
    ]


def style() -> str:
    """A style sheet that sets the specimens in the pinned fonts."""
    folder = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    faces = []
    for family, files in _FACES.items():
        for weight, name in files.items():
            data = base64.b64encode((folder / name).read_bytes()).decode()
            source = f"url(data:font/ttf;base64,{data})"
            faces.append(f'@font-face {{ font-family: "{family}"; font-weight: {weight}; src: {source}; }}')
    return "\n".join([*faces, _VARIABLES])
