import ast
import json

import pytest

from literate.model import TextErrors
from literate.starters import skeleton

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
def f(): "Do it."
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
                'def f(): "Do it."',
            )
        elif origin.own:
            start = text.strip().removesuffix('"""A starter."""')
            assert lines[origin.line - 1].strip().startswith(start) or start == '"Do it."'


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


def test_a_heading_of_another_chapter_is_named_with_that_chapter(folder):
    folder.write("book/08-other.md", "# Other\n\n## Elsewhere\n")
    text = derived(folder, CHAPTER.replace('explained="Two"', 'explained="Elsewhere"')).text
    assert "A.p: write it; section 8.1, 'Elsewhere', in book/08-other.md explains it" in text


def test_a_source_that_no_chapter_makes_is_refused(folder):
    chapter = CHAPTER.replace("src/pkg/sub/b.py", "src/pkg/c.py")
    assert refused(folder, chapter) == (
        "pyproject.toml:1: the starter 'labs/starter.py' is derived from 'src/pkg/sub/b.py', "
        "which no chapter makes. Mend its sources in [tool.literate]."
    )


def test_a_name_that_two_sources_define_is_refused(folder):
    chapter = CHAPTER.replace("def f():", "class A:")
    assert refused(folder, chapter) == (
        "book/a.md:57: 'A' is another thing in src/pkg/a.py, at book/a.md:17, "
        "and the starter joins both files. Give one of them another name."
    )


def test_importing_a_source_as_a_module_is_refused(folder):
    chapter = CHAPTER.replace("from ..a import A\n", "from .. import a\n")
    assert refused(folder, chapter) == (
        "book/a.md:50: the starter has no module 'a': it joins that file's code. Import names from a instead."
    )


def test_renaming_what_a_source_defines_is_refused(folder):
    chapter = CHAPTER.replace("from ..a import A\n", "from ..a import A as B\n")
    assert refused(folder, chapter) == (
        "book/a.md:50: 'A' is renamed on import, and the starter has it under its own name. "
        "Import it without 'as'."
    )


def test_a_block_for_the_starter_itself_is_refused(folder):
    chapter = CHAPTER + "\n```python tangle=labs/starter.py\nx = 1\n```\n"
    assert refused(folder, chapter) == (
        "book/a.md:65: a block for 'labs/starter.py', which is derived from other files, is not read, "
        "so nothing checks it. Tangle to its sources instead."
    )


@pytest.mark.parametrize(
    "code",
    [
        "import sys\n\nif sys.version_info > (3,):\n    def f():\n        return SOLUTION",
        "try:\n    def f():\n        return SOLUTION\nfinally:\n    pass",
        "class B:\n    if True:\n        def g(self):\n            return SOLUTION",
        'def f():\n    "doc"; return SOLUTION',
        'def f(): "doc"; return SOLUTION',
    ],
)
def test_no_body_is_left_wherever_a_function_stands(folder, code):
    text = derived(folder, CHAPTER + f"\n```python tangle=src/pkg/sub/b.py\n{code}\n```\n").text
    assert "SOLUTION" not in text
    ast.parse(text)


def test_a_starter_that_would_be_no_python_is_refused_at_its_line(folder, monkeypatch):
    monkeypatch.setattr(skeleton, "INDENT", 0)
    assert refused(folder, CHAPTER) == (
        "book/a.md:40: the starter 'labs/starter.py' made from this is not valid Python: "
        "expected an indented block after function definition on line 29. "
        "Write the code here on lines of its own, indented by 4."
    )


@pytest.mark.parametrize("text", ['ends with "', 'holds """ and \\', "a\ttab, a \x07bell, é", "ends with \\"])
def test_any_text_may_be_the_docstring(folder, text):
    folder.write("pyproject.toml", SETTINGS.replace('"A starter."', json.dumps(text)))
    folder.write("book/a.md", CHAPTER)
    tree = ast.parse(folder.book().demand().targets["labs/starter.py"].text)
    assert ast.get_docstring(tree, clean=False) == text
