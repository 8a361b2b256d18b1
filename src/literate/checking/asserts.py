"""Under pytest, an ``assert`` inside an example explains itself as one in a test does."""

from __future__ import annotations

import ast
from types import CodeType

from _pytest.assertion.rewrite import rewrite_asserts

from literate.checking.running import plainly


def explaining(source: str, path: str, flags: int) -> CodeType:
    """Compile a statement as the interactive interpreter does, with pytest's asserts."""
    if "assert" not in source:
        return plainly(source, path, flags)
    module = ast.parse(source, path)
    if not any(isinstance(node, ast.Assert) for node in ast.walk(module)):
        return plainly(source, path, flags)
    rewrite_asserts(module, source.encode(), path)
    code: CodeType = compile(
        ast.Interactive(module.body), path, "single", flags, dont_inherit=True, optimize=0
    )
    return code
