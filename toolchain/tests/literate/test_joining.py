"""What a starter makes of several sources: names, imports, what its import runs, what it must not show."""

import pytest

from literate.model import TextErrors

SETTINGS = """\
[tool.literate]
chapters = ["book/*.md"]
outputs = ["src/pkg", "labs"]
[tool.literate.starters."labs/s.py"]
sources = ["src/pkg/a.py", "src/pkg/b.py"]
docstring = "S."
"""
HEAD = '"""S."""\n\n'
WRITE = "    raise NotImplementedError(\"{}: write it; '' in book/a.md explains it\")\n"


def block(target, code, attributes=""):
    return f"```python tangle=src/pkg/{target}.py{attributes}\n{code}\n```\n"


def starter(folder, *blocks):
    folder.write("pyproject.toml", SETTINGS)
    folder.write("book/a.md", "\n".join(blocks))
    text = folder.book().demand().targets["labs/s.py"].text
    assert text.startswith(HEAD)
    return text.removeprefix(HEAD).lstrip("\n")


def refused(folder, *blocks):
    with pytest.raises(TextErrors) as error:
        starter(folder, *blocks)
    return str(error.value)


ANOTHER = (
    "book/a.md:{line}: {name!r} is another thing in src/pkg/a.py, at book/a.md:2, and the starter {why}. "
    "Give one of them another name."
)


@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        ("EPS", "EPS = 1e-6", "EPS = 1e-3"),
        ("EPS", "EPS = 1e-6", "EPS: float = 1e-6"),
        ("seen", "seen = []", "seen = []"),
        ("f", "def f(): pass", "f = 3"),
        ("exp", "from math import exp", "from numpy import exp"),
        ("m", "import math as m", "import numpy as m"),
        ("exp", "from math import exp", "def exp(x): pass"),
        ("exp", "exp = 1", "from math import exp"),
        ("n", "for n in range(3): pass", "n = 1"),
        ("n", "(n, k) = 1, 2", "if True:\n    n = 1"),
        ("n", "print([(n := x) for x in range(3)])", "n = 1"),
        ("n", "with open('x') as n: pass", "n = 1"),
        ("n", "n = 1", "def f():\n    global n"),
        ("os", "import os.path", "os = None"),
        ("n", "n = 1", "match 1:\n    case n: pass"),
    ],
)
def test_a_name_with_two_meanings_is_refused(folder, name, first, second):
    found = refused(folder, block("a", first), block("b", second))
    line = 7 if "\n" in second else 6
    assert found == ANOTHER.format(line=line, name=name, why="joins both files")


@pytest.mark.parametrize(
    ("first", "second", "joined"),
    [
        ("EPS = 1e-6", "EPS = 1e-6", "EPS = 1e-6\n"),
        ("A, B = 1, 2", "C = -1", "A, B = 1, 2\n\nC = -1\n"),
        ("import os.path", "import os", "import os\nimport os.path\n"),
        ("from math import exp", "from math import exp as exp, pi", None),
        ("import numpy as np", "import numpy as np", "import numpy as np\n"),
        ("print([n for n in range(3)])", "n = 1", "print([n for n in range(3)])\n\nn = 1\n"),
        ("n: int", "n = 1", "n: int\n\nn = 1\n"),
        (
            "try:\n    pass\nexcept E as e:\n    pass",
            "try:\n    pass\nexcept E as e:\n    pass",
            "try:\n    pass\nexcept E as e:\n    pass\n\ntry:\n    pass\nexcept E as e:\n    pass\n",
        ),
    ],
)
def test_a_name_with_one_meaning_is_not(folder, first, second, joined):
    made = starter(folder, block("a", first), block("b", second))
    assert joined is None or made == joined


def test_imports_of_one_source_that_would_change_places_are_refused(folder):
    found = refused(folder, block("a", "from numpy import exp\nfrom math import exp"), block("b", "x = 1"))
    assert found == ANOTHER.format(line=3, name="exp", why="puts imports first")
    guarded = "try:\n    import fast as np\nexcept ImportError:\n    np = None"
    assert starter(folder, block("a", guarded), block("b", "x = 1")) == f"{guarded}\n\nx = 1\n"


@pytest.mark.parametrize(
    "statement",
    ["import pkg.b", "import pkg.b as other", "import pkg", "from pkg import b", "from . import b"],
)
def test_a_source_imported_as_a_module_is_refused(folder, statement):
    name = "pkg" if statement == "import pkg" else "b" if "from" in statement else "pkg.b"
    assert refused(folder, block("a", statement), block("b", "x = 1")) == (
        f"book/a.md:2: the starter has no module {name!r}: it joins that file's code. "
        f"Import names from {name} instead."
    )


def test_a_star_import_is_refused_where_it_could_hide_a_name(folder):
    assert refused(folder, block("a", "from math import *"), block("b", "x = 1")) == (
        "book/a.md:2: 'from math import *' may hide names of the files that the starter joins. "
        "Import each name."
    )
    assert starter(folder, block("a", "from .b import *"), block("b", "x = 1")) == "x = 1\n"


def test_a_package_is_asked_for_what_no_source_defines(folder):
    code = "from pkg import x, y"
    assert starter(folder, block("a", code), block("b", "x = 1")) == "from pkg import y\n\nx = 1\n"


@pytest.mark.parametrize(
    ("code", "made"),
    [
        ("if TYPE_CHECKING:\n    from .b import x", "x = 1\n"),
        (
            "if TYPE_CHECKING:\n    from .b import (\n        x,\n    )\n    import os",
            "if TYPE_CHECKING:\n    pass\n    import os\n\nx = 1\n",
        ),
        (
            "try:\n    from .c import q  # far\nexcept ImportError:\n    from .b import x; q = x",
            "try:\n    from pkg.c import q  # far\nexcept ImportError:\n    pass; q = x\n\nx = 1\n",
        ),
        ("class A:\n    from .c import q, r", "class A:\n    from pkg.c import q, r\n\n\nx = 1\n"),
    ],
)
def test_imports_between_the_sources_go_wherever_they_stand(folder, code, made):
    assert starter(folder, block("a", code), block("b", "x = 1")) == made


def test_a_nested_import_is_refused_as_one_at_the_top_is(folder):
    code = "if TYPE_CHECKING:\n    from .b import (\n        x as y)"
    assert refused(folder, block("a", code), block("b", "x = 1")) == (
        "book/a.md:3: 'x' is renamed on import, and the starter has it under its own name. "
        "Import it without 'as'."
    )


def test_imports_in_given_functions_are_settled_and_those_in_bodies_gone(folder):
    code = "def f():\n    from .b import x\n    from .c import y\n    return x"
    given = starter(folder, block("a", code, " lab=given"), block("b", "x = 1"))
    assert given == "def f():\n    pass\n    from pkg.c import y\n    return x\n\n\nx = 1\n"
    gone = starter(
        folder, block("a", code.replace("from .b import x", "from . import b")), block("b", "x = 1")
    )
    assert gone == f"def f():\n{WRITE.format('f')}\n\nx = 1\n"


CALLED = (
    "book/a.md:{line}: {name!r} is called when the starter is imported, and its body is taken out. "
    "Mark the block that defines it, book/a.md:1, with lab=given."
)


@pytest.mark.parametrize(
    ("first", "name", "second"),
    [
        ("def deco(f): return f", "deco", "@deco\ndef g(): pass"),
        ("def deco(f): return f", "deco", "@deco(1)\nclass G: pass"),
        ("def f(): return 1", "f", "X = f()"),
        ("def f(): return 1", "f", "X = [f() for _ in range(3)]"),
        ("def f(): return 1", "f", "def g(x=f()): pass"),
        ("def f(): return 1", "f", "if True:\n    class B(f()): pass"),
        ("class A:\n    def __init__(self): pass", "A.__init__", "X = A()"),
        ("class A:\n    def __post_init__(self): pass", "A.__post_init__", "X = A()"),
        ("class A:\n    @classmethod\n    def make(cls): pass", "A.make", "X = A.make()"),
        ("class A:\n    def run(self): pass", "A.run", "A().run()"),
        ("class A:\n    def __init_subclass__(cls): pass", "A.__init_subclass__", "class B(A): pass"),
        ("class M(type):\n    def __new__(cls, *a): pass", "M.__new__", "class B(metaclass=M): pass"),
    ],
)
def test_what_the_import_of_the_starter_calls_must_be_given(folder, first, name, second):
    line = 6 + first.count("\n") + second.startswith("if")
    assert refused(folder, block("a", first), block("b", second)) == CALLED.format(line=line, name=name)
    assert starter(folder, block("a", first, " lab=given"), block("b", second)).startswith(first)


def test_a_call_inside_the_class_that_defines_it_is_found(folder):
    code = "class A:\n    def f(x): return x\n\n    y = f(1)"
    assert refused(folder, block("a", code), block("b", "x = 1")) == CALLED.format(line=5, name="A.f")


def test_what_only_looks_like_a_call_is_let_be(folder):
    code = "class A:\n    @property\n    def p(self): pass\n\n    @p.setter\n    def p(self, x): pass"
    main = 'if __name__ == "__main__":\n    print(A().p)'
    made = starter(folder, block("a", f"{main}\n\n\n{code}"), block("b", "x = 1"))
    assert made.endswith(f"\n\nx = 1\n\n{main}\n")


@pytest.mark.parametrize(
    "code",
    [
        "f = lambda x: SOLUTION",
        "class A:\n    g = lambda self: SOLUTION",
        "table = {'a': lambda x: SOLUTION}",
        "def f(x=lambda: SOLUTION): pass",
    ],
)
def test_a_lambda_gives_nothing_away(folder, code):
    line = 3 if "class" in code else 2
    assert refused(folder, block("a", code), block("b", "x = 1")) == (
        f"book/a.md:{line}: the starter would show all of this lambda. "
        "Write it as a function, or mark its block with lab=given."
    )
    assert "SOLUTION" in starter(folder, block("a", code, " lab=given"), block("b", "x = 1"))


def test_statements_that_share_a_line_come_once(folder):
    code = "import os; x = 1; y = 'é'; z = 3  # all\nw = (\n    1); v = 2"
    made = starter(folder, block("a", code), block("b", "u = 1"))
    statements = ["import os", "x = 1", "y = 'é'", "z = 3  # all", "w = (\n    1)", "v = 2", "u = 1"]
    assert made == "\n\n".join(statements) + "\n"


@pytest.mark.parametrize(
    "code",
    ["__all__ += ['x']", "__all__.append('x')", "__all__: list[str] = []", "del __all__", "__all__ = ['x']"],
)
def test_the_list_of_public_names_is_left_out(folder, code):
    assert starter(folder, block("a", code), block("b", "x = 1")) == "x = 1\n"


@pytest.mark.parametrize("step", ["  ", "\t", "        "])
def test_any_indentation_is_kept(folder, step):
    method = f'def f(self):\n{step}{step}"""D."""\n{step}{step}return 1'
    code = f"class A:\n{step}{method}\n\n{step}def g(self): return 2"
    made = starter(folder, block("a", code), block("b", "x = 1"))
    one, two = WRITE.format("A.f").strip(), WRITE.format("A.g").strip()
    assert made == (
        f'class A:\n{step}def f(self):\n{step}{step}"""D."""\n{step}{step}{one}\n\n'
        f"{step}def g(self):\n{step}    {two}\n\n\nx = 1\n"
    )


@pytest.mark.parametrize(
    ("condition", "stays"),
    [
        ("(w := 5) > 3", True),
        ("register()", True),
        ("not [w for w in ()]", True),
        ("TYPE_CHECKING", False),
        ("typing.TYPE_CHECKING or sys.version_info[:2] >= (3, 11)", False),
    ],
)
def test_a_condition_that_does_something_stays_though_its_body_is_empty(folder, condition, stays):
    made = starter(folder, block("a", f"if {condition}:\n    pass"), block("b", "x = 1"))
    assert made == (f"if {condition}:\n    pass\n\nx = 1\n" if stays else "x = 1\n")


@pytest.mark.parametrize(
    ("code", "made"),
    [
        ("from .c import *\nfrom pkg.c import q as r", "from pkg.c import *\nfrom pkg.c import q as r\n"),
        ("from .c import q as r\nfrom .c import *", "from pkg.c import q as r\nfrom pkg.c import *\n"),
        ("from .c import *\nfrom .c import *", "from pkg.c import *\n"),
        ("from .c import b\nfrom .c import a as z\nfrom .c import Q", "from pkg.c import Q, a as z, b\n"),
    ],
)
def test_an_import_of_all_names_stays_a_statement_of_its_own(folder, code, made):
    one = SETTINGS.replace(', "src/pkg/b.py"', "")
    folder.write("pyproject.toml", one)
    folder.write("book/a.md", block("a", code + "\n\nx = 1"))
    assert folder.book().demand().targets["labs/s.py"].text == f"{HEAD}{made}\nx = 1\n"
