"""Blocks that are compiled one by one make the files, and the errors, of whole files that are parsed."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from literate.assembling import layout, program
from literate.reading import reader

CODE = (
    "def f(a):\n    return a\n",
    "\n@g\n@h(1)\nasync def f(a):\n    await a\n\n",
    "@g(\n    1,\n)\ndef f(): ...\n",
    "def f(): pass; x = 1\n",
    "def f():\n    '''A text\nin the first column\n'''\n",
    "def f(): \\\n  pass\n",
    "def f():\n    x = (\n1)\n",
    "def f():\n    pass\nf()\n",
    "@\ndef f(): ...\n",
    "def f(a, a): ...\n",
    "def f():\n    break\n",
    "def f():\n    nonlocal x\n",
    "def f():\n    await g()\n",
    "def f():\n    from m import *\n",
    "def f():\n    from __future__ import annotations\n",
    "def f():\n    global x\n    x = 1\n",
    "def f():\n    # the end\n",
    "def f():\n\tif 1:\n\t\treturn\n",
    "def f(:\n",
    "default = 1\n",
    "define = '''\ndef f(): ...\n'''\n",
    "# a comment\ndef f(): ...\n",
    "# nothing\n",
    "x = 1\n",
    "x: int = 1\n",
    "global x\n",
    "from __future__ import annotations\n",
    "'''The text.'''\n",
    "import a\n",
    "from a import *\n",
    "return 1\n",
    "yield\n",
    "continue\n",
    "class A:\n    x = 1\n",
    "class A:\n    return\n",
    "x = 1 \\\n",
    "import a\n\n\ndef f(): ...\n",
    "def f(__a, _A__a): ...\n",
    "if x:\n    y = 1\nelse:\n    def f(): ...\n",
)
blocks = st.lists(
    st.tuples(st.sampled_from(CODE), st.sampled_from(("", "", " class=A"))), min_size=1, max_size=5
)


def joined(text):
    layout.piece.cache_clear()
    targets, problems = program.join(reader.read(text, "book/a.md").blocks)
    return {path: target.lines for path, target in targets.items()}, list(map(str, problems))


@given(blocks)
@example([("x = 1\n", ""), ("global x\n", "")])
@example([("x = 1\n", ""), ("from __future__ import annotations\n", "")])
@example([("class A:\n    x = 1\n", ""), ("def f(__a, _A__a): ...\n", " class=A")])
@example([("import b\n", ""), ("import a\n\n\ndef f(): ...\n", "")])
def test_blocks_compiled_alone_give_what_the_whole_file_gives(parts):
    text = "".join(f"```python tangle=src/pkg/a.py{word}\n{code}```\n\n" for code, word in parts)
    found = joined(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layout, "_is_one_function", lambda texts: False)
        patch.setattr(program, "_right_alone", lambda target, slots: False)
        assert found == joined(text)
    layout.piece.cache_clear()


def test_a_file_whose_blocks_compile_alone_is_not_compiled_again(monkeypatch):
    monkeypatch.setattr(program, "_whole", lambda target: pytest.fail("compiled again"))
    text = "".join(f"```python tangle=src/pkg/a.py\n{code}```\n\n" for code in (CODE[28], CODE[0], CODE[23]))
    assert joined(text) == (
        {"src/pkg/a.py": ["import a", "", "", "def f(a):", "    return a", "", "", "x = 1"]},
        [],
    )
