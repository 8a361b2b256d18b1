"""Who imports whom in `literate` and `press`: one way, from the commands down to the model."""

import ast
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src"

# A layer imports from those above it in this list, never from those below; a row's own modules in the order shown.
LAYERS = """
errors
model
settings terminal writer git
read
build starter
tangle untangle places compare run numerals
update prefixes verified
sybil_parsers pytest_plugin sphinx_ext
commands
cli
"""


def modules(package: str) -> dict[str, ast.Module]:
    files = (SOURCE / package).rglob("*.py")
    return {
        ".".join(file.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__"): ast.parse(
            file.read_text(encoding="utf-8")
        )
        for file in files
    }


def imported(name: str, tree: ast.Module, known: set[str]) -> set[str]:
    """The modules of `known` that a module imports, whether or not by `from package import module`."""
    found = set()
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name}:{node.lineno}: a relative import"
            names = [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
        found |= {each for each in names if each in known}
    return found - {name}


def typing_only(tree: ast.Module) -> set[ast.stmt]:
    blocks = [
        node for node in ast.walk(tree) if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    ]
    return {inner for block in blocks for inner in block.body}


@pytest.mark.parametrize("package", ["literate", "press"])
def test_imports_make_no_circle(package):
    trees = modules(package)
    for tree in trees.values():
        skipped = typing_only(tree)
        for node in ast.walk(tree):
            for name, value in ast.iter_fields(node):
                if isinstance(value, list):
                    setattr(node, name, [each for each in value if each not in skipped])
    TopologicalSorter({name: imported(name, tree, set(trees)) for name, tree in trees.items()}).prepare()


@pytest.mark.parametrize("package", ["literate", "press"])
def test_imports_stand_at_the_top_of_a_file(package):
    inside = [
        f"{name}:{node.lineno}"
        for name, tree in modules(package).items()
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert inside == []


def test_literate_and_press_do_not_know_each_other_or_the_library():
    known = {"literate", "press", "tinygpt"}
    outside = {
        (name, other)
        for package in ("literate", "press")
        for name, tree in modules(package).items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for other in known - {package}
        if (getattr(node, "module", None) or node.names[0].name).split(".")[0] == other
    }
    assert outside == set()


def test_reader_and_tangler_need_no_sphinx():
    adapters = ("literate.sphinx_ext", "literate.pytest_plugin", "literate.sybil_parsers")
    wrong = {
        (name, top)
        for name, tree in modules("literate").items()
        if not name.startswith(adapters)
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        and (top := (getattr(node, "module", None) or node.names[0].name).split(".")[0])
        in ("sphinx", "docutils", "myst_nb", "sybil", "pytest")
    }
    assert wrong == set()


def test_layers_of_literate_import_downwards():
    rows = [row.split() for row in LAYERS.split("\n") if row]
    rank = {part: number for number, row in enumerate(rows) for part in row}
    trees = modules("literate")
    parts = {name: name.split(".")[1] for name in trees if "." in name and not name.endswith("__main__")}
    assert set(parts.values()) == set(rank)
    upwards = {
        (part, other)
        for name, part in parts.items()
        for imports in imported(name, trees[name], set(trees))
        if (other := parts.get(imports)) and rank[other] > rank[part] and not _only_for_types(trees[name], imports)
    }
    assert upwards == set()


def _only_for_types(tree: ast.Module, module: str) -> bool:
    skipped = [node for node in typing_only(tree) if isinstance(node, ast.ImportFrom)]
    return any(node.module == module for node in skipped)


def test_python_runs_this_test_from_the_source_it_reads():
    import literate

    assert Path(literate.__file__).parent == SOURCE / "literate", sys.path
