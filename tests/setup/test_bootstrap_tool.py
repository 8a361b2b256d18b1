"""tools/bootstrap.py: which Python builds the environment, and what is said when none can."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import bootstrap
import pytest

SCRIPT = Path(bootstrap.__file__)


def old_python(version):
    """An interpreter of that version that runs, on the search path or among pyenv's; or None."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    candidates = [shutil.which(f"python{version}"), *sorted(pyenv.glob(f"{version}.*/bin/python{version}"))]
    for program in filter(None, candidates):
        if subprocess.run([program, "-c", ""], capture_output=True).returncode == 0:
            return str(program)
    return None


@pytest.mark.parametrize("version", ["2.7", "3.6", "3.8", "3.10"])
def test_old_python_gets_one_sentence(version):
    python = old_python(version)
    if python is None:
        pytest.skip(f"no Python {version} on this machine to try")
    done = subprocess.run([python, str(SCRIPT), "--chosen"], capture_output=True, text=True)
    full = subprocess.run(
        [python, "-c", "import sys; print('%d.%d.%d' % sys.version_info[:3] + ' (' + sys.executable + ')')"],
        capture_output=True,
        text=True,
    ).stdout.strip()
    assert (done.returncode, done.stdout, done.stderr) == (
        1,
        "",
        f"set-up: Python {full} is too old: this project needs Python 3.11 or newer. "
        "Name another with: make PYTHON=python3.12 ...\n",
    )


def test_script_uses_nothing_that_python_2_7_cannot_parse():
    newer = (ast.JoinedStr, ast.AnnAssign, ast.Nonlocal, ast.NamedExpr, ast.AsyncFunctionDef)
    newer += (ast.Starred, ast.YieldFrom)
    found = []
    for node in ast.walk(ast.parse(SCRIPT.read_text(encoding="ascii"))):
        if isinstance(node, newer) or (isinstance(node, ast.Raise) and node.cause):
            found.append((node.lineno, type(node).__name__))
        if isinstance(node, ast.arguments) and (node.kwonlyargs or node.posonlyargs):
            found.append((node.lineno, "arguments"))
        if isinstance(node, ast.FunctionDef) and node.returns:
            found.append((node.lineno, node.name))
        if isinstance(node, ast.arg) and node.annotation:
            found.append((node.lineno, node.arg))
    assert found == []


def test_this_python_will_do():
    assert bootstrap.fault(sys.version_info, sys.executable) is None


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_missing_module_is_named(module, monkeypatch):
    monkeypatch.setitem(sys.modules, module, None)
    assert bootstrap.fault((3, 12, 1, "final", 0), "/usr/bin/python3") == (
        f"Python 3.12.1 (/usr/bin/python3) lacks its module {module}, which some systems package apart "
        "(Debian and Ubuntu: python3.12-venv)."
    )


def program(folder, name, body):
    folder.mkdir(exist_ok=True)
    file = folder / name
    file.write_text(f"#!/bin/sh\n{body}\n")
    file.chmod(0o755)
    return str(file)


def test_newer_python_further_down_the_path_is_found(tmp_path):
    program(tmp_path / "first", "python3", "exit 1")  # Too old: the probe fails.
    (tmp_path / "first" / "python3.13").mkdir()
    wanted = program(tmp_path / "second folder", "python3.12", "exit 0")
    program(tmp_path / "second folder", "python3", "exit 0")
    path = os.pathsep.join(str(tmp_path / folder) for folder in ("absent", "first", "second folder"))
    assert bootstrap.another_python(path) == wanted


def test_no_python_is_found_where_none_will_do(tmp_path):
    program(tmp_path / "first", "python3.12", "exit 1")
    (tmp_path / "first" / "python3.11").write_text("not a program")
    (tmp_path / "first" / "python3.11").chmod(0o755)
    assert bootstrap.another_python(str(tmp_path / "first")) is None


def test_probe_accepts_this_python_and_refuses_one_without_ensurepip():
    without = "import sys; sys.modules['ensurepip'] = None; " + bootstrap.PROBE
    codes = [
        subprocess.run([sys.executable, "-c", code], capture_output=True).returncode
        for code in (bootstrap.PROBE, without)
    ]
    assert codes == [0, 1]


@pytest.mark.parametrize(("arguments", "replaced"), [([], True), (["--chosen"], False)])
def test_only_an_unnamed_python_is_exchanged(arguments, replaced, monkeypatch, capsys):
    class Replaced(Exception):
        pass

    def execv(program, command):
        raise Replaced(program, command)

    monkeypatch.setattr(bootstrap, "fault", lambda version, executable: "Too old.")
    monkeypatch.setattr(bootstrap, "another_python", lambda path: "/opt/python3.12")
    monkeypatch.setattr(os, "execv", execv)
    if replaced:
        with pytest.raises(Replaced) as caught:
            bootstrap.main(arguments)
        assert caught.value.args == ("/opt/python3.12", ["/opt/python3.12", str(SCRIPT)])
    else:
        assert bootstrap.main(arguments) == 1
        assert capsys.readouterr().err == "set-up: Too old. Name another with: make PYTHON=python3.12 ...\n"
