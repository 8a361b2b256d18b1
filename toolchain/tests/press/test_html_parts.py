"""What the pages are made lighter and better by, piece by piece."""

import tomllib
from pathlib import Path

import pytest
import yaml
from pygments import highlight
from pygments.lexers import PythonLexer

from press import elements, mends, previews
from press.code_markup import LightFormatter

ROOT = Path(__file__).resolve().parents[3]


def test_code_is_marked_only_where_it_looks_different():
    html = highlight("def f(x):\n    return x + 1\n", PythonLexer(), LightFormatter())
    assert html == (
        '<div class="highlight"><pre><span></span><span class="k">def</span> <span class="nf">f</span>(x):\n'
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


def test_what_is_cited_is_this_version():
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert (cited["title"], cited["version"]) == (project["name"], project["version"])
    assert " AND ".join(cited["license"]) == project["license"]
