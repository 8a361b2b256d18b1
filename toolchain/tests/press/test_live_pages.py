"""What a page offers to run, what it says of examples and commands, and the comparison that it carries."""

import json
import re
from io import StringIO
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

from literate import compare

CONF = """
extensions = ["myst_parser", "literate.sphinx_ext", "press.live"]
myst_fence_as_directive = ["python"]
press_live_modules = {"tinygpt.autograd": "engine.py"}
press_live_left_out = {"left = {1: 2}": "a reason"}
"""
ENGINE = "import math  # </script>\nclass Value: pass\ndef _inner(): pass\ndef f(): pass\n"
NUMPY = ">>> import numpy as np"
VALUE = ">>> from tinygpt.autograd import Value"

RUN, SILENT, NONE = "live", "live live-silent", "session"

# The examples of one page each, with what the page does with them.
PAGES = {
    "expression": [(">>> 1 + 1\n2", RUN)],
    "math": [(">>> import math\n>>> math.pi > 3\nTrue", RUN)],
    "module": [(f"{VALUE}, f\n>>> Value(2)\nValue(data=2.0, grad=0.0)", RUN)],
    "function": [(">>> def f(n):\n...     return n and f(n - 1)\n>>> f(3)\n0", RUN)],
    "comprehension": [(">>> [i * j for i in range(2) for j in range(2)]\n[0, 0, 0, 1]", RUN)],
    "own-class": [(">>> class Node:\n...     def copy(self):\n...         return Node()", RUN)],
    "numpy": [(NUMPY, NONE)],
    "other-class": [(">>> from tinygpt.autograd import Tensor", NONE)],
    "private": [(">>> from tinygpt.autograd import _inner", NONE)],
    "package": [(">>> import tinygpt", NONE)],
    "relative": [(">>> from .autograd import Value", NONE)],
    "inner-import": [(">>> def f():\n...     import sys\n...     return sys", NONE)],
    "missing": [(">>> missing + 1", NONE)],
    "input": [(">>> input()", NONE)],
    "missing-later": [(">>> f = lambda: missing", NONE)],
    "names-of-examples-before": [(">>> a = 1", RUN), (">>> a + 1\n2", RUN)],
    "a-name-lost-and-bound-again": [
        (">>> a = 1", RUN),
        (f"{NUMPY}\n>>> a = np.ones(2)", NONE),
        (">>> a", NONE),
        (">>> a = 2", RUN),
        (">>> a\n2", RUN),
    ],
    "an-object-changed-elsewhere": [
        (">>> a = []", RUN),
        (f"{NUMPY}\n>>> a.append(np.pi)", NONE),
        (">>> a", NONE),
    ],
    "a-class-used-elsewhere": [(VALUE, RUN), (f"{NUMPY}\n>>> b = Value(np.pi)", NONE), (">>> Value(2)", RUN)],
    "a-class-written-into": [(VALUE, RUN), (f"{NUMPY}\n>>> Value.size = np.pi", NONE), (">>> Value", NONE)],
    "a-global-set-elsewhere": [
        (">>> n = 0", RUN),
        (f"{NUMPY}\n>>> def f():\n...     global n\n...     n = np.pi", NONE),
        (">>> n", NONE),
    ],
    "an-error-shown": [
        (">>> a = 1\n>>> a + 's'\nTraceback (most recent call last):\n    ...\nTypeError: no", SILENT),
        (">>> a\n1", RUN),
    ],
    "no-python": [
        (">>> 1 +\nTraceback (most recent call last):\n    ...\nSyntaxError: invalid syntax", NONE),
        (">>> 1\n1", RUN),
    ],
    "dots-that-are-no-ellipsis": [(">>> print('working', end='...done')\nworking...done", RUN)],
    "left-out": [(">>> left = {1: 2}", NONE), (">>> left", NONE)],
}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("live")
    (folder / "pyproject.toml").write_text('[tool.literate]\nchapters = ["*.md"]\noutputs = ["src"]\n')
    (folder / "conf.py").write_text(CONF)
    (folder / "engine.py").write_text(ENGINE)
    pages = {name: "\n".join(f"```python\n{code}\n```\n" for code, _ in page) for name, page in PAGES.items()}
    pages["commands"] = COMMANDS
    for name, text in pages.items():
        (folder / f"{name}.md").write_text(f"# Page\n\n{text}")
    (folder / "index.md").write_text("\n".join(["# Top", "", "```{toctree}", *pages, "```", ""]))
    warnings = StringIO()
    with patch_docutils(), docutils_namespace():
        here = str(folder)
        app = Sphinx(here, here, f"{here}/out", f"{here}/trees", "html", status=None, warning=warnings)
        app.build()
    assert warnings.getvalue() == ""
    return folder / "out"


def page(site, name):
    return BeautifulSoup((site / f"{name}.html").read_text("utf-8"), "html.parser")


@pytest.mark.parametrize("name", PAGES)
def test_a_page_offers_what_plain_python_and_the_given_modules_can_run(site, name):
    blocks = page(site, name).select("[data-code]")
    assert [" ".join(block["class"]) for block in blocks] == [offer for _, offer in PAGES[name]]


def test_one_note_says_that_some_examples_need_more_where_that_is_so(site):
    notes = {name: len(page(site, name).select(".live-note")) for name in PAGES}
    offers = {name: {offer for _, offer in blocks} for name, blocks in PAGES.items()}
    assert notes == {name: int({RUN, NONE} <= found) for name, found in offers.items()}


COMMANDS = """\
```console
$ echo 'one
> two'
one
two
$ cat <<END
> three
> END
three
$ for i in 1 2; do
>   echo $i
> done
1
2
```

```python
>>> print(
...     "a", 1,
... )
a 1

>>> print("one\\n... two\\n")
one
... two
<BLANKLINE>
```
"""


def test_what_a_block_claims_stands_around_it(site):
    commands, examples = page(site, "commands").select("[data-code]")
    assert "data-wants" not in commands.attrs
    assert commands["data-code"] == "0 2 4 3 8 3"
    assert examples["data-code"] == "0 3 5 1"
    assert json.loads(examples["data-wants"]) == ["a 1\n", "one\n... two\n\n"]


def test_the_page_carries_the_comparison_of_the_tests(site):
    script = (site / "_static" / "live-python.js").read_text("utf-8")
    parts = json.loads(re.fullmatch(r"livePython\((.*)\);\n", script, re.DOTALL)[1])
    assert parts["comparison"] == Path(compare.__file__).read_text("utf-8")
    assert parts["modules"] == {"tinygpt.autograd": ENGINE}
