"""The book built once, a browser, and the two ways to read: from files and from a server."""

from __future__ import annotations

import functools
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.browser import chromium, specimens

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the book's pages, built by these tests themselves, so that they are the present ones."""
    out = tmp_path_factory.mktemp("site")
    command = [Path(sys.executable).parent / "jupyter-book", "build", ".", "-W", "-q", "--path-output", out]
    done = subprocess.run(
        command, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    assert done.returncode == 0, done.stdout
    return out / "_build" / "html"


@pytest.fixture(scope="session")
def specimen_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the specimens' pages."""
    return specimens.build(tmp_path_factory.mktemp("specimens") / "book")


@pytest.fixture(scope="session")
def pages(site: Path) -> list[str]:
    """Every page of the book, by its address below the start."""
    names = [page.relative_to(site) for page in sorted(site.rglob("*.html"))]
    return [name.as_posix() for name in names if name.parts[0] != "_static"]


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[chromium.Browser]:
    program = chromium.find()
    if program is None:
        pytest.skip("no Chromium here: install the package `chromium`, or name one in BROWSER_PROGRAM")
    with chromium.Browser(program, tmp_path_factory.mktemp("profile")) as started:
        yield started


@pytest.fixture(scope="session")
def server(site: Path) -> Iterator[str]:
    """The book behind a web server; gives its address."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            pass

    handler = functools.partial(Quiet, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as serving:
        thread = threading.Thread(target=serving.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{serving.server_address[1]}/"
        serving.shutdown()
        thread.join()


@pytest.fixture(params=["file", "server"])
def start(request: pytest.FixtureRequest, site: Path) -> str:
    """The address of the book's first folder, as files or from a server."""
    if request.param == "file":
        return site.as_uri() + "/"
    address: str = request.getfixturevalue("server")
    return address


@pytest.fixture
def page(browser: chromium.Browser) -> Iterator[chromium.Page]:
    """A light page of the size of a small laptop's window."""
    opened = browser.page()
    yield opened
    opened.close()
