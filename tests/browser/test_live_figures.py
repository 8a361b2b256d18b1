"""Figures brought to life: stepped through by keyboard, told to screen readers, finished on paper."""

import pytest

from tests.browser.replaying import press, said

CHAPTER = "book/06-autograd.html"
BROADCAST = "document.querySelector('#fig-broadcast .replay')"
JACOBIAN = "document.querySelector('#fig-jacobian .replay')"
MINUS = "\N{MINUS SIGN}"


def visible(page, replay):
    """The texts of the drawing that can be seen."""
    seen = "getComputedStyle(t).visibility === 'visible'"
    texts = f"[...{replay}.querySelectorAll('svg text')].filter((t) => {seen}).map((t) => t.textContent)"
    return page.run(texts)


def name(page, replay):
    return page.run(f"{replay}.querySelector('svg').getAttribute('aria-label')")


def test_a_figure_is_finished_until_the_reader_steps_through_it(page, site):
    page.open(f"{site.as_uri()}/{CHAPTER}")
    for replay in (BROADCAST, JACOBIAN):
        hidden = page.run(f"{replay}.querySelectorAll('.replay-covered, .replay-lit').length")
        assert hidden == 0
        assert page.run(f"{replay}.querySelectorAll('.replay-bar').length") == 2
    assert page.complaints == []


def test_the_square_is_stretched_summed_and_summed_wrongly(page, site):
    page.open(f"{site.as_uri()}/{CHAPTER}")
    press(page, BROADCAST, "First")
    assert said(page, BROADCAST) == "a has shape (3, 3), and b has shape (3,)."
    operands = [str(number) for number in range(1, 10)]
    assert visible(page, BROADCAST) == ["a, shape (3, 3)", *operands, "b, shape (3,)", "10", "20", "30"]
    seen = []
    for _ in range(5):
        page.press("ArrowRight")
        seen.append(visible(page, BROADCAST))
    assert seen[0].count("10") == seen[0].count("20") == 3
    assert seen[1].count("gradient that arrives") == 2
    assert seen[3][-5:] == [f"{MINUS}1", "8", "6", "sum over axis 0", "gradient of b: (3,)"]
    assert seen[4][-4:] == ["4", "5", "4", "wrong"]
    assert said(page, BROADCAST).startswith("The trap: summed over axis 1 it would fit the shape (3,) too.")
    page.press("ArrowLeft")
    assert visible(page, BROADCAST) == seen[3]
    assert page.complaints == []


def test_other_shapes_can_be_chosen_and_the_square_comes_back(start, page):
    page.open(f"{start}{CHAPTER}")
    asked = len(page.requests)
    whole = visible(page, BROADCAST)
    press(page, BROADCAST, "(2, 1) + (1, 3)")
    assert page.run(f"{BROADCAST}.querySelector('[aria-pressed=true]').textContent") == "(2, 1) + (1, 3)"
    press(page, BROADCAST, "Last")
    assert said(page, BROADCAST).endswith(
        "is summed over axis 0, to shape (1, 3): 2 + 0 = 2 for its first number."
    )
    assert visible(page, BROADCAST)[-5:] == ["2", "3", "4", "sum over axis 0", "gradient of b: (1, 3)"]
    press(page, BROADCAST, "(3, 3) + (3,)")
    press(page, BROADCAST, "Last")
    assert visible(page, BROADCAST) == whole
    press(page, BROADCAST, "(2, 3) + ()")
    assert said(page, BROADCAST) == "a has shape (2, 3), and b has shape ()."
    drawings = [address.rpartition("/")[2] for address in page.requests[asked:]]
    assert len(drawings) == 1 and drawings[0].startswith("drawings-")
    assert page.complaints == []


def test_the_last_of_two_quick_choices_counts(page, site):
    page.open(f"{site.as_uri()}/{CHAPTER}")
    buttons = f"[...{BROADCAST}.querySelectorAll('[aria-pressed]')]"
    page.run(f"{buttons}[0].click(); {buttons}[3].click(); {buttons}[2].click(); 0")
    page.until(f"!{BROADCAST}.hasAttribute('aria-busy')")
    assert said(page, BROADCAST) == "a has shape (2, 1), and b has shape (1, 3)."
    assert visible(page, BROADCAST)[0] == "a, shape (2, 1)"


def test_the_drawing_is_named_for_what_it_shows(page, site):
    page.open(f"{site.as_uri()}/{CHAPTER}")
    finished = name(page, BROADCAST)
    assert finished.startswith("Two operands, a of shape (3, 3) and b of shape (3,)")
    press(page, BROADCAST, "First")
    assert name(page, BROADCAST) == said(page, BROADCAST)
    press(page, BROADCAST, "Last")
    assert name(page, BROADCAST) == finished


def test_the_jacobian_fills_by_columns_and_by_rows(page, site):
    page.open(f"{site.as_uri()}/{CHAPTER}")
    press(page, JACOBIAN, "First")
    seen = []
    for _ in range(3):
        page.press("ArrowRight")
        texts = visible(page, JACOBIAN)
        seen.append([text for text in texts if text[-1].isdigit() and "=" not in text] + [texts[-1]])
    first, second, third = seen
    assert first[:3] == [f"{MINUS}3", f"{MINUS}24", "pass 1"]
    assert first[3:7] == [f"{MINUS}3", "2", "1", "pass 1"]
    assert second[-1] == third[-1] == "2 passes"
    assert said(page, JACOBIAN).endswith("Reverse mode was done after 2 passes.")
    press(page, JACOBIAN, "3 inputs, 1 output")
    press(page, JACOBIAN, "Next")
    assert visible(page, JACOBIAN)[-1] == "1 pass"


@pytest.mark.parametrize("width", [390, 1280])
def test_a_live_figure_needs_no_sideways_scrolling(browser, site, width):
    page = browser.page(width=width)
    page.open(f"{site.as_uri()}/{CHAPTER}")
    for replay in (BROADCAST, JACOBIAN):
        for label in page.run(f"[...{replay}.querySelectorAll('[aria-pressed]')].map((b) => b.textContent)"):
            press(page, replay, label)
            inside = f"(e => e.scrollWidth <= e.clientWidth)({replay}.querySelector('.figure-drawing'))"
            assert page.run(inside), label
    assert page.run("document.documentElement.scrollWidth") <= width
    page.close()


def test_without_scripts_the_figure_is_finished_and_has_no_controls(browser, site):
    page = browser.page()
    page.call("Emulation.setScriptExecutionDisabled", value=True)
    page.open(f"{site.as_uri()}/{CHAPTER}")
    page.call("Emulation.setScriptExecutionDisabled", value=False)
    assert visible(page, BROADCAST)[-4:] == ["4", "5", "4", "wrong"]
    page.run(f"{BROADCAST}.scrollIntoView()")
    assert page.run(f"{BROADCAST}.querySelector('svg').getBoundingClientRect().height") > 200
    assert page.run("document.querySelectorAll('figure button').length") == 0
    page.close()


def test_on_paper_a_figure_is_finished_wherever_the_reader_has_stopped(page, site):
    page.open(f"{site.as_uri()}/{CHAPTER}")
    whole = visible(page, BROADCAST)
    press(page, BROADCAST, "First")
    page.call("Emulation.setEmulatedMedia", media="print")
    assert visible(page, BROADCAST) == whole
    controls = f"[...{BROADCAST}.querySelectorAll('.replay-bar, .replay-said')]"
    assert page.run(f"{controls}.map((part) => getComputedStyle(part).display)") == ["none"] * 3
