"""How a reader at the keyboard works a replay, and what a screen reader hears of it."""

from tests.browser.chromium import Page


def press(page: Page, replay: str, label: str) -> None:
    """Go to a button, press Enter, and wait for what may have to be loaded."""
    page.run(f"[...{replay}.querySelectorAll('button')].find((b) => b.textContent === '{label}').focus()")
    page.press("Enter", "\r")
    page.until(f"!{replay}.hasAttribute('aria-busy')")


def slide(page: Page, replay: str, *keys: str) -> str:
    """Go to the slider, press keys on it, and return what it is said to stand at."""
    page.run(f"{replay}.querySelector('input[type=range]').focus()")
    for key in keys:
        page.press(key)
    name: str = page.run(f"{replay}.querySelector('input[type=range]').getAttribute('aria-valuetext')")
    return name


def said(page: Page, replay: str) -> str:
    """The sentence that is announced."""
    text: str = page.run(f"{replay}.querySelector('[role=status]').textContent")
    return text
