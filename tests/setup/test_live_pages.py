"""tools/live_pages.py: pages that reload, for this machine alone."""

import http.client
import socket
import threading

import pytest
from live_pages import BEING_BUILT, NOT_BUILT, SCRIPT, Pages, open_server


@pytest.fixture
def server(tmp_path):
    site = tmp_path / "a site"
    (site / "book").mkdir(parents=True)
    (site / "index.html").write_text("<html><body>One</body></html>")
    (site / "book" / "06.html").write_text("<p>Torn page")
    (site / "style.css").write_text("p {}")
    server = open_server(site, 0)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def fetch(server, path, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=10)
    connection.request("GET", path, headers=headers)
    return connection.getresponse()


@pytest.mark.parametrize(
    ("path", "status", "body"),
    [
        ("/", 200, b"<html><body>One" + SCRIPT + b"</body></html>"),
        ("/index.html?x=1", 200, b"<html><body>One" + SCRIPT + b"</body></html>"),
        ("/book/06.html", 200, b"<p>Torn page" + SCRIPT),
        ("/style.css", 200, b"p {}"),
        ("/book/missing.html", 404, NOT_BUILT + SCRIPT),
        ("/../../secret.html", 404, NOT_BUILT + SCRIPT),
    ],
)
def test_pages_carry_the_script_and_other_files_do_not(server, path, status, body):
    answer = fetch(server, path)
    assert (answer.status, answer.read(), answer.getheader("Cache-Control")) == (status, body, "no-store")


def test_page_that_is_not_there_says_that_the_book_is_being_built(server):
    server.pages.building = True
    answer = fetch(server, "/book/missing.html")
    assert (answer.status, answer.read()) == (404, BEING_BUILT + SCRIPT)


def test_files_on_disk_stay_as_built(server):
    fetch(server, "/").read()
    assert (server.site / "index.html").read_text() == "<html><body>One</body></html>"


def test_open_page_hears_of_the_next_build(server):
    answer = fetch(server, "/_reloads")
    assert answer.getheader("Content-Type") == "text/event-stream"
    server.pages.announce()
    assert answer.read() == b"data: built\n\n"


def test_two_open_pages_both_hear_of_it_while_others_are_served(server):
    waiting = [fetch(server, "/_reloads") for _ in range(2)]
    assert fetch(server, "/style.css").read() == b"p {}"
    server.pages.announce()
    assert [answer.read() for answer in waiting] == [b"data: built\n\n"] * 2


@pytest.mark.parametrize("path", ["/", "/_reloads", "/style.css"])
def test_foreign_host_name_is_refused(server, path):
    assert fetch(server, path, Host="example.org:8000").status == 403


def test_only_the_local_address_is_listened_on(server):
    assert server.server_address == ("127.0.0.1", server.server_port)


def test_taken_port_is_an_error_only_when_it_was_asked_for(server, tmp_path):
    with pytest.raises(OSError):
        open_server(tmp_path, server.server_port)
    with socket.create_server(("127.0.0.1", 0)):
        other = open_server(tmp_path, None)
        assert other.server_port != server.server_port
        other.server_close()


def test_waiting_ends_when_nothing_is_built():
    assert Pages().wait(seen=0, seconds=0.01) is False
