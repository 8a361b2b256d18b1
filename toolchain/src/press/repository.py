"""Links to edit a page and to report an error in it; absent when the configuration names no repository.

They come from `repository` in `_config.yml`: its `url`, and `branch` (main) and `path_to_book` where they
differ from what is usual.
"""

from typing import Any
from urllib.parse import quote, unquote, urlencode, urlsplit

from docutils import nodes  # type: ignore[import-untyped]
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

# How GitLab differs from GitHub; any other service is taken to be like GitHub.
_GITHUB = "edit/{branch}/{path}", "issues/new", "title"
_GITLAB = "-/edit/{branch}/{path}", "-/issues/new", "issue[title]"


def _offer(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    options = app.config.html_theme_options
    url = options.get("repository_url", "")
    if not url or doctree is None:
        return
    folder = (options.get("path_to_docs") or "").strip("/")
    path = quote(f"{folder}/{app.env.doc2path(page, False)}".lstrip("/"))
    edit, report, field = _GITLAB if "gitlab" in (urlsplit(url).hostname or "") else _GITHUB
    edit = edit.format(branch=quote(options.get("repository_branch") or "main"), path=path)
    context["edit_address"] = f"{url.rstrip('/')}/{edit}"
    title = urlencode({field: f"Error in {unquote(path)}"})
    context["report_address"] = f"{url.rstrip('/')}/{report}?{title}"


def setup(app: Sphinx) -> ExtensionMetadata:
    app.connect("html-page-context", _offer)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
