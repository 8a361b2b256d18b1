"""An EPUB file whose bytes depend on its content alone."""

import os
import time
from collections.abc import Iterable
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

_EARLIEST = 315532800  # 1 January 1980, with which the dates in an archive begin


def moment() -> time.struct_time:
    """The date that the book bears: SOURCE_DATE_EPOCH, or else always the same one."""
    return time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH") or _EARLIEST), _EARLIEST))


def pack(folder: Path, names: Iterable[str], target: Path) -> None:
    """Write the files of a folder to an archive, in the given order; the first, `mimetype`, uncompressed."""
    date = moment()[:6]
    with ZipFile(target, "w") as archive:
        for name in dict.fromkeys(names):
            entry = ZipInfo(name, date)
            entry.compress_type = ZIP_STORED if name == "mimetype" else ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            entry.create_system = 3  # on every system
            archive.writestr(entry, (folder / name).read_bytes())
