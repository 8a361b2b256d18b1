"""A chapter's text from its bytes, the same for everyone who reads it."""

from __future__ import annotations


def decode(data: bytes) -> str:
    """UTF-8 with or without a byte order mark, any line ends; UnicodeDecodeError for anything else."""
    return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
