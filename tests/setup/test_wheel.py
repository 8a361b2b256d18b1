"""The wheel of the distribution carries the library alone."""

import email
import subprocess
import sys
import zipfile

from making import ROOT


def test_wheel_holds_the_library_and_its_metadata_needs_numpy_alone_and_names_both_licences(tmp_path):
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    library = {
        str(file.relative_to(ROOT / "src"))
        for file in (ROOT / "src" / "tinygpt").rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    info = "tinygpt-0.1.0.dist-info"
    (file,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(file) as wheel:
        names = {f"{info}/{name}" for name in ("METADATA", "WHEEL", "RECORD", "licenses/LICENSE")}
        assert set(wheel.namelist()) == library | names
        metadata = email.message_from_bytes(wheel.read(f"{info}/METADATA"))
    unconditional = [line for line in metadata.get_all("Requires-Dist") if "extra ==" not in line]
    assert (unconditional, metadata["Requires-Python"], metadata["License-Expression"]) == (
        ["numpy>=2.0"],
        ">=3.11",
        "MIT AND CC-BY-4.0",
    )
