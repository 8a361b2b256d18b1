"""A synthetic book, written in the syntax of either tool: the same prose and code, block for block."""

from __future__ import annotations

from pathlib import Path

PROSE = """\
Function number {number} of file {name} adds {number} to what it is given.
It is *short*, as `f_{number}` should be, and its **output** is $x + {number}$.
See [the next one](#n{number}) for another.
"""

RICH = """
$$
y_{{{number}}} = x + {number}
$$

- It takes a number.
- It gives one back.
"""

CODE = '''\
def f_{number}(x: float) -> float:
    """Add {number}."""
    total = x + {number}
    return total
'''

LITERATE = '[tool.literate]\nchapters = ["book/*.md"]\noutputs = ["src/pkg"]\n'
ENTANGLED = 'version = "2.0"\nwatch_list = ["book/*.md"]\n'


def write(folder: Path, syntax: str, files: int, blocks: int, prose: str = PROSE) -> None:
    """Write a book of `files` chapters, each making one file of `blocks` blocks with `prose` before each."""
    (folder / "book").mkdir(parents=True)
    settings = {"literate": ("pyproject.toml", LITERATE), "entangled": ("entangled.toml", ENTANGLED)}
    name, text = settings[syntax]
    (folder / name).write_text(text, encoding="utf-8")
    for number in range(files):
        chapter = f"m{number:03}"
        (folder / "book" / f"{chapter}.md").write_text(
            _chapter(chapter, syntax, blocks, prose), encoding="utf-8"
        )


def _chapter(name: str, syntax: str, blocks: int, prose: str) -> str:
    parts = [f"# File {name}\n"]
    target = f"src/pkg/{name}.py"
    if syntax == "entangled":
        parts.append(f"``` {{.python file={target}}}\n<<{name}>>\n```\n")
    opening = f"``` {{.python #{name}}}" if syntax == "entangled" else f"```python tangle={target}"
    for number in range(blocks):
        parts.append(prose.format(number=number, name=name))
        parts.append(f"{opening}\n{CODE.format(number=number)}```\n")
    return "\n".join(parts)
