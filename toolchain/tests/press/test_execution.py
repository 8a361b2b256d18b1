"""The cache of code cells depends on the code that they import."""

import ast
import itertools
import re
from pathlib import Path
from types import SimpleNamespace

import yaml
from press.freshness import _choose_cache
from press.freshness import _state as fingerprint

ROOT = Path(__file__).resolve().parents[3]


def sources(folder):
    (folder / "src").mkdir()
    (folder / "src" / "rule.py").write_text("x = 1\n")
    return folder


def test_the_same_files_have_the_same_fingerprint(tmp_path):
    sources(tmp_path)
    assert fingerprint(tmp_path, ["src/**/*.py"]) == fingerprint(tmp_path, ["src/*.py", "src/**/*.py"])


def test_a_changed_a_new_and_a_renamed_file_each_change_it(tmp_path):
    sources(tmp_path)
    seen = {fingerprint(tmp_path, ["src/**/*.py"])}
    (tmp_path / "src" / "rule.py").write_text("x = 2\n")
    seen.add(fingerprint(tmp_path, ["src/**/*.py"]))
    (tmp_path / "src" / "new.py").write_text("")
    seen.add(fingerprint(tmp_path, ["src/**/*.py"]))
    (tmp_path / "src" / "new.py").rename(tmp_path / "src" / "other.py")
    seen.add(fingerprint(tmp_path, ["src/**/*.py"]))
    assert len(seen) == 4


def test_files_outside_the_patterns_do_not_count(tmp_path):
    sources(tmp_path)
    before = fingerprint(tmp_path, ["src/**/*.py"])
    (tmp_path / "src" / "notes.txt").write_text("note")
    assert fingerprint(tmp_path, ["src/**/*.py"]) == before


def test_caches_of_earlier_states_are_removed_and_nothing_else(tmp_path):
    sources(tmp_path)
    caches = tmp_path / "_build" / ".jupyter_cache"
    old, other = caches / "0123456789abcdef", caches / "executed"
    old.mkdir(parents=True)
    other.mkdir()
    config = SimpleNamespace(press_execution_sources=["src/**/*.py"], nb_execution_cache_path="")
    app = SimpleNamespace(srcdir=tmp_path, outdir=tmp_path / "_build" / "html")
    _choose_cache(app, config)
    assert config.nb_execution_cache_path == str(caches / fingerprint(tmp_path, ["src/**/*.py"]))
    assert (old.exists(), other.exists()) == (False, True)


def test_cells_read_nothing_that_the_cache_does_not_depend_on():
    settings = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))["sphinx"]["config"]
    known = {path for pattern in settings["press_execution_sources"] for path in ROOT.glob(pattern)}
    used = {path for chapter in ROOT.glob("book/0*.md") for path in used_by_cells(chapter)}
    assert used >= {ROOT / "examples" / "xor_mlp.py", ROOT / "benchmarks" / "results.json"}
    assert used - known == set()


def used_by_cells(chapter):
    """The project's files that the cells of a chapter import or open."""
    cell = re.compile(r"^```\{code-cell\}\n(?:---\n.*?^---\n)?(.*?)^```$", re.MULTILINE | re.DOTALL)
    cells = cell.findall(chapter.read_text("utf-8"))
    for node in itertools.chain.from_iterable(ast.walk(ast.parse(cell)) for cell in cells):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            path = (chapter.parent / node.value).resolve() if node.value.startswith("../") else None
            if path is not None and path.is_file():
                yield path
            continue
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
        for name, home in itertools.product(names, (ROOT, ROOT / "src", ROOT / "book")):
            place = home / name.replace(".", "/")
            yield from (path for path in (place.with_suffix(".py"), place / "__init__.py") if path.is_file())
