"""How the book is rendered: Sphinx extensions that know nothing of where its code comes from.

| extension | does |
| --- | --- |
| `press.mathml` | turns LaTeX maths into MathML while the book is built |
| `press.theme` | the style sheet, fonts and icons; leaves out scripts that the book never uses |
| `press.chapter_numbers` | counts chapters from `press_first_chapter` |
| `press.freshness` | builds afresh after a warning, and after a change in the toolchain |
| `press.execution` | runs code cells in a clean kernel, and again when the code they import has changed |
"""
