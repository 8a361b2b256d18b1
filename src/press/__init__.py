"""How the book is rendered: Sphinx extensions that know nothing of where its code comes from.

| extension | does |
| --- | --- |
| `press.mathml` | turns LaTeX maths into MathML while the book is built |
| `press.theme` | the style sheet, fonts and icons; leaves out scripts that the book never uses |
| `press.chapter_numbers` | counts chapters from `press_first_chapter` |
| `press.execution_cache` | runs code cells again when the code that they import has changed |
"""
