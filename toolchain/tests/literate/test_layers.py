"""Who imports whom in `literate` and `press`: one way, from the commands down to the model."""

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src"

# A part of `literate` imports from its own row and from those above it.
LAYERS = """
errors
model
settings terminal writer git
read
build join lab_starter
tangle untangle places compare run numerals
update prefixes unchecked verified
sybil_parsers pytest_plugin sphinx_ext
commands
cli
"""


def modules(package: str) -> dict[str, ast.Module]:
    """The modules of a package, less what they import for types alone."""
    found = {}
    for file in (SOURCE / package).rglob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
                node.body = []
        name = ".".join(file.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
        found[name] = tree
    return found


def imports(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and full name of all that is imported; `from a import b` is `a.b`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


def imported(tree: ast.AST, known: set[str]) -> set[str]:
    """The modules of `known` that a module imports whole or something from."""
    names = {name for _, name in imports(tree)}
    return {name if name in known else name.rpartition(".")[0] for name in names} & known


@pytest.mark.parametrize("package", ["literate", "press"])
def test_imports_make_no_circle(package):
    trees = modules(package)
    TopologicalSorter({name: imported(tree, set(trees)) for name, tree in trees.items()}).prepare()


@pytest.mark.parametrize("package", ["literate", "press"])
def test_imports_stand_at_the_top_of_a_file(package):
    inside = {
        f"{name}:{line}"
        for name, tree in modules(package).items()
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for line, _ in imports(function)
    }
    assert inside == set()


@pytest.mark.parametrize(
    ("package", "spared", "strangers"),
    [
        ("literate", (), {"press", "tinygpt"}),
        ("press", (), {"literate", "tinygpt"}),
        (
            "literate",
            ("literate.sphinx_ext", "literate.pytest_plugin", "literate.sybil_parsers"),
            {"sphinx", "docutils", "myst_nb", "sybil", "pytest"},
        ),
    ],
)
def test_the_packages_know_neither_each_other_nor_the_library_and_only_adapters_know_a_framework(
    package, spared, strangers
):
    known = {
        (name, stranger)
        for name, tree in modules(package).items()
        for stranger in {other.partition(".")[0] for _, other in imports(tree)} & strangers
        if not name.startswith(spared or ("none",))
    }
    assert known == set()


def test_layers_of_literate_import_downwards():
    rank = {part: number for number, row in enumerate(LAYERS.split("\n")) for part in row.split()}
    trees = modules("literate")
    part_of = {name: name.split(".")[1] for name in trees if "." in name and name != "literate.__main__"}
    upwards = {
        (part, part_of[other])
        for name, part in part_of.items()
        for other in imported(trees[name], set(part_of))
        if rank[part_of[other]] > rank[part]
    }
    assert (set(part_of.values()), upwards) == (set(rank), set())
