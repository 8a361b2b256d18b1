"""Which examples a page offers to run."""

from pathlib import Path

import pytest
import yaml

from press.live.examples import Offer, Page, public_names

ROOT = Path(__file__).resolve().parents[2]
MODULES = {"tinygpt.autograd": ["Value"]}


def offers(*examples):
    page = Page(MODULES)
    return [page.offer(example).name for example in examples]


@pytest.mark.parametrize(
    "example",
    [
        ">>> 1 + 1\n2",
        ">>> import math\n>>> math.pi > 3\nTrue",
        ">>> from tinygpt.autograd import Value\n>>> Value(2)\nValue(data=2.0, grad=0.0)",
        ">>> def f(n):\n...     return n and f(n - 1)\n>>> f(3)\n0",
        ">>> [i * j for i in range(2) for j in range(2)]\n[0, 0, 0, 1]",
        ">>> class Node:\n...     def copy(self):\n...         return Node()",
    ],
)
def test_plain_python_and_the_given_modules_can_be_run(example):
    assert offers(example) == ["RUN"]


@pytest.mark.parametrize(
    "example",
    [
        ">>> import numpy as np",
        ">>> from tinygpt.autograd import Tensor",
        ">>> import tinygpt.autograd",
        ">>> from .autograd import Value",
        ">>> def f():\n...     import sys\n...     return sys",
        ">>> missing + 1",
        ">>> input()",
        ">>> f = lambda: missing",
    ],
)
def test_what_needs_more_cannot(example):
    assert offers(example.replace("import tinygpt.autograd", "import tinygpt")) == ["NONE"]


def test_names_come_from_the_examples_before():
    assert offers(">>> a = 1", ">>> a + 1\n2") == ["RUN", "RUN"]


def test_a_name_that_the_page_could_not_bind_is_lost_until_it_is_bound_again():
    numpy = ">>> import numpy as np\n>>> a = np.ones(2)"
    found = offers(">>> a = 1", numpy, ">>> a", ">>> a = 2", ">>> a\n2")
    assert found == ["RUN", "NONE", "NONE", "RUN", "RUN"]


def test_what_the_page_could_not_do_to_an_object_spoils_it():
    found = offers(">>> a = []", ">>> import numpy as np\n>>> a.append(np.pi)", ">>> a")
    assert found == ["RUN", "NONE", "NONE"]


def test_using_a_function_or_a_class_does_not_spoil_it_but_writing_into_it_does():
    before = ">>> from tinygpt.autograd import Value"
    used = ">>> import numpy as np\n>>> b = Value(np.pi)"
    written = ">>> import numpy as np\n>>> Value.size = np.pi"
    after = ">>> Value(2)\nValue(data=2.0, grad=0.0)"
    assert offers(before, used, after) == ["RUN", "NONE", "RUN"]
    assert offers(before, written, after) == ["RUN", "NONE", "NONE"]


def test_a_global_that_a_function_of_such_an_example_sets_is_lost():
    numpy = ">>> import numpy as np\n>>> def f():\n...     global n\n...     n = np.pi"
    found = offers(">>> n = 0", numpy, ">>> n")
    assert found == ["RUN", "NONE", "NONE"]


def test_an_example_that_ends_in_an_error_runs_for_what_follows_but_is_not_offered():
    error = ">>> a = 1\n>>> a + 's'\nTraceback (most recent call last):\n    ...\nTypeError: no"
    assert offers(error, ">>> a\n1") == ["SILENT", "RUN"]


def test_an_example_left_out_by_hand_is_not_offered_and_spoils_what_it_binds():
    page = Page(MODULES)
    assert page.offer(">>> a = {1: 2}", left_out=True) is Offer.NONE
    assert page.offer(">>> a") is Offer.NONE


def test_what_the_configuration_leaves_out_stands_in_the_book():
    settings = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))["sphinx"]["config"]
    chapters = "".join(chapter.read_text("utf-8") for chapter in (ROOT / "book").glob("0*.md"))
    found = {line: chapters.count(f">>> {line}") for line in settings["press_live_left_out"]}
    assert found == dict.fromkeys(found, 1)


def test_the_names_of_a_module_are_its_public_functions_and_classes():
    source = "import math\nclass Value: pass\ndef _inner(): pass\ndef f(): pass\n"
    assert public_names(source) == ["Value", "f"]


def test_every_offer_says_what_it_means():
    assert len({offer.value for offer in Offer}) == 3
