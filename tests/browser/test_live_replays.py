"""Replays: chosen and stepped through by keyboard, told to screen readers, and absent without a script."""

from tests.browser.replaying import press, said

CHAPTER = "book/06-autograd.html"
ORDER = "document.querySelector('.replay[data-replay=order]')"
STEPS = "document.querySelector('.replay[data-replay=steps]')"


def drawn(page, replay):
    return page.run(f"[...{replay}.querySelectorAll('.replay-drawing text')].map((t) => t.textContent)")


def test_the_puzzle_gives_39_in_the_right_order_and_3_and_42_in_the_wrong_ones(page, site):
    page.open(f"{site.as_uri()}/{CHAPTER}")
    for name in "fmu":
        press(page, ORDER, f"{name} passes on")
    assert said(page, ORDER).startswith("a holds 39: right.")
    press(page, ORDER, "Start again")
    assert said(page, ORDER) == "f holds the seed, 1. Which node passes its gradient on?"
    for name in "fum":
        press(page, ORDER, f"{name} passes on")
    assert said(page, ORDER).startswith("a holds 3: wrong, the gradient is 39.")
    assert "grad 3" in drawn(page, ORDER)
    press(page, ORDER, "u passes on")
    assert said(page, ORDER).startswith("a holds 42: wrong, the gradient is 39.")
    assert "grad 42" in drawn(page, ORDER)
    assert page.complaints == []


def test_a_node_with_nothing_to_pass_on_says_so_and_keeps_the_focus(page, site):
    page.open(f"{site.as_uri()}/{CHAPTER}")
    press(page, ORDER, "u passes on")
    assert said(page, ORDER).startswith("u has nothing to pass on now.")
    assert page.run("document.activeElement.getAttribute('aria-disabled')") == "true"


def test_stepping_fills_the_graph_in_and_marks_the_line_that_ran(page, site):
    page.open(f"{site.as_uri()}/{CHAPTER}")
    assert [text for text in drawn(page, STEPS) if text.startswith("grad")] == []
    line = f"{STEPS}.querySelector('.replay-line').textContent.trim()"
    listing = f"{STEPS}.querySelector('.replay-listing').textContent.split('\\n')[0]"
    assert page.run(listing) == "def __mul__(self, other):"
    assert page.run(f"{STEPS}.querySelector('.replay-line')") is None
    press(page, STEPS, "Next")
    assert said(page, STEPS) == "Forward: u = ab gives \N{MINUS SIGN}6."
    assert page.run(line) == "return Value(self.data * number, (self, other), (number, self.data))"
    press(page, STEPS, "Last")
    assert page.run(line) == "operand.grad += slope * node.grad"
    grads = [text for text in drawn(page, STEPS) if text.startswith("grad")]
    assert grads == [f"grad {grad}" for grad in ("\N{MINUS SIGN}24", "16", "8", "8", "8", "1")]
    press(page, STEPS, "Back")
    assert len([text for text in drawn(page, STEPS) if text.startswith("grad")]) == 5


def test_the_other_graph_can_be_chosen_and_its_gradient_grows_to_7(page, site):
    page.open(f"{site.as_uri()}/{CHAPTER}")
    press(page, STEPS, "x · x + x")
    pressed = f"{STEPS}.querySelector('[aria-pressed=true]').textContent"
    assert page.run(pressed) == "x · x + x"
    seen = []
    while page.run(f"{STEPS}.querySelector('.replay-count').textContent") != "Step 7 of 7":
        press(page, STEPS, "Next")
        seen.append(said(page, STEPS).rpartition(" ")[2])
    assert seen[-3:] == ["1.", "4.", "7."]


def test_without_scripts_a_replay_takes_no_room(browser, site):
    page = browser.page()
    page.call("Emulation.setScriptExecutionDisabled", value=True)
    page.open(f"{site.as_uri()}/{CHAPTER}")
    page.call("Emulation.setScriptExecutionDisabled", value=False)
    alone = "[...document.querySelectorAll('.replay:not(figure .replay)')]"
    assert page.run(f"{alone}.map((replay) => getComputedStyle(replay).display)") == ["none", "none"]
    page.close()


def test_the_arrow_keys_home_and_end_go_through_the_steps(page, site):
    page.open(f"{site.as_uri()}/{CHAPTER}")
    press(page, STEPS, "Next")
    count = f"{STEPS}.querySelector('.replay-count').textContent"
    seen = []
    for key in ("ArrowRight", "ArrowLeft", "End", "ArrowRight", "Home"):
        page.press(key)
        seen.append(page.run(count))
    assert seen == ["Step 2 of 9", "Step 1 of 9", "Step 9 of 9", "Step 9 of 9", "Start"]
