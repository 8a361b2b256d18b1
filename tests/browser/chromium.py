"""Chromium, driven over a pipe by the DevTools protocol: no driver program and no package is needed."""

from __future__ import annotations

import base64
import itertools
import json
import os
import re
import select
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PATIENCE = 60.0
# What the browser answers when the page goes away while it is asked.
_LEAVING = re.compile("target navigated or closed|context was destroyed|find (default execution )?context")


def find() -> str | None:
    """The browser's program: what BROWSER_PROGRAM says, or the first of the usual names that is there."""
    return os.environ.get("BROWSER_PROGRAM") or next(filter(None, map(shutil.which, NAMES)), None)


class ProtocolError(Exception):
    """The browser refused a command, or did not answer."""


class Browser:
    """A running browser without a window. Use it in a `with` statement."""

    def __init__(self, program: str, profile: Path) -> None:
        # The browser reads commands at descriptor 3 and answers at 4.
        commands, self._out = os.pipe()
        self._in, answers = os.pipe()

        def place_pipes() -> None:
            # Copies first: one of the two may itself be number 3 or 4.
            first, second = os.dup(commands), os.dup(answers)
            os.dup2(first, 3)
            os.dup2(second, 4)

        options = [
            "--headless=new",
            "--remote-debugging-pipe",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-background-networking",
            "--disable-component-update",
            "--no-first-run",
            "--hide-scrollbars",
            # Letters are drawn alike on all machines.
            "--font-render-hinting=none",
            "--disable-lcd-text",
            "--force-color-profile=srgb",
            f"--user-data-dir={profile}",
        ]
        self._process = subprocess.Popen(
            [program, *options],
            preexec_fn=place_pipes,
            pass_fds=(3, 4),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(commands)
        os.close(answers)
        self._numbers = itertools.count(1)
        self._buffer = b""
        self._answers: dict[int, dict[str, Any]] = {}
        self._pages: dict[str, Page] = {}

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._out)
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._in)

    def page(self, width: int = 1280, height: int = 900, scheme: str = "light") -> Page:
        """A new, empty page that shares nothing with the others."""
        context = self.call("Target.createBrowserContext")["browserContextId"]
        target = self.call("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self, session, context)
        self._pages[session] = page
        for domain in ("Page", "Runtime", "Network", "Log"):
            page.call(f"{domain}.enable")
        page.size(width, height)
        page.scheme(scheme)
        return page

    def version(self) -> str:
        """Its name and version, for example `Chrome/156.0.8078.108`."""
        product: str = self.call("Browser.getVersion")["product"]
        return product.removeprefix("Headless")

    def call(self, method: str, session: str | None = None, **parameters: Any) -> dict[str, Any]:
        """Give one command and wait for its answer."""
        number = next(self._numbers)
        message: dict[str, Any] = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._out, data) :]
        self.wait(lambda: number in self._answers, method)
        answer = self._answers.pop(number)
        if "error" in answer:
            raise ProtocolError(f"{method}: {answer['error']['message']}")
        result: dict[str, Any] = answer["result"]
        return result

    def wait(self, until: Callable[[], bool], what: str, patience: float = PATIENCE) -> None:
        """Take in what the browser says until the condition holds."""
        end = time.monotonic() + patience
        while not until():
            ready, _, _ = select.select([self._in], [], [], max(0.0, min(0.2, end - time.monotonic())))
            if ready:
                self._take(os.read(self._in, 1 << 20))
            elif time.monotonic() > end or self._process.poll() is not None:
                raise ProtocolError(f"{what}: no answer from the browser")

    def _take(self, data: bytes) -> None:
        if not data:
            raise ProtocolError("the browser has gone")
        *messages, self._buffer = (self._buffer + data).split(b"\0")
        for text in messages:
            message = json.loads(text)
            if "id" in message:
                self._answers[message["id"]] = message
            elif page := self._pages.get(message.get("sessionId", "")):
                page.note(message["method"], message["params"])


class Page:
    """One page, with what it asked for and what it said on the console since the last `open`."""

    def __init__(self, browser: Browser, session: str, context: str) -> None:
        self._browser, self._session, self._context = browser, session, context
        self.requests: list[str] = []
        self.bytes = 0
        self.complaints: list[str] = []
        self._loaded = False
        self._under_way: dict[str, str] = {}

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        return self._browser.call(method, self._session, **parameters)

    def close(self) -> None:
        self._browser.call("Target.disposeBrowserContext", browserContextId=self._context)

    def size(self, width: int, height: int) -> None:
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )

    def scheme(self, name: str) -> None:
        self.media([{"name": "prefers-color-scheme", "value": name}])

    def media(self, features: list[dict[str, str]], kind: str = "") -> None:
        self.call("Emulation.setEmulatedMedia", media=kind, features=features)

    def open(self, address: str) -> None:
        """Load a page and everything that it asks for."""
        self.requests, self.bytes, self.complaints = [], 0, []
        self._loaded = False
        self._under_way.clear()
        # What the page before asked for may be dropped without a word.
        loader = self.call("Page.navigate", url=address)["loaderId"]
        self._browser.wait(
            lambda: self._loaded and loader not in self._under_way.values(), f"opening {address}"
        )

    def run(self, script: str) -> Any:
        """The value of a JavaScript expression; a promise is waited for."""
        answer = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise ProtocolError(details.get("exception", {}).get("description") or details["text"])
        return answer["result"].get("value")

    def until(self, condition: str) -> None:
        """Wait for a JavaScript expression to become true."""
        end = time.monotonic() + PATIENCE
        while not self._holds(condition):
            if time.monotonic() > end:
                raise ProtocolError(f"never true: {condition}")
            time.sleep(0.05)

    def _holds(self, condition: str) -> bool:
        try:
            return bool(self.run(condition))
        except ProtocolError as error:
            if _LEAVING.search(str(error)):
                return False  # the page that was asked is being left for the one that is waited for
            raise

    def press(self, key: str, text: str = "") -> None:
        """One key, as a keyboard gives it."""
        codes = {"Tab": 9, "Enter": 13, "Escape": 27}
        codes |= {"End": 35, "Home": 36, "ArrowLeft": 37, "ArrowRight": 39}
        common = {"key": key, "code": key, "windowsVirtualKeyCode": codes.get(key, 0)}
        self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **common)
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def point(self, x: float, y: float) -> None:
        """Move the mouse to a place in the window."""
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def picture(self, box: dict[str, float], scale: int = 1) -> bytes:
        """A box of the page as a PNG, with so many dots for each pixel of the page."""
        clip = {**box, "scale": scale}
        answer = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)
        return base64.b64decode(answer["data"])

    def note(self, event: str, what: dict[str, Any]) -> None:
        """Take in one event of the browser."""
        if event == "Network.requestWillBeSent":
            address = what["request"]["url"]
            if not address.startswith("data:"):
                self.requests.append(address)
                self._under_way[what["requestId"]] = what["loaderId"]
        elif event in ("Network.loadingFinished", "Network.loadingFailed"):
            self._under_way.pop(what["requestId"], None)
        elif event == "Network.dataReceived":
            self.bytes += what["dataLength"]
        elif event == "Page.loadEventFired":
            self._loaded = True
        elif event == "Runtime.exceptionThrown":
            details = what["exceptionDetails"]
            self.complaints.append(details.get("exception", {}).get("description") or details["text"])
        elif event == "Runtime.consoleAPICalled" and what["type"] in ("error", "warning", "assert"):
            self.complaints.append(" ".join(str(item.get("value")) for item in what["args"]))
        elif event == "Log.entryAdded" and what["entry"]["level"] in ("error", "warning"):
            self.complaints.append(f"{what['entry']['text']} {what['entry'].get('url', '')}".strip())
