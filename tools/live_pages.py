"""A server of built pages that reload when told to.

It listens on 127.0.0.1 alone and answers only to that name, so nothing leaves the machine. The pages on disk
stay as built: the line that reloads them is added on the way out.
"""

from __future__ import annotations

import sys
import threading
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

RELOADS = "/_reloads"
SCRIPT = f'<script>new EventSource("{RELOADS}").onmessage = () => location.reload()</script>'.encode()
NOT_BUILT = (
    b"<!doctype html><title>Not built yet</title><p>This page is not built. The terminal says why.</p>"
)
BEING_BUILT = (
    b"<!doctype html><title>Being built</title><p>The book is being built. This page will follow.</p>"
)


class Pages:
    """Counts the builds, and lets open pages wait for the next one."""

    def __init__(self) -> None:
        self._built = 0
        self.building = False
        self._changed = threading.Condition()

    def announce(self) -> None:
        """Reload every open page."""
        with self._changed:
            self._built += 1
            self._changed.notify_all()

    @property
    def built(self) -> int:
        return self._built

    def wait(self, seen: int, seconds: float) -> bool:
        """Whether a build newer than `seen` was announced within so many seconds."""
        with self._changed:
            return self._changed.wait_for(lambda: self._built > seen, seconds)


class Handler(SimpleHTTPRequestHandler):
    """Serves the site's files, adds the reloading script to pages, and holds the line open for news."""

    server: Server
    # Otherwise a browser keeps the connection that it waits on and no other is served.
    protocol_version = "HTTP/1.0"

    def do_GET(self) -> None:
        if not self._from_here():
            self.send_error(HTTPStatus.FORBIDDEN, "Only for this machine")
        elif urlsplit(self.path).path == RELOADS:
            self._send_news()
        else:
            self._send_file()

    def do_HEAD(self) -> None:
        if self._from_here():
            super().do_HEAD()
        else:
            self.send_error(HTTPStatus.FORBIDDEN, "Only for this machine")

    def _from_here(self) -> bool:
        """A page elsewhere can point its own name at 127.0.0.1, but then sends that name along."""
        host = (self.headers.get("Host") or "").rpartition(":")[0]
        return host in {"127.0.0.1", "localhost"}

    def _send_news(self) -> None:
        seen = self.server.pages.built
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        try:
            while True:
                news = self.server.pages.wait(seen, seconds=15)
                # The comment finds out whether the page is still there.
                self.wfile.write(b"data: built\n\n" if news else b": still here\n\n")
                if news:
                    return
        except OSError:
            return

    def _send_file(self) -> None:
        file = Path(self.translate_path(self.path))
        if urlsplit(self.path).path.endswith("/"):
            file /= "index.html"
        if file.suffix != ".html":
            super().do_GET()
            return
        try:
            status, page = HTTPStatus.OK, file.read_bytes()
        except OSError:
            status = HTTPStatus.NOT_FOUND
            page = BEING_BUILT if self.server.pages.building else NOT_BUILT
        head, end, tail = page.rpartition(b"</body>")
        page = head + SCRIPT + end + tail if end else page + SCRIPT
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Requests are no news; builds are."""


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, site: Path, port: int) -> None:
        self.site = site
        self.pages = Pages()
        super().__init__(("127.0.0.1", port), Handler)

    def finish_request(self, request: object, client_address: object) -> None:
        Handler(request, client_address, self, directory=str(self.site))  # type: ignore[arg-type]

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that goes away in the middle of a page is no error."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


def open_server(site: Path, port: int | None) -> Server:
    """A server at that port; without one, at the first free port from 8000."""
    if port is not None:
        return Server(site, port)
    for candidate in range(8000, 8100):
        try:
            return Server(site, candidate)
        except OSError:
            continue
    return Server(site, 0)
