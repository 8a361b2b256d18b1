"""Examples that run in the page: they print what the book prints, can be edited, and can be stopped."""

import pytest

CHAPTERS = ["book/05-background.html", "book/06-autograd.html"]
CHAPTER = CHAPTERS[1]
OFFERED = "[...document.querySelectorAll('.live:not(.live-silent)')]"


def block(code):
    """The first block that can be run and shows this code."""
    return f"{OFFERED}.find((block) => block.querySelector('div.highlight').textContent.includes('{code}'))"


def press(page, code, label):
    page.run(f"{block(code)}.querySelector('[aria-label^={label}]').click()")


def finish(page, code):
    page.until(f"!{block(code)}.hasAttribute('aria-busy')")
    printed = page.run(f"{block(code)}.querySelector('.live-printed').textContent")
    return printed, page.run(f"{block(code)}.querySelector('.live-verdict').textContent")


def edit(page, code, text):
    press(page, code, "Edit")
    page.run(f"{block(code)}.querySelector('textarea').value = {text!r}; 0")


def from_outside(page, start):
    """What was asked for elsewhere than below `start`; a worker's own text has an address of its own."""
    return [address for address in page.requests if not address.startswith((start, "blob:"))]


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_example_that_can_be_run_prints_in_the_page_what_the_book_prints(start, page, chapter):
    page.open(start + chapter)
    other = {}
    for number in range(page.run(f"{OFFERED}.length")):
        mine = f"{OFFERED}[{number}]"
        page.run(f"{mine}.querySelector('[aria-label^=Run]').click()")
        page.until(f"!{mine}.hasAttribute('aria-busy')")
        session = page.run(f"{mine}.querySelector('div.highlight > pre').textContent")
        lines = [line for line in session.splitlines(True) if not line.startswith((">>>", "..."))]
        printed = page.run(f"{mine}.querySelector('.live-printed').textContent")
        verdict = page.run(f"{mine}.querySelector('.live-verdict').textContent")
        if printed != "".join(lines) or "as in the book" not in verdict:
            other[session] = (printed, verdict)
    assert other == {}
    assert (from_outside(page, start), page.complaints) == ([], [])


def test_outputs_are_compared_as_the_tests_compare_them(page, specimen_site):
    page.open(f"{specimen_site.as_uri()}/book/sessions.html")
    for code, printed in (("total", "3\none\n\n... two\n"), ("working", "working...done\n")):
        press(page, code, "Run")
        assert finish(page, code) == (printed, "The same as in the book.")


def test_the_engine_of_the_book_can_be_run_and_numpy_cannot(page, site):
    page.open(f"{site.as_uri()}/{CHAPTER}")
    offered = page.run(f"{OFFERED}.map((block) => block.textContent)")
    assert sum("Value(" in code for code in offered) >= 7
    assert not any(word in code for code in offered for word in ("np.", "Tensor", "import sys"))
    notes = page.run("[...document.querySelectorAll('.live-note')].map((note) => note.hidden)")
    assert notes and not any(notes)


def test_nothing_of_python_is_loaded_before_the_first_click(page, server):
    page.open(server + CHAPTER)
    assert [address for address in page.requests if "live-python" in address] == []
    press(page, "x = Value(3.0)", "Run")
    finish(page, "x = Value(3.0)")
    loaded = [address for address in page.requests if "live-python" in address]
    assert len(loaded) == 1


def test_an_edited_example_prints_what_it_now_computes(page, site):
    page.open(f"{site.as_uri()}/{CHAPTER}")
    code = "u.grad, a.grad"
    lines = "a = Value(5)\nu = 3 * a\nu.backward()\nu.grad, a.grad\nfor i in range(2):\n    print(i)\n\nu"
    edit(page, code, lines)
    press(page, code, "Run")
    printed, verdict = finish(page, code)
    assert printed == "(1.0, 3.0)\n0\n1\nValue(data=15.0, grad=1.0)\n"
    assert verdict == "This is what your version prints."
    press(page, code, "Undo")
    press(page, code, "Run")
    assert finish(page, code) == ("(-24.0, 16.0, 8.0)\n7.0\n(13.0, 39.0)\n", "The same as in the book.")


def test_what_a_reader_edits_holds_for_the_examples_after_it(page, site):
    page.open(f"{site.as_uri()}/{CHAPTER}")
    edit(page, "u = a * b", "a, b, c = 1.0, 2.0, 3.0\nu = a * b\ns = u + c\nf = s ** 2")
    press(page, "f_bar = 1.0", "Run")
    printed, verdict = finish(page, "f_bar = 1.0")
    assert printed == "(10.0, 10.0, 10.0, 20.0, 10.0)\n"
    assert verdict.startswith("This differs from the book")


def test_errors_are_shown_and_do_no_harm(page, site):
    page.open(f"{site.as_uri()}/{CHAPTER}")
    code = "Value(2)"
    edit(page, code, "1 / 0\nthis wrong\nunknown\n'a' + 'b'")
    press(page, code, "Run")
    printed, _ = finish(page, code)
    lines = printed.splitlines()
    kinds = [line.partition(":")[0] for line in lines]
    assert kinds == ["ZeroDivisionError", "SyntaxError", "NameError", "'ab'"]


def test_an_endless_loop_can_be_stopped_and_the_next_run_works(page, site):
    page.open(f"{site.as_uri()}/{CHAPTER}")
    code = "Value(2)"
    edit(page, code, "print('begun')\nwhile True:\n    pass")
    press(page, code, "Run")
    page.until(f"!{block(code)}.querySelector('[aria-label^=Stop]').hidden")
    page.until(f"{block(code)}.querySelector('.live-verdict').textContent === 'Running …'")
    press(page, code, "Stop")
    assert finish(page, code)[1] == "Stopped."
    press(page, code, "Undo")
    press(page, code, "Run")
    assert finish(page, code) == ("Value(data=2.0, grad=0.0)\n", "The same as in the book.")
    assert page.complaints == []


def test_without_scripts_there_are_no_buttons_and_no_notes(browser, site):
    page = browser.page()
    page.call("Emulation.setScriptExecutionDisabled", value=True)
    page.open(f"{site.as_uri()}/{CHAPTER}")
    page.call("Emulation.setScriptExecutionDisabled", value=False)
    assert page.run("document.querySelectorAll('.live-bar').length") == 0
    seen = "[...document.querySelectorAll('.live-note')].filter((note) => note.getClientRects().length)"
    assert page.run(f"{seen}.length") == 0
    page.close()
