"""The cache of code cells depends on the code that they import."""

from types import SimpleNamespace

from press.execution import _choose_cache
from press.fingerprint import fingerprint


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
