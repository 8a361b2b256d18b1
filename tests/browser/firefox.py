"""Firefox, driven through its own Marionette protocol: no driver program and no package is needed."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

NAMES = ("firefox-esr", "firefox")
PATIENCE = 60.0
_PREFERENCES = {
    "marionette.port": 0,  # a free one
    "app.update.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "browser.shell.checkDefaultBrowser": False,
}
_WAIT = """
const done = arguments[arguments.length - 1];
Promise.resolve().then(() => eval(arguments[0]))
  .then((value) => done({value}), (error) => done({error: String(error)}));
"""


def find() -> str | None:
    """The browser's program: what FIREFOX_PROGRAM says, or the first of the usual names that is there."""
    return os.environ.get("FIREFOX_PROGRAM") or next(filter(None, map(shutil.which, NAMES)), None)


class MarionetteError(Exception):
    """The browser refused a command, or did not answer."""


class Firefox:
    """A running browser without a window, with one page. Use it in a `with` statement."""

    def __init__(self, program: str, profile: Path) -> None:
        profile.mkdir(parents=True, exist_ok=True)
        lines = [f'user_pref("{name}", {json.dumps(value)});' for name, value in _PREFERENCES.items()]
        (profile / "user.js").write_text("\n".join(lines) + "\n", "utf-8")
        self._process = subprocess.Popen(
            [program, "--headless", "--marionette", "--no-remote", "--profile", str(profile)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            self._socket = socket.create_connection(("127.0.0.1", self._port(profile)), PATIENCE)
            self._file = self._socket.makefile("rb")
            self._count = 0
            self._answer()  # its greeting
            self.call("WebDriver:NewSession")
        except BaseException:
            self._process.kill()
            self._process.wait()
            raise

    def _port(self, profile: Path) -> int:
        note = profile / "MarionetteActivePort"
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self._process.poll() is None:
            if note.exists() and (text := note.read_text("utf-8").strip()):
                return int(text)
            time.sleep(0.1)
        raise MarionetteError("Firefox did not start")

    def __enter__(self) -> Firefox:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.call("Marionette:Quit", flags=["eForceQuit"])
            self._process.wait(10)
        except (MarionetteError, OSError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        self._file.close()
        self._socket.close()

    def _answer(self) -> Any:
        """A message: its length, a colon, and JSON."""
        digits = b""
        while (byte := self._file.read(1)) != b":":
            if not byte:
                raise MarionetteError("Firefox has gone")
            digits += byte
        return json.loads(self._file.read(int(digits)))

    def call(self, command: str, **parameters: Any) -> Any:
        """Give one command and wait for its answer."""
        self._count += 1
        data = json.dumps([0, self._count, command, parameters]).encode()
        self._socket.sendall(str(len(data)).encode() + b":" + data)
        _, _, error, result = self._answer()
        if error:
            raise MarionetteError(f"{command}: {error['message']}")
        return result

    def size(self, width: int, height: int) -> None:
        self.call("WebDriver:SetWindowRect", width=width, height=height)

    def open(self, address: str) -> None:
        """Load a page."""
        self.call("WebDriver:Navigate", url=address)

    def run(self, script: str) -> Any:
        """The value of a JavaScript expression in the page's own world; a promise is waited for."""
        script = f"window.eval({json.dumps(script)})"
        answer = self.call("WebDriver:ExecuteAsyncScript", script=_WAIT, args=[script], sandbox=None)["value"]
        if "error" in answer:
            raise MarionetteError(answer["error"])
        return answer.get("value")

    def until(self, condition: str) -> None:
        """Wait for a JavaScript expression to become true."""
        end = time.monotonic() + PATIENCE
        while not self.run(condition):
            if time.monotonic() > end:
                raise MarionetteError(f"never true: {condition}")
            time.sleep(0.05)
