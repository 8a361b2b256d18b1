"""The figures' package is imported as the book's code cells import it: from the folder of the chapters."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "book"))
