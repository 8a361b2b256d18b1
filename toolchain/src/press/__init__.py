"""How the book is rendered: Sphinx extensions that know nothing of where its code comes from.

| extension | does |
| --- | --- |
| `press.mathml` | turns LaTeX maths into MathML while the book is built |
| `press.theme` | the style sheet, fonts, icons and script; leaves out scripts that the book never uses |
| `press.stylesheet` | joins all style sheets into one that holds only what the pages use |
| `press.code_markup` | highlights code without marks that change nothing |
| `press.mends` | puts right what the theme and the extensions write |
| `press.live` | examples that run in the page, replays of recorded computations |
| `press.previews` | gathers what hovering a link inside the book shows |
| `press.book_index` | the index: where each term is explained |
| `press.repository` | links to edit a page and to report an error, where there is a repository |
| `press.chapter_numbers` | counts chapters from `press_first_chapter` |
| `press.numbered_references` | reads a chapter once for all numbered references to it |
| `press.freshness` | makes anew what depends on a warning, on the toolchain, or on code that cells import |
| `press.pdf` | builds the book as one PDF, through Typst |
| `press.epub` | builds the book for e-readers |
| `press.descriptions` | gives a picture the description that its file holds |
"""
