from types import SimpleNamespace

from sphinx.domains.std import StandardDomain

from press import numbered_references


def test_a_chapter_is_read_once_for_all_references_to_it(monkeypatch):
    domain, read = SimpleNamespace(), []

    def get_doctree(name):
        read.append(name)
        return f"tree of {name}"

    env = SimpleNamespace(get_doctree=get_doctree, get_domain={"std": domain}.get, config="settings")
    monkeypatch.setattr(
        StandardDomain,
        "_resolve_numref_xref",
        lambda domain, env, page, *rest: (domain, env.get_doctree(page), env.config, rest),
    )
    numbered_references._share_trees(None, env)
    found = [domain._resolve_numref_xref(env, page, "builder", "numref") for page in ("a", "b", "a")]
    assert found == [
        (domain, f"tree of {page}", "settings", ("builder", "numref")) for page in ("a", "b", "a")
    ]
    assert read == ["a", "b"]


def test_the_next_build_reads_them_again(monkeypatch):
    domain, read = SimpleNamespace(), []
    env = SimpleNamespace(get_doctree=read.append, get_domain={"std": domain}.get)
    monkeypatch.setattr(
        StandardDomain, "_resolve_numref_xref", lambda domain, env, page: env.get_doctree(page)
    )
    for _ in range(2):
        numbered_references._share_trees(None, env)
        domain._resolve_numref_xref(env, "a")
    assert read == ["a", "a"]
