"""The whole book on paper and for e-readers: slow, so `pytest -m slow` runs it."""

import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
import typst
from books import PrintedBook, build
from PIL import Image
from pypdf import PdfReader

ROOT = Path(__file__).resolve().parents[3]
PRINTED = [*ROOT.glob("src/tinygpt/**/*.py"), *ROOT.glob("examples/*.py")]
DOTS_PER_INCH = 60
MARGIN = 23 / 25.4 * DOTS_PER_INCH  # the text begins at 25 mm

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole")
    for builder in ("pdf", "epub"):
        result = build(ROOT, folder, builder)
        assert result.returncode == 0, result.stdout
    return PrintedBook(folder)


@pytest.fixture(scope="module")
def pdf(book):
    return PdfReader(book.pdf)


def letters(text):
    return re.sub(r"\s", "", text)


@pytest.fixture(scope="module")
def all_letters(pdf):
    return letters("".join(page.extract_text() for page in pdf.pages))


@pytest.mark.parametrize("file", PRINTED, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_each_line_of_the_library_is_printed(file, all_letters):
    lines = [line for line in file.read_text("utf-8").splitlines() if line.strip()]
    assert [line for line in lines if letters(line) not in all_letters] == []


def test_each_numbered_section_has_a_bookmark(book, pdf):
    chapters = sorted((ROOT / "book").glob("0*.md"))
    code = re.compile(r"^(`{3,}|:{3,}).*?^\1$", re.MULTILINE | re.DOTALL)
    headings = [
        title
        for chapter in chapters
        for title in re.findall(r"^#{1,3} (.+)$", code.sub("", chapter.read_text("utf-8")), re.MULTILINE)
    ]
    assert len(headings) > 40
    assert [
        t for t in headings if not any(mark.endswith(f"\u2002{t}") for mark in bookmarks(pdf.outline))
    ] == []


def test_the_book_ends_with_the_solutions_and_the_index(pdf):
    chapters = [entry.title for entry in pdf.outline if not isinstance(entry, list)]
    assert chapters[-2:] == ["Solutions", "Index"]


def test_the_index_prints_the_pages_that_its_links_lead_to(pdf):
    index = next(page for page in pdf.pages if page.extract_text().startswith("Index\n"))
    lines = index.extract_text().partition("is explained.")[2]
    printed = [
        number for numbers in re.findall(r", (\d+(?:, \d+)*)", lines) for number in numbers.split(", ")
    ]
    numbers = {page.indirect_reference: label for page, label in zip(pdf.pages, pdf.page_labels, strict=True)}
    led_to = [numbers[link.get_object()["/Dest"][0]] for link in index["/Annots"]]
    assert len(printed) > 60
    assert sorted(printed) == sorted(led_to)


def bookmarks(entries):
    for entry in entries:
        if isinstance(entry, list):
            yield from bookmarks(entry)
        else:
            yield entry.title


def test_pages_are_drawn_for_a_person_to_look_at_and_none_is_empty_or_runs_over_its_margins(book):
    folder = book.pdf.parent
    pattern = folder / "page-{0p}.png"
    compiler = typst.Compiler(root=str(folder), font_paths=fonts(), ignore_system_fonts=True)
    compiler.compile(input=str(folder / "book.typ"), output=str(pattern), format="png", ppi=DOTS_PER_INCH)
    drawn = sorted(folder.glob("page-*.png"))
    assert len(drawn) > 50
    print(f"Look at the pages in {folder}")
    edges = {file.name: edges_of(file) for file in drawn}
    assert {name: at for name, at in edges.items() if at is None} == {}
    width = Image.open(drawn[0]).width
    assert {n: at for n, at in edges.items() if at[0] < MARGIN or at[1] > width - MARGIN} == {}


def fonts():
    import matplotlib

    return [str(Path(matplotlib.get_data_path()) / "fonts" / "ttf")]


def edges_of(file):
    """The first and the last column of a page with ink in it, or None for a page without any."""
    ink = np.asarray(Image.open(file).convert("L")) < 200
    columns = np.flatnonzero(ink.any(axis=0))
    return (int(columns[0]), int(columns[-1])) if len(columns) else None


def test_the_epub_is_valid(book):
    checker, java = shutil.which("epubcheck"), shutil.which("java")
    if checker is None:
        pytest.skip("epubcheck is not installed (Debian: apt-get install epubcheck)")
    # Debian's command is the archive of Java classes itself, which not every system can start.
    archive = Path(checker).resolve()
    command = [java, "-jar", archive] if archive.suffix == ".jar" and java else [checker]
    done = subprocess.run([*command, book.epub], capture_output=True, text=True, check=False)
    assert (done.returncode, "0 fatals / 0 errors / 0 warnings" in done.stdout) == (0, True), (
        done.stdout + done.stderr
    )
