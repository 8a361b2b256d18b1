"""What the pages are made lighter and better by, piece by piece."""

import re
from pathlib import Path

import pytest
import yaml
from pygments import highlight
from pygments.lexers import PythonLexer

from press import css, drawings, elements, mends, previews, repository, theme
from press.code_markup import LightFormatter

ROOT = Path(__file__).resolve().parents[2]


def known(html, script=""):
    vocabulary = css.Vocabulary()
    vocabulary.add_page(html)
    vocabulary.add_script(script)
    return vocabulary


PAGE = '<html data-theme="light"><div class="a b" id="here"><p title="t">x</p></div></html>'


@pytest.mark.parametrize(
    ("sheet", "left"),
    [
        (".a{color:red}", ".a{color:red}"),
        (".a .gone{color:red}", ""),
        (".gone,.b,#gone{color:red}", ".b{color:red}"),
        ("div > p:first-child::before{top:0}", "div > p:first-child::before{top:0}"),
        ("table{top:0}", ""),
        ("#here,#there{top:0}", "#here{top:0}"),
        ("[title]{top:0}[lang]{top:1px}", "[title]{top:0}"),
        (".a:not(.gone){top:0}", ".a:not(.gone){top:0}"),
        (".a:is(.gone,.b){top:0}", ".a:is(.gone,.b){top:0}"),
        (".a:is(.gone,.far){top:0}", ""),
        ("p:where(.gone) b{top:0}", ""),
        ('html[data-theme="dark"] .a{top:0}', 'html[data-theme="dark"] .a{top:0}'),
        (r".a\:b{top:0}", ""),
        ("@media print{.gone{top:0}.a{top:0}}", "@media print{.a{top:0}}"),
        ("@media print{.gone{top:0}}", ""),
        ("/* why */ .a { color : red ; }", ".a{color:red}"),
        ('.a::after{content:"}{;/*"}', '.a::after{content:"}{;/*"}'),
        ("@keyframes k{from{top:0}to{top:1px}}", "@keyframes k{from{top:0}to{top:1px}}"),
        ("@font-face{font-family:F;src:url(f.woff2)}", "@font-face{font-family:F;src:url(f.woff2)}"),
        (".a{--x:1;--y:var(--z);--z:2;top:var(--y)}", ".a{--y:var(--z);--z:2;top:var(--y)}"),
        (".a{--x:1}", ""),
    ],
)
def test_a_sheet_keeps_what_a_page_can_use_and_nothing_else(sheet, left):
    assert css.write(css.reduced(css.parse(sheet), known(PAGE))).replace("\n", "") == left


def test_what_a_script_names_stays():
    sheet = css.parse(".copy-code{top:0} .other{top:0}")
    script = 'button.className = "copy-code";'
    assert css.write(css.reduced(sheet, known(PAGE, script))) == ".copy-code{top:0}\n"


@pytest.mark.parametrize(
    ("path", "short"),
    [
        ("M 10 10 L 20 10 L 20 20 z", "M 10 10 L 20 10 L 20 20 z"),
        ("M 0 0 C 1.26 2 3 4 5 6", "M 0 0 C 1.3 2 3 4 5 6"),
        ("M 1 1 H 5 V 7 Q 8 9 10 11", "M 1 1 H 5 V 7 Q 8 9 10 11"),
        ("M 0 0 L 0.34 0 L 0.68 0 L 1.02 0", "M 0 0 L 0.3 0 L 0.7 0 L 1 0"),
        ("M 1 1 L 2 2 Z M 5 5 L 6 6", "M 1 1 L 2 2 Z M 5 5 L 6 6"),
    ],
)
def test_a_shorter_path_goes_through_the_same_points(path, short):
    assert points(drawings.relative(path)) == points(short)
    assert len(drawings.relative(path)) < len(path)


def points(path):
    """The absolute points of path data, to a tenth."""
    here, start, found = [0.0, 0.0], [0.0, 0.0], []
    for command, rest in re.findall(r"([a-zA-Z])([^a-zA-Z]*)", path):
        numbers = [float(n) for n in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", rest)]
        size = {"z": 1, "h": 1, "v": 1, "c": 6, "q": 4}.get(command.lower(), 2)
        if command.lower() == "z":
            here = list(start)
        for first in range(0, len(numbers), size):
            group = numbers[first : first + size]
            if command.islower():
                axes = [1] if command == "v" else [0] if command == "h" else [0, 1] * (size // 2)
                group = [value + here[axis] for value, axis in zip(group, axes, strict=True)]
            if command in "hH":
                here = [group[0], here[1]]
            elif command in "vV":
                here = [here[0], group[0]]
            else:
                found += [round(value, 1) for value in group[:-2]]
                here = group[-2:]
            if command in "mM" and first == 0:
                start = list(here)
            found += [round(value, 1) for value in here]
    return found


def test_rounding_errors_of_a_long_line_do_not_add_up():
    path = "M 0 0 " + " ".join(f"L {0.04 * n:.2f} {n}" for n in range(1, 1001))
    assert points(drawings.relative(path))[-2:] == [40.0, 1000.0]


def test_path_data_that_is_not_absolute_stays_as_it_is():
    assert drawings.relative("M 1 1 a 1 1 0 0 1 2 2") == "M 1 1 a 1 1 0 0 1 2 2"


def test_a_drawing_loses_what_draws_nothing():
    svg = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" role="img">
<g><defs></defs><path style="fill: red"/><g transform="scale(2)"><use xlink:href="#m" x="1.23456"/></g></g>
<text x="1" transform="rotate(-0 1 2)">a <tspan>b</tspan> c</text></svg>"""
    assert drawings.slim(svg) == (
        '<svg role="img"><g transform="scale(2)"><use x="1.23" href="#m" /></g>'
        '<text x="1">a <tspan>b</tspan> c</text></svg>'
    )


def test_a_drawing_says_once_what_is_inherited():
    grey, plain = "fill:grey;stroke:red", "font-family:inherit;stroke:none;text-anchor:start"
    svg = f"""<svg><g style="{grey}"><path d="M1 1" style="{grey};opacity:1"/>
<path d="M2 2" style="fill:red"/>
<text fill="red" style="fill:grey">a<tspan style="fill:red">b</tspan></text></g>
<text style="{plain};fill:grey">c</text><path d="M3 3"/></svg>"""
    assert drawings.slim(svg) == (
        f'<svg><g style="{grey}"><path d="m1 1" style="opacity:1" /><path d="m2 2" style="fill:red" />'
        '<text fill="red" style="fill:grey">a<tspan style="fill:red">b</tspan></text></g>'
        '<text style="fill:grey">c</text><path d="m3 3" /></svg>'
    )


def test_what_a_drawing_uses_elsewhere_keeps_its_style():
    mark = '<path id="m" d="m1 1" style="fill:black" />'
    svg = f'<svg><defs>{mark}</defs><use style="fill:red" href="#m" /></svg>'
    assert drawings.slim(svg) == svg


def test_a_drawing_in_which_all_is_filled_says_the_ink_at_its_root():
    ink, red = '<path d="m1 1" style="fill:currentColor" />', '<g style="fill:red"><rect /></g>'
    assert drawings.slim(f"<svg>{ink}{red}{ink}</svg>") == (
        f'<svg style="fill:currentColor"><path d="m1 1" />{red}<path d="m1 1" /></svg>'
    )
    black = f"<svg>{ink}{red}{ink}<text>black</text></svg>"
    assert drawings.slim(black) == black


def test_a_drawing_that_is_no_xml_stays_as_it_is():
    assert drawings.slim("<svg><br></svg>") == "<svg><br></svg>"


def test_code_is_marked_only_where_it_looks_different():
    html = highlight("def f(x):\n    return x + 1\n", PythonLexer(), LightFormatter())
    assert html == (
        '<div class="highlight"><pre><span class="k">def</span> <span class="nf">f</span>(x):\n'
        '    <span class="k">return</span> x + <span class="mi">1</span>\n'
        "</pre></div>\n"
    )


def test_what_is_left_unmarked_looks_like_its_surroundings_in_both_styles_but_for_operators():
    from pygments.styles import get_style_by_name
    from pygments.token import Operator

    from press.code_markup import _PLAIN

    for name in ("a11y-high-contrast-light", "a11y-high-contrast-dark"):
        style = get_style_by_name(name)
        plain = {key: style.style_for_token(key) for key in _PLAIN - {Operator}}
        assert len({(s["bold"], s["italic"], s["underline"]) for s in plain.values()}) == 1
        assert len({s["color"] for s in plain.values()} - {None}) <= 1


def test_a_box_that_folds_needs_no_script():
    box = (
        '<p>a</p><div class="solution dropdown admonition" id="s">\n\n<p class="admonition-title">Solution to'
        '<a class="reference internal" href="#e"> Exercise 6.1</a></p>\n<section id="solution-content">'
        "<div>b</div></section></div><p>c</p>"
    )
    assert mends.mended(box) == (
        '<p>a</p><details class="solution fold admonition" id="s">'
        '<summary class="admonition-title">Solution to Exercise 6.1</summary>\n<section>'
        "<div>b</div></section></details><p>c</p>"
    )


@pytest.mark.parametrize(
    ("words", "whole"),
    [
        (["x", "&lt;", "0.0"], True),
        (["keepdims=True, axis=0"], False),
        (["a" * 18, "b"], True),
        (["a" * 19, "b"], False),
    ],
)
def test_a_few_words_of_code_stay_on_one_line_and_more_may_break(words, whole):
    def code(inside):
        return f'<p>In <code class="docutils literal notranslate">{inside}</code>.</p>'

    apart = " ".join(f'<span class="pre">{word}</span>' for word in words)
    assert mends.mended(code(apart)) == code(" ".join(words) if whole else apart)


def test_an_exercise_gets_the_sign_that_headings_have():
    title = '<p class="admonition-title"><span class="caption-number">Exercise 5.1 </span> (Once)'
    box = f'<div class="exercise admonition" id="ex-one">\n\n{title}</p>\n<p>Do it.</p>\n</div>'
    sign = '<a class="headerlink" href="#ex-one" title="Link to this exercise">#</a>'
    assert mends.mended(box) == box.replace(f"{title}</p>", f"{title}{sign}</p>")


@pytest.mark.parametrize(
    ("html", "element"),
    [
        ("<p>a</p><p>b</p>", "<p>a</p>"),
        ("<div><div>a</div></div><div></div>", "<div><div>a</div></div>"),
        ("<g><g/><path/></g><g>", "<g><g/><path/></g>"),
        ("<p>a<pre>b</pre></p>", "<p>a<pre>b</pre></p>"),
    ],
)
def test_the_end_of_an_element_is_found(html, element):
    assert html[: elements.end(html, 0)] == element


@pytest.mark.parametrize("html", ["<div><div></div>", "text"])
def test_an_element_without_an_end_is_an_error(html):
    with pytest.raises(ValueError, match="element"):
        elements.end(html, 0)


SECTION = (
    '<section id="s"><span id="label"></span><h2>A <em>title</em><a class="headerlink" href="#s">#</a></h2>'
    "<p>First.</p><p>Second.</p></section>"
    '<dl><dt id="term-x">x<a class="headerlink" href="#term-x">#</a></dt><dd><p>An x.</p></dd></dl>'
)


@pytest.mark.parametrize(
    ("name", "piece"),
    [
        ("s", "<p><strong>A <em>title</em></strong></p><p>First.</p>"),
        ("label", "<p><strong>A <em>title</em></strong></p><p>First.</p>"),
        ("term-x", '<dt id="term-x">x</dt><dd><p>An x.</p></dd>'),
        ("none", ""),
    ],
)
def test_a_preview_tells_what_a_place_is(name, piece):
    assert previews.preview(SECTION, name) == piece


@pytest.mark.parametrize(
    ("url", "edit", "report"),
    [
        (
            "https://github.com/o/r/",
            "https://github.com/o/r/edit/main/book/a%20b.md",
            "https://github.com/o/r/issues/new?title=Error+in+book%2Fa+b.md",
        ),
        (
            "https://gitlab.example.org/o/r",
            "https://gitlab.example.org/o/r/-/edit/main/book/a%20b.md",
            "https://gitlab.example.org/o/r/-/issues/new?issue%5Btitle%5D=Error+in+book%2Fa+b.md",
        ),
        (
            "https://codeberg.org/o/r",
            "https://codeberg.org/o/r/_edit/main/book/a%20b.md",
            "https://codeberg.org/o/r/issues/new?title=Error+in+book%2Fa+b.md",
        ),
    ],
)
def test_links_to_the_repository_are_as_its_service_has_them(url, edit, report):
    assert repository.edit_address(url, "main", "book/a b.md") == edit
    assert repository.report_address(url, "book/a b.md") == report


def test_a_description_is_cut_at_a_word():
    assert theme._cut("short") == "short"
    assert theme._cut("word " * 40) == "word " * 31 + "word …"


def test_what_is_cited_is_this_version():
    import tomllib

    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert (cited["title"], cited["version"]) == (project["name"], project["version"])
    assert " AND ".join(cited["license"]) == project["license"]
