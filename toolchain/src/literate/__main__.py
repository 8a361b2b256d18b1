"""``python -m literate``: the same as the ``literate`` command."""

import sys

from literate.cli import main

if __name__ == "__main__":
    sys.exit(main())
