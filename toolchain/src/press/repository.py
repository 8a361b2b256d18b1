"""Links to edit a page and to report an error in it; absent when the configuration names no repository.

They come from `repository` in `_config.yml`: its `url`, and `branch` (main) and `path_to_book` where they
differ from what is usual.
"""

from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from docutils import nodes  # type: ignore[import-untyped]
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

# How the services name the page that edits a file; any other service is taken to be like GitHub.
_EDIT = {"gitlab": "-/edit/{branch}/{path}", "codeberg": "_edit/{branch}/{path}"}
_REPORT = {"gitlab": ("-/issues/new", "issue[title]"), "bitbucket": ("issues/new", "title")}


def edit_address(url: str, branch: str, path: str) -> str:
    """Where a file of the repository can be edited."""
    rest = _EDIT.get(_service(url), "edit/{branch}/{path}")
    return f"{url.rstrip('/')}/{rest.format(branch=quote(branch), path=quote(path))}"


def report_address(url: str, page: str) -> str:
    """Where an error in a page of the book can be reported."""
    place, field = _REPORT.get(_service(url), ("issues/new", "title"))
    return f"{url.rstrip('/')}/{place}?{urlencode({field: f'Error in {page}'})}"


def _service(url: str) -> str:
    host = urlsplit(url).hostname or ""
    return next((name for name in ("gitlab", "codeberg", "bitbucket") if name in host), "github")


def _offer(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    options = app.config.html_theme_options
    url = options.get("repository_url", "")
    if not url or doctree is None:
        return
    path = app.env.doc2path(page, False)
    folder = (options.get("path_to_docs") or "").strip("/")
    inside = f"{folder}/{path}" if folder else str(path)
    context["edit_address"] = edit_address(url, options.get("repository_branch") or "main", inside)
    context["report_address"] = report_address(url, inside)


def setup(app: Sphinx) -> ExtensionMetadata:
    app.connect("html-page-context", _offer)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
