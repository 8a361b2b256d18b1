"""What a reader does with a chapter: search, copy, unfold, look things up, print."""

import pytest

CHAPTER = "book/06-autograd.html"
COPIES = """
[...document.querySelectorAll('.bd-article div.highlight > pre')].map((pre) =>
  [pre.textContent, codeToCopy(pre), pre.parentElement.parentElement.className])
"""


def test_search_finds_a_word_and_leads_to_its_page(start, page):
    page.open(start + "search.html?q=checkpointing")
    page.until("document.querySelectorAll('#search-results li').length > 0")
    found = page.run("[...document.querySelectorAll('#search-results li > a')].map((a) => a.href)")
    assert {address.partition("?")[0].partition("#")[0] for address in found} == {start + CHAPTER}
    outside = [address for address in page.requests if not address.startswith(start)]
    assert (outside, page.complaints) == ([], [])


def test_the_search_field_opens_by_keyboard_and_asks_the_search_page(page, start):
    page.open(start + CHAPTER)
    page.run("document.querySelector('.search-button__button').click()")
    form = "document.querySelector('#pst-search-dialog[open] form')"
    page.run(f"{form}.querySelector('input').value = 'checkpointing'; 0")
    page.run(f"{form}.submit()")
    page.until("location.pathname.endsWith('/search.html') && document.readyState === 'complete'")
    page.until("document.querySelectorAll('#search-results li').length > 0")


def test_search_names_each_term_that_it_finds_in_the_index(start, page):
    page.open(start + "search.html?q=gradient")
    page.until("document.querySelectorAll('#search-results li').length >= 12")
    names = page.run("[...document.querySelectorAll('#search-results li > a')].map((a) => a.textContent)")
    assert {"Glossary: gradient", "Glossary: gradient check", "Glossary: gradient descent"} <= set(names)
    assert len(names) == len(set(names))


@pytest.mark.parametrize("name", ["primary", "secondary"])
def test_escape_closes_a_sidebar_of_a_phone_and_returns_to_its_button(browser, site, name):
    page = browser.page(390, 844)
    page.open(f"{site.as_uri()}/{CHAPTER}")
    page.run(f"document.querySelector('.{name}-toggle').click()")
    assert page.run(f"document.getElementById('pst-{name}-sidebar-modal').open")
    page.press("Escape")
    page.until(f"!document.getElementById('pst-{name}-sidebar-modal').open")
    # The dialog tells of its end a moment later.
    page.until(f"document.activeElement === document.querySelector('.{name}-toggle')")
    page.close()


def test_what_is_copied_runs_as_it_is(page, site):
    page.open(f"{site.as_uri()}/{CHAPTER}")
    sessions = 0
    for shown, copied, kind in page.run(COPIES):
        if "pycon" in kind:
            compile(copied + "\n", "copied", "exec")
            prompts = [line for line in shown.splitlines() if line.startswith((">>> ", "... "))]
            assert copied.splitlines() == [line[4:] for line in prompts]
            sessions += 1
        elif "console" in kind:
            assert "$ " not in copied and copied
        else:
            assert copied == shown.rstrip("\n")
    assert sessions > 20


def test_each_command_is_copied_whole_without_prompts_and_output(page, specimen_site):
    page.open(f"{specimen_site.as_uri()}/book/sessions.html")
    assert [copied for _, copied, _ in page.run(COPIES)] == [
        "total = 0\nfor number in range(3):\n    total += number\ntotal\nprint(\"one\\n\\n... two\")",
        'print("working", end="...done\\n")',
        "cat <<END\n$ one\nEND\nfor i in 1 2; do\n  echo \"$i\nmore\"\ndone\necho 'a\nb'",
    ]


def test_an_address_with_a_broken_escape_leads_nowhere_and_does_no_harm(page, site):
    page.open(f"{site.as_uri()}/{CHAPTER}#%E9")
    page.until("document.querySelectorAll('.copy-code').length > 0")
    assert page.complaints == []


def test_the_copy_button_says_what_it_did(page, server):
    page.open(server + CHAPTER)
    page.run("window.kept = []; navigator.clipboard.writeText = async (text) => { kept.push(text); }; 0")
    page.run("document.querySelector('.highlight-pycon').scrollIntoView()")
    page.until("document.querySelector('.highlight-pycon .copy-code') !== null")
    page.run("document.querySelector('.highlight-pycon .copy-code').click()")
    page.until("document.querySelector('.copy-said').textContent === 'Copied'")
    assert page.run("kept.length === 1 && !kept[0].includes('>>>')")


def test_a_computed_number_tells_its_expression_to_mouse_and_keyboard(page, site):
    page.open(f"{site.as_uri()}/{CHAPTER}")
    number = "document.querySelector('[data-expression]')"
    expression = page.run(f"{number}.dataset.expression")
    page.run(f"{number}.scrollIntoView({{block: 'center'}})")
    middle = "({x, y, width, height}) => [x + width / 2, y + height / 2]"
    box = page.run(f"({middle})({number}.getBoundingClientRect())")
    page.point(*box)
    page.until("!document.getElementById('preview').hidden")
    assert page.run("document.getElementById('preview').textContent") == f"Computed: {expression}"
    page.press("Escape")
    assert page.run("document.getElementById('preview').hidden")
    page.point(5, 5)
    # From just before it, the Tab key comes to the number.
    page.run(
        f"(() => {{ const stop = document.createElement('button'); {number}.before(stop); stop.focus(); }})()"
    )
    page.press("Tab")
    page.until("!document.getElementById('preview').hidden")
    assert page.run(f"document.activeElement === {number}")
    assert page.run(f"{number}.getAttribute('aria-describedby')") == "preview"


def test_links_show_where_they_lead_also_from_files(start, page):
    page.open(start + "book/glossary.html")
    link = "document.querySelector('dd a.internal[href*=\"05-background\"]')"
    page.run(f"show({link})")
    page.until("!document.getElementById('preview').hidden")
    title = page.run(f"{link}.textContent")
    assert title in page.run("document.getElementById('preview').textContent")
    outside = [address for address in page.requests if not address.startswith(start)]
    assert (outside, page.complaints) == ([], [])


def test_a_preview_stays_inside_the_window_of_a_phone(browser, site):
    page = browser.page(390, 844)
    page.open(f"{site.as_uri()}/{CHAPTER}")
    links = page.run("document.querySelectorAll('.bd-article a.internal:not(.headerlink)').length")
    for number in range(0, links, 7):
        page.run(f"show(document.querySelectorAll('.bd-article a.internal:not(.headerlink)')[{number}])")
        page.until("shownFor !== null")
        page.run("new Promise((done) => setTimeout(done, 20))")
        left, right = page.run("(({left, right}) => [left, right])(popup.getBoundingClientRect())")
        assert left >= 0 and right <= 390, number
        page.run("hide()")
    assert page.run("document.documentElement.scrollWidth") == 390
    page.close()


def test_solutions_are_folded_and_a_link_into_one_opens_it(page, site):
    page.open(f"{site.as_uri()}/{CHAPTER}")
    folds = "[...document.querySelectorAll('details.solution')]"
    assert page.run(f"{folds}.length") == 6
    assert page.run(f"{folds}.filter((fold) => fold.open).length") == 0
    inside = page.run(f"{folds}[3].id")
    page.run(f"location.hash = '#{inside}'")
    page.until(f"document.getElementById('{inside}').open")


def test_on_paper_everything_is_unfolded_and_nothing_is_in_the_way(page, site):
    page.open(f"{site.as_uri()}/{CHAPTER}")
    page.run("window.dispatchEvent(new Event('beforeprint'))")
    page.media([], kind="print")
    assert page.run("[...document.querySelectorAll('details.solution')].every((fold) => fold.open)")
    seen = "(name) => [...document.querySelectorAll(name)].filter((e) => e.getClientRects().length).length"
    hidden = [
        ".bd-sidebar-primary",
        ".bd-sidebar-secondary",
        ".copy-code",
        "a.headerlink",
        ".prev-next-footer",
    ]
    assert {name: page.run(f"({seen})('{name}')") for name in hidden} == dict.fromkeys(hidden, 0)
    assert page.run(f"({seen})('.bd-article h1')") == 1
    page.run("window.dispatchEvent(new Event('afterprint'))")
    assert page.run("[...document.querySelectorAll('details.solution')].every((fold) => !fold.open)")


def test_dark_and_light_can_be_chosen_and_are_kept(page, site):
    page.open(f"{site.as_uri()}/index.html")
    assert page.run("document.documentElement.dataset.theme") == "light"
    while page.run("document.documentElement.dataset.mode") != "dark":
        page.run("document.querySelector('.theme-switch-button').click()")
    page.open(f"{site.as_uri()}/{CHAPTER}")
    assert page.run("document.documentElement.dataset.theme") == "dark"
    assert page.run("getComputedStyle(document.body).backgroundColor") == "rgb(20, 24, 30)"


def test_without_scripts_the_page_is_whole(browser, site):
    page = browser.page()
    page.call("Emulation.setScriptExecutionDisabled", value=True)
    page.open(f"{site.as_uri()}/{CHAPTER}")
    page.call("Emulation.setScriptExecutionDisabled", value=False)
    visible = "(e) => e.getClientRects().length > 0"
    assert page.run(f"[...document.querySelectorAll('.bd-article h2, .bd-article svg')].every({visible})")
    assert page.run("document.querySelectorAll('.bd-article math').length") > 200
    page.run("document.querySelector('details.solution > summary').click()")
    assert page.run("document.querySelector('details.solution').open")
    page.close()
