"""Figures that come alive: worked by keyboard, told to screen readers, and complete without a script."""

import json

import pytest

from tests.browser.replaying import press, said, slide

DIFFERENCES = "document.querySelector('.replay[data-replay=differences]')"
CALLS = "document.querySelector('.replay[data-replay=calls]')"
SURFACE = "document.querySelector('.replay[data-replay=surface]')"
BACKGROUND, CHAPTER = "book/05-background.html", "book/06-autograd.html"
FIGURES = {"differences": BACKGROUND, "calls": CHAPTER, "surface": CHAPTER}


def record(page, replay):
    return json.loads(page.run(f"{replay}.querySelector('script').textContent"))


def description(page, replay):
    return page.run(f"{replay}.querySelector('svg').getAttribute('aria-label')")


def texts(page, replay, selector):
    return page.run(f"[...{replay}.querySelectorAll('{selector}')].map((found) => found.textContent)")


def bands(page):
    return page.run(f"[...{SURFACE}.querySelectorAll('.replay-band')].map((band) => band.getAttribute('d'))")


def test_the_reader_moves_h_and_sees_the_digits_that_agree(page, site):
    page.open(f"{site.as_uri()}/{BACKGROUND}")
    assert slide(page, DIFFERENCES) == "h = 1e\N{MINUS SIGN}6"
    data = record(page, DIFFERENCES)
    place = data["start"]
    for key, to in (("ArrowLeft", place - 1), ("ArrowRight", place), ("Home", 0), ("End", 88)):
        state = data["states"][to]
        assert slide(page, DIFFERENCES, key) == f"h = {state['h']}"
        assert texts(page, DIFFERENCES, "dd") == [
            data["slope"],
            *("".join(read["digits"]) for read in state["read"]),
        ]
        assert texts(page, DIFFERENCES, "dd b") == [read["digits"][0] for read in state["read"]]
    assert page.complaints == []


def test_the_errors_for_an_h_are_said_with_the_number_of_decimals_that_agree(page, site):
    page.open(f"{site.as_uri()}/{BACKGROUND}")
    slide(page, DIFFERENCES, "End")
    # With so large a step the forward difference is 0.749 and the central one 0.7855; the slope is 0.7864.
    assert said(page, DIFFERENCES) == (
        "h = 1e\N{MINUS SIGN}1: forward difference off by 3.7e\N{MINUS SIGN}2, decimals that agree: 1; "
        "central difference off by 9.4e\N{MINUS SIGN}4, decimals that agree: 2."
    )


def test_the_dots_stand_on_their_curves(page, site):
    page.open(f"{site.as_uri()}/{BACKGROUND}")
    slide(page, DIFFERENCES, "Home", "ArrowRight")
    across = page.run(
        f"[...{DIFFERENCES}.querySelectorAll('.replay-dot')].map((dot) => dot.getBoundingClientRect())"
        ".map((box) => Math.round(box.x + box.width / 2))"
    )
    move = record(page, DIFFERENCES)["states"][1]["read"]
    moved = page.run(
        f"[...{DIFFERENCES}.querySelectorAll('.replay-dot')].map((dot) => dot.getAttribute('transform'))"
    )
    assert across[0] == across[1]
    assert moved == [f"translate({read['move'][0]:g},{read['move'][1]:g})" for read in move]


def test_calls_without_the_reset_pile_up_and_one_that_lacks_it_is_never_mended(page, site):
    page.open(f"{site.as_uri()}/{CHAPTER}")
    press(page, CALLS, "Start again")
    assert said(page, CALLS) == "No call yet: every gradient is 0."
    seen = []
    for how in ("With the reset", "Without it", "With the reset", "With the reset", "With the reset"):
        press(page, CALLS, how)
        press(page, CALLS, "Call backward()")
        seen.append(texts(page, CALLS, ".replay-grad"))
    assert seen == [[f"grad {grad}" for grad in grads] for grads in ("111", "234", "115", "116", "117")]
    assert said(page, CALLS) == (
        "Call 5, with the reset, brings x 1. y holds 1, m holds 1, x holds 7: right would be 5."
    )
    assert page.complaints == []


def test_calls_can_be_taken_back_and_no_sixth_can_be_made(page, site):
    page.open(f"{site.as_uri()}/{CHAPTER}")
    press(page, CALLS, "Call backward()")
    assert page.run("document.activeElement.getAttribute('aria-disabled')") == "true"
    assert texts(page, CALLS, ".replay-grad") == ["grad 5", "grad 15", "grad 35"]
    press(page, CALLS, "Take back")
    assert texts(page, CALLS, ".replay-grad") == ["grad 4", "grad 10", "grad 20"]
    shares = [text for text in texts(page, CALLS, ".replay-share") if text]
    assert shares == [*"11111234136", "10"]
    for _ in range(5):
        press(page, CALLS, "Take back")
    assert texts(page, CALLS, ".replay-grad") == ["grad 0"] * 3
    press(page, CALLS, "With the reset")
    press(page, CALLS, "Call backward()")
    assert said(page, CALLS) == (
        "Call 1, with the reset, brings x 1. y holds 1, m holds 1, x holds 1: that is right."
    )


def test_the_surface_goes_back_through_the_training_and_forward_again(page, site):
    page.open(f"{site.as_uri()}/{CHAPTER}")
    run = record(page, SURFACE)["runs"][0]
    assert slide(page, SURFACE) == "step 606"
    assert said(page, SURFACE) == "Step 606, gradients set to zero: the loss is 0.010."
    finished = bands(page)
    assert slide(page, SURFACE, "ArrowLeft") == "step 500"
    assert said(page, SURFACE) == "Step 500, gradients set to zero: the loss is 0.035."
    assert bands(page) == run[-2]["bands"] != finished
    assert slide(page, SURFACE, "Home") == "step 0"
    assert bands(page) == run[0]["bands"]
    assert slide(page, SURFACE, "End") == "step 606"
    assert bands(page) == run[-1]["bands"]
    assert page.complaints == []


def test_the_other_run_is_shown_at_the_same_step(page, site):
    page.open(f"{site.as_uri()}/{CHAPTER}")
    run = record(page, SURFACE)["runs"][1]
    while slide(page, SURFACE, "ArrowLeft") != "step 157":
        pass
    press(page, SURFACE, "Without zeroing")
    assert said(page, SURFACE) == "Step 157, without zeroing: the loss is 0.023."
    assert bands(page) == next(state["bands"] for state in run if state["step"] == 157)
    assert slide(page, SURFACE, "End") == "step 3000"
    press(page, SURFACE, "Gradients set to zero")
    assert said(page, SURFACE) == "Step 606, gradients set to zero: the loss is 0.010."


@pytest.mark.parametrize("kind", FIGURES)
def test_the_description_of_the_picture_follows_what_it_shows(page, site, kind):
    page.open(f"{site.as_uri()}/{FIGURES[kind]}")
    replay = f"document.querySelector('.replay[data-replay={kind}]')"
    finished = description(page, replay)
    assert finished != said(page, replay)
    if kind == "calls":
        press(page, replay, "Take back")
    else:
        slide(page, replay, "ArrowLeft")
    assert description(page, replay) == said(page, replay)
    if kind == "calls":
        press(page, replay, "Call backward()")
    else:
        slide(page, replay, "ArrowRight")
    assert description(page, replay) == finished


def test_without_scripts_a_figure_is_its_finished_picture_and_has_no_controls(browser, site):
    page = browser.page()
    page.call("Emulation.setScriptExecutionDisabled", value=True)
    for kind, name in FIGURES.items():
        page.open(f"{site.as_uri()}/{name}")
        page.call("Emulation.setScriptExecutionDisabled", value=False)
        replay = f"document.querySelector('.replay[data-replay={kind}]')"
        assert page.run(f"{replay}.getClientRects().length") == 1
        assert page.run(f"{replay}.querySelectorAll('button, input').length") == 0
        if kind == "surface":
            drawn = [band.replace("m", "M") for band in bands(page)]  # slimmed paths begin with a small one
            assert drawn == record(page, SURFACE)["runs"][0][-1]["bands"]
        page.call("Emulation.setScriptExecutionDisabled", value=True)
    page.call("Emulation.setScriptExecutionDisabled", value=False)
    page.close()


@pytest.mark.parametrize("kind", FIGURES)
def test_a_figure_that_comes_alive_is_numbered_and_captioned(page, site, kind):
    page.open(f"{site.as_uri()}/{FIGURES[kind]}")
    replay = f"document.querySelector('.replay[data-replay={kind}]')"
    caption = page.run(f"{replay}.closest('figure').querySelector('figcaption').textContent.trim()")
    assert caption.startswith("Figure ")
