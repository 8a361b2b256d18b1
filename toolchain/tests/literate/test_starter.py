import ast
import json

import pytest

from literate.model import TextErrors

SETTINGS = """\
[tool.literate]
chapters = ["book/*.md"]
outputs = ["src/pkg", "labs"]
[tool.literate.starters."labs/starter.py"]
sources = ["src/pkg/a.py", "src/pkg/sub/b.py"]
docstring = "A starter."
"""

CHAPTER = '''\
# Title

## One

```python tangle=src/pkg/a.py
"""Module a."""

from __future__ import annotations

import math

__all__ = ["A"]

LIMIT = 3


class A:
    """An A."""

    field: int = 0
```

```python tangle=src/pkg/a.py class=A
def m(self, x: int,
      y: int = 2) -> int:  # adds
    """Add.

    More.
    """
    # the work
    def inner():
        return x
    return inner() + y

alias = m
```

```python tangle=src/pkg/a.py class=A explained="Two"
@property
def p(self): return 1
```

## Two

```python tangle=src/pkg/sub/b.py
"""Module b."""

import math
import numpy as np
from ..a import A
from ..helpers import help_me, Other
from pkg.a import LIMIT
```

```python tangle=src/pkg/sub/b.py
# about f
def f():
    "Do it."
    # at once
    pass
```

```python tangle=src/pkg/sub/b.py lab=given
def check(x):
    return A.m(x, LIMIT)
```
'''

STARTER = '''\
"""A starter."""

from __future__ import annotations

import math

import numpy as np
from pkg.helpers import Other, help_me

LIMIT = 3


class A:
    """An A."""

    field: int = 0

    def m(self, x: int,
          y: int = 2) -> int:  # adds
        """Add.

        More.
        """
        raise NotImplementedError("A.m: write it; 'One' in book/a.md explains it")

    alias = m

    @property
    def p(self):
        raise NotImplementedError("A.p: write it; 'Two' in book/a.md explains it")


# about f
def f():
    "Do it."
    raise NotImplementedError("f: write it; 'Two' in book/a.md explains it")


def check(x):
    return A.m(x, LIMIT)
'''


def derived(folder, chapter):
    folder.write("pyproject.toml", SETTINGS)
    folder.write("book/a.md", chapter)
    return folder.book().demand().targets["labs/starter.py"]


def refused(folder, chapter):
    with pytest.raises(TextErrors) as error:
        derived(folder, chapter)
    return str(error.value)


def test_signatures_and_docstrings_stay_and_bodies_go(folder):
    target = derived(folder, CHAPTER)
    assert target.text == STARTER
    ast.parse(target.text)


def test_every_line_of_the_starter_maps_to_the_chapter(folder):
    target = derived(folder, CHAPTER)
    lines = CHAPTER.split("\n")
    for text, origin in zip(target.lines, target.origins, strict=True):
        if "NotImplementedError" in text:
            assert lines[origin.line - 1].strip() in (
                "def inner():",
                "def p(self): return 1",
                "pass",
            )
        elif origin.own:
            assert lines[origin.line - 1].strip().startswith(text.strip())


def test_in_a_numbered_chapter_the_message_names_the_section_by_its_number(folder):
    chapter = CHAPTER.replace("## Two", "## Two\n\n### Deeper")
    folder.write("pyproject.toml", SETTINGS)
    folder.write("book/07-more.md", chapter)
    text = folder.book().demand().targets["labs/starter.py"].text
    assert [line.strip().partition(": write it; ")[2] for line in text.split("\n") if "write it" in line] == [
        "section 7.1, 'One', in book/07-more.md explains it\")",
        "section 7.2, 'Two', in book/07-more.md explains it\")",
        "section 7.2.1, 'Deeper', in book/07-more.md explains it\")",
    ]


def test_a_heading_of_another_chapter_is_named_with_that_chapter_unless_the_own_has_it_too(folder):
    folder.write("book/08-other.md", "# Other\n\n## Elsewhere\n\n## Two\n")
    assert derived(folder, CHAPTER).text == STARTER
    text = derived(folder, CHAPTER.replace('explained="Two"', 'explained="Elsewhere"')).text
    assert "A.p: write it; section 8.1, 'Elsewhere', in book/08-other.md explains it" in text


def test_a_source_that_no_chapter_makes_is_refused(folder):
    chapter = CHAPTER.replace("src/pkg/sub/b.py", "src/pkg/c.py")
    assert refused(folder, chapter) == (
        "pyproject.toml:1: the starter 'labs/starter.py' is derived from 'src/pkg/sub/b.py', "
        "which no chapter makes. Mend its sources in [tool.literate]."
    )


def test_a_block_for_the_starter_itself_is_refused(folder):
    chapter = CHAPTER + "\n```python tangle=labs/starter.py\nx = 1\n```\n"
    assert refused(folder, chapter) == (
        "book/a.md:68: a block for 'labs/starter.py', which is derived from other files, is not read, "
        "so nothing checks it. Tangle to its sources instead."
    )


@pytest.mark.parametrize("text", ['ends with "', 'holds """ and \\', "a\ttab, a \x07bell, é", "ends with \\"])
def test_any_text_may_be_the_docstring(folder, text):
    folder.write("pyproject.toml", SETTINGS.replace('"A starter."', json.dumps(text)))
    folder.write("book/a.md", CHAPTER)
    tree = ast.parse(folder.book().demand().targets["labs/starter.py"].text)
    assert ast.get_docstring(tree, clean=False) == text


TWO = SETTINGS.replace("labs/starter", "labs/s").replace("sub/b", "b").replace("A starter", "S")
HEAD = '"""S."""\n\n'


def joined(folder, first, second, attributes=""):
    """What a starter makes of two files, after its docstring."""
    folder.write("pyproject.toml", TWO)
    block = "```python tangle=src/pkg/{}.py{}\n{}\n```\n"
    folder.write("book/a.md", block.format("a", attributes, first) + "\n" + block.format("b", "", second))
    text = folder.book().demand().targets["labs/s.py"].text
    ast.parse(text)
    assert text.startswith(HEAD)
    return text.removeprefix(HEAD).lstrip("\n")


def not_joined(folder, first, second="x = 1", attributes=""):
    with pytest.raises(TextErrors) as error:
        joined(folder, first, second, attributes)
    return str(error.value)


@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        ("EPS", "EPS = 1e-6", "EPS = 1e-3"),
        ("f", "def f(): pass", "f = 3"),
        ("exp", "from math import exp", "from numpy import exp"),
        ("m", "import math as m", "import numpy as m"),
        ("exp", "from math import exp", "def exp(x): pass"),
        ("exp", "exp = 1", "from math import exp"),
        ("n", "for n in range(3): pass", "n = 1"),
        ("n", "(n, k) = 1, 2", "n = 1"),
        ("n", "with open('x') as n: pass", "n = 1"),
        ("os", "import os.path", "os = None"),
    ],
)
def test_a_name_with_two_meanings_is_refused(folder, name, first, second):
    assert not_joined(folder, first, second) == (
        f"book/a.md:6: {name!r} is another thing in src/pkg/a.py, at book/a.md:2, and the starter joins "
        "both files. Give one of them another name."
    )


def test_imports_of_one_source_that_would_change_places_are_refused(folder):
    assert not_joined(folder, "from numpy import exp\nfrom math import exp") == (
        "book/a.md:3: 'exp' is another thing in src/pkg/a.py, at book/a.md:2, and the starter puts imports "
        "first. Give one of them another name."
    )


@pytest.mark.parametrize(
    ("first", "second", "made"),
    [
        ("import os.path", "import os", "import os\nimport os.path\n"),
        ("from math import exp", "from math import pi, exp", "from math import exp, pi\n"),
        ("from .c import b", "from pkg.c import a as z, Q", "from pkg.c import Q, a as z, b\n"),
        ("x = 1\n__all__ = ['x']\n__all__ += ['y']", "from .a import x", "x = 1\n"),
        ("from .b import *", "x = 1", "x = 1\n"),
    ],
)
def test_imports_are_merged_and_those_between_the_sources_go(folder, first, second, made):
    assert joined(folder, first, second) == made


@pytest.mark.parametrize(
    ("code", "wrong"),
    [
        ("import pkg.b", "the starter has no module 'pkg.b': it joins that file's code"),
        ("import pkg", "the starter has no module 'pkg': it joins that file's code"),
        ("from . import b", "the starter has no module 'b': it joins that file's code"),
        ("from .b import x as y", "'x' is renamed on import, and the starter has it under its own name"),
        ("from math import *", "'from math import *' may hide names of the files that the starter joins"),
        ("y = 1; z = 2", "two statements stand on one line, and the starter takes each by itself"),
        ("def f(): 'Doc.'", "the docstring of 'f' shares its line with other code"),
        ("def f():\n    'Doc.'; return 1", "the docstring of 'f' shares its line with other code"),
        (
            "try:\n    from .b import x\nfinally: pass",
            "in the starter 'labs/s.py' this import leads nowhere, or to the starter's sources",
        ),
        (
            "if True:\n    import pkg.b",
            "in the starter 'labs/s.py' this import leads nowhere, or to the starter's sources",
        ),
    ],
)
def test_what_the_starter_cannot_take_over_is_refused_at_its_line(folder, code, wrong):
    line = 3 if "\n" in code else 2
    assert not_joined(folder, code).startswith(f"book/a.md:{line}: {wrong}. ")


def test_imports_in_bodies_go_with_them_and_those_of_given_functions_are_refused(folder):
    code = "def f():\n    from . import b\n    return b"
    write = "    raise NotImplementedError(\"f: write it; '' in book/a.md explains it\")"
    assert joined(folder, code, "x = 1") == f"def f():\n{write}\n\n\nx = 1\n"
    assert "this import leads nowhere" in not_joined(folder, code, attributes=" lab=given")


@pytest.mark.parametrize(
    "code",
    [
        "if x:\n    def f():\n        return SOLUTION",
        "try:\n    def f():\n        return SOLUTION\nfinally:\n    pass",
        "class B:\n    if True:\n        def g(self):\n            return SOLUTION",
        "class B:\n\tdef g(self):\n\t\t'Doc.'\n\t\treturn SOLUTION",
        "@property\ndef f(a,\n  b): return SOLUTION",
        "def f(\n): # why\n    # SOLUTION\n    @g\n    def inner(): return SOLUTION\n    return inner",
    ],
)
def test_no_body_is_left_wherever_a_function_stands(folder, code):
    made = joined(folder, code, "x = 1")
    assert "SOLUTION" not in made and "write it" in made
    assert "SOLUTION" in joined(folder, code, "x = 1", " lab=given")


@pytest.mark.parametrize("step", ["  ", "\t", "        "])
def test_indentation_and_the_lines_between_functions_stay_as_they_are(folder, step):
    write = "raise NotImplementedError(\"A.{}: write it; '' in book/a.md explains it\")"
    first = f"class A:\n{step}def f(self):\n{step}{step}'Doc.'\n{step}{step}"
    made = joined(folder, f"{first}return 1\n\n{step}def g(self): return 2", "x = 1")
    second = f"{step}def g(self):\n{step}    {write.format('g')}"
    assert made == f"{first}{write.format('f')}\n\n{second}\n\n\nx = 1\n"
