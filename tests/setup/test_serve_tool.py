"""tools/serve.py: every save is built once, and a failure is told once."""

import os
import sys
import threading

import pytest
import serve
from live_pages import Pages


@pytest.fixture
def root(tmp_path):
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "06.md").write_text("one")
    (tmp_path / "index.md").write_text("index")
    return tmp_path


def step(code):
    return (sys.executable, "-c", code)


def names(root):
    return sorted(os.path.relpath(file, root) for file in serve.snapshot(root))


def test_sources_are_watched_and_droppings_are_not(root):
    droppings = [".06.md.swp", "06.md~", ".#06.md", "#06.md#", "06.md.tmp", "__pycache__/a.pyc"]
    for name in [*droppings, "figures/a.py"]:
        (root / "book" / name).parent.mkdir(exist_ok=True)
        (root / "book" / name).write_text("")
    (root / "book" / "dead.md").symlink_to("nowhere")
    (root / "_build").mkdir()
    (root / "_build" / "06.html").write_text("")
    assert names(root) == ["book/06.md", "book/figures/a.py", "index.md"]


@pytest.mark.parametrize(
    "save",
    [
        lambda book: (book / "06.md").write_text("other"),
        lambda book: (book / "07.md").write_text("new"),
        lambda book: (book / "06.md").unlink(),
        lambda book: (book / "06.md").rename(book / "05.md"),
        lambda book: (book / "new").write_text("one") and (book / "new").replace(book / "06.md"),
    ],
    ids=["edited", "added", "removed", "renamed", "replaced"],
)
def test_every_way_of_saving_is_noticed(root, save):
    before = serve.snapshot(root)
    assert serve.snapshot(root) == before
    save(root / "book")
    assert serve.snapshot(root) != before


def test_build_stops_at_the_step_that_fails_and_tells_only_of_it(root):
    fails = step("print('bad line'); raise SystemExit(1)")
    steps = [step("print('tangled')"), fails, step("open('reached', 'w')")]
    assert serve.build(root, steps) == (False, "bad line")
    assert not (root / "reached").exists()


def test_good_build_tells_of_warnings_only(root):
    code = "import sys; print('much'); print('book/06.md:3: WARNING: no such label', file=sys.stderr)"
    assert serve.build(root, [step(code)]) == (True, "book/06.md:3: WARNING: no such label")


def test_failure_is_told_once_and_pages_reload_only_after_a_good_build(root):
    code = "import sys; sys.exit(open('book/06.md').read() != 'good' and print('bad line') is None)"
    said, pages = [], Pages()
    rounds = serve.rounds(root, pages, said.append, [step(code)], pause=0.01)
    assert (next(rounds), pages.built) == (False, 0)
    results = []
    waiting = threading.Thread(target=lambda: results.append(next(rounds)))
    waiting.start()
    waiting.join(0.2)  # Nothing was saved, so nothing is built or said again.
    assert (results, len(said), said[0]) == ([], 2, "bad line")
    (root / "book" / "06.md").write_text("good")
    waiting.join(20)
    assert (results, pages.built, len(said)) == ([True], 1, 3)
    assert "built in" in said[2]


def test_saving_during_a_build_builds_again(root):
    code = "import pathlib; p = pathlib.Path('book/07.md'); p.exists() or p.write_text('')"
    rounds = serve.rounds(root, Pages(), lambda text: None, [step(code)], pause=0.01)
    assert next(rounds) and next(rounds)


def test_port_that_will_not_do_ends_in_a_sentence(capsys):
    assert serve.main(["--port", "99999"]) == 1
    assert capsys.readouterr().err.startswith("serve: port 99999 will not do (")
