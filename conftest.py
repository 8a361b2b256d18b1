"""Every chapter is a test: Sybil runs what it prints, and failures in tangled code point at the prose."""

import sys
from pathlib import Path

from sybil import Sybil

from literate.sybil_parsers import ChapterParser

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT / "src"))

pytest_plugins = ["literate.pytest_plugin", "literate.verifying.verified_plugin"]
chapters = ChapterParser(ROOT)
pytest_collect_file = Sybil(parsers=[chapters], patterns=chapters.patterns).pytest()
