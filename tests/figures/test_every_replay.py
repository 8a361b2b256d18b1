"""What holds for each replay: in the page, on paper, and in a second build; and the scripts that it needs."""

import json
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from figures import replays
from replayed import REPLAYS

from press.live import replays as replays_of_pages

STATIC = Path(replays_of_pages.__file__).parent / "static"
# What a reader has to load for each, in bytes.
LIMITS = {
    "order": 6_000,
    "steps": 14_000,
    "stages": 42_000,
    "calls": 10_000,
    "differences": 36_000,
    "surface": 12_000,
}


@pytest.fixture(params=REPLAYS)
def made(request):
    return request.param()


def test_in_the_page_a_figure_shows_without_a_script_and_another_replay_does_not(made):
    holder = BeautifulSoup(made.html, "html.parser").find(class_="replay")
    assert holder.has_attr("hidden") is (made.figure is None)
    assert json.loads(holder.find("script").string) == json.loads(json.dumps(made.data))


def test_on_paper_a_figure_is_its_finished_picture_and_another_replay_is_nothing(made):
    bundle = made._repr_mimebundle_()
    drawn = {"image/svg+xml": made.figure.svg, "text/plain": made.figure.alt} if made.figure else {}
    assert bundle == {"text/plain": made.title, "text/html": made.html} | drawn
    assert "data-" not in bundle.get("image/svg+xml", "")


@pytest.mark.parametrize("make", REPLAYS)
def test_a_replay_is_light_and_the_same_each_time(make):
    made = make()
    assert made.html == make().html
    assert len(made.html) < LIMITS[made.kind]


def test_a_page_has_the_scripts_of_its_own_kinds_of_replays_and_no_others(made):
    scripts = replays_of_pages.scripts(made.html)
    assert (scripts[0], scripts[-1]) == ("replay.js", f"replays/{made.kind}.js")
    assert [script for script in scripts if not (STATIC / script).is_file()] == []


def test_a_page_with_two_replays_has_their_common_scripts_once_and_one_with_none_has_none():
    two = replays.order_puzzle().html + replays.steps().html
    scripts = ["replay.js", "replays/graph.js", "replays/order.js", "replays/steps.js"]
    assert [replays_of_pages.scripts(body) for body in (two, "<p>No replay.</p>")] == [scripts, []]


def test_what_a_figure_draws_only_when_asked_waits_in_a_script_of_its_own():
    replay = '<div class="replay" data-replay="stages">{}{}<script>1</script></div>'
    drawn, one, two = (f"<svg>{name}</svg>" for name in ("square", "one", "two"))
    others = f"<template>{one}</template><template>{two}</template>"
    alone = replay.format("", others)
    body = f"<figure>plain</figure><figure>{replay.format(drawn, others)}</figure>{alone}"
    page, scripts = replays_of_pages.drawings_apart(body, "../_static/replays/")
    [(name, script)] = scripts.items()
    left = replay.format(drawn, "").replace("data-", f'data-drawings="../_static/replays/{name}" data-', 1)
    assert page == f"<figure>plain</figure><figure>{left}</figure>{alone}"
    assert script == f'replays.drawings("{name}", ["{one}", "{two}"]);\n'
    assert replays_of_pages.drawings_apart(page, "") == (page, {})
