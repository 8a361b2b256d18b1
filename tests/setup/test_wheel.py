"""The wheel of the distribution carries the library alone."""

import email
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (file,) = folder.glob("*.whl")
    with zipfile.ZipFile(file) as archive:
        yield archive


def test_wheel_holds_the_library_and_its_metadata(wheel):
    library = {
        str(file.relative_to(ROOT / "src"))
        for file in (ROOT / "src" / "tinygpt").rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    info = "tinygpt-0.1.0.dist-info"
    metadata = {f"{info}/{name}" for name in ("METADATA", "WHEEL", "RECORD", "licenses/LICENSE")}
    assert set(wheel.namelist()) == library | metadata


def test_wheel_needs_numpy_alone_and_names_both_licences(wheel):
    metadata = email.message_from_bytes(wheel.read("tinygpt-0.1.0.dist-info/METADATA"))
    unconditional = [line for line in metadata.get_all("Requires-Dist") if "extra ==" not in line]
    assert (unconditional, metadata["Requires-Python"], metadata["License-Expression"]) == (
        ["numpy>=2.0"],
        ">=3.11",
        "MIT AND CC-BY-4.0",
    )
