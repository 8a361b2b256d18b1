"""What holds for every page of the book, in a real browser."""

from pathlib import Path

import pytest

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text("utf-8")
# Everything unfolded and laid out: the style sheet leaves sections out of view for later.
UNFOLD = """
document.querySelectorAll('details').forEach((fold) => { fold.open = true; });
document.head.insertAdjacentHTML('beforeend', '<style>* { content-visibility: visible !important }</style>');
"""
FAULTS = """
new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() =>
  Promise.all(document.getAnimations().map((fading) => fading.finished))).then(() =>
  axe.run(document, {
    preload: false, rules: {'target-size': {enabled: true}}, resultTypes: ['violations'],
  })).then((result) =>
  result.violations.flatMap((rule) => rule.nodes.map((node) => rule.id + ': ' + node.target.join(' '))))
"""
# A page that is too wide widens `innerWidth` as well: phones zoom out.
TOO_WIDE = """
[document.documentElement.scrollWidth - screen.width,
 [...document.querySelectorAll('.bd-article *')].filter((element) => {
   if (element.closest('pre, .math-scroll, .pst-scrollable-table-container, svg')) return false;
   return element.getClientRects().length && element.getBoundingClientRect().right > screen.width + 1;
 }).map((element) => element.outerHTML.slice(0, 100)).slice(0, 5)]
"""
# Titles of neighbouring pages that need more room than their link has, and headings whose sign for
# linking, which is not seen, has a line of its own.
CUT_OFF = """
[...[...document.querySelectorAll('.prev-next-area a')].filter((link) => link.scrollWidth > link.clientWidth),
 ...[...document.querySelectorAll('.bd-article a.headerlink')].filter((sign) => {
   if (!/^H/.test(sign.parentElement.tagName)) return false;
   const words = document.createRange();
   words.setStart(sign.parentElement, 0);
   words.setEndBefore(sign);
   const end = Math.max(...[...words.getClientRects()].map((line) => line.bottom));
   return end <= sign.getBoundingClientRect().top;
 })].map((element) => element.parentElement.textContent.trim())
"""


def test_no_request_leaves_the_book_and_the_console_stays_silent(start, page, pages):
    for name in pages:
        page.open(start + name)
        outside = [address for address in page.requests if not address.startswith(start)]
        assert (name, outside, page.complaints) == (name, [], [])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_with_everything_unfolded(browser, site, pages, scheme):
    page = browser.page(scheme=scheme)
    found = {}
    for name in pages:
        page.open(f"{site.as_uri()}/{name}")
        page.run(f"document.documentElement.dataset.theme === '{scheme}' || fail")
        page.run(UNFOLD)
        page.run(AXE + "; 0")
        found[name] = page.run(FAULTS)
    page.close()
    assert found == {name: [] for name in pages}


def test_a_phone_never_scrolls_a_page_sideways(browser, site, pages):
    page = browser.page(390, 844)
    found = {}
    for name in pages:
        page.open(f"{site.as_uri()}/{name}")
        page.run(UNFOLD)
        found[name] = page.run(TOO_WIDE)
    page.close()
    assert found == {name: [0, []] for name in pages}


def test_on_a_phone_no_title_is_cut_off_and_no_heading_ends_in_an_empty_line(browser, site, pages):
    page = browser.page(390, 844)
    found = {}
    for name in pages:
        page.open(f"{site.as_uri()}/{name}")
        page.run(UNFOLD)
        found[name] = page.run(CUT_OFF)
    page.close()
    assert found == {name: [] for name in pages}


def test_every_page_is_light(page, server, pages):
    for name in pages:
        page.open(server + name)
        assert page.bytes <= 700 * 1024, f"{name} loads {page.bytes} bytes: {page.requests}"
        assert len(page.requests) <= 20, f"{name} asks for {page.requests}"


def test_no_link_inside_the_book_is_dead(page, site, pages):
    anchors = {}
    links = {}
    for name in pages:
        page.open(f"{site.as_uri()}/{name}")
        anchors[name] = set(page.run("[...document.querySelectorAll('[id]')].map((e) => e.id)"))
        links[name] = page.run("[...document.querySelectorAll('a[href]')].map((a) => a.href)")
    start = site.as_uri() + "/"
    dead = []
    for name, addresses in links.items():
        for address in addresses:
            target, _, anchor = address.removeprefix(start).partition("#")
            if address.startswith(start) and (
                target not in anchors or (anchor and anchor not in anchors[target])
            ):
                dead.append((name, address))
    assert dead == []


def test_no_page_uses_an_identifier_twice(page, site, pages):
    twice = (
        "[...document.querySelectorAll('[id]')].map((e) => e.id).filter((id, i, all) => all.indexOf(id) < i)"
    )
    found = {}
    for name in pages:
        page.open(f"{site.as_uri()}/{name}")
        found[name] = page.run(twice)
    assert found == {name: [] for name in pages}
