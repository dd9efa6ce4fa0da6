"""Pages of text and tables, without a script: the colours and letters are those of the front end."""

from __future__ import annotations

import html
from collections.abc import Iterable
from urllib.parse import quote

from numscope.views.page.head import built, head

_STYLE = """
* { box-sizing: border-box; }
body { font: 15px/1.5 var(--sans); color: var(--text); background: var(--bg); margin: 2rem auto; max-width: 72rem;
  padding: 0 1rem; }
a { color: var(--accent); }
code, pre { font: 13px/1.45 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; }
pre { margin: 0; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.3rem; margin-bottom: 0; } h4 { margin: 1rem 0 .3rem; }
h3 { font-size: 1.05rem; border-top: 1px solid var(--line); padding-top: .8rem; margin-top: 1.6rem; }
section { border: 1px solid var(--line); border-radius: 8px; padding: .6rem 1.2rem 1.2rem; margin: 1.5rem 0; }
table { border-collapse: collapse; margin: .4rem 0; }
td, th { padding: .15rem .9rem .15rem 0; vertical-align: top; }
th { text-align: left; font-weight: 600; } td { border-top: 1px solid var(--line); }
ul { margin: .3rem 0; padding-left: 1.2rem; } summary { cursor: pointer; }
"""


def static_page(title: str, body: str, style: str = "") -> str:
    """Return a whole page. `style`: rules for what this kind of page has of its own."""
    return f"{head(title, _colours() + _STYLE + style)}<main>\n{body}\n</main>\n</body>\n</html>\n"


def _colours() -> str:
    """Return the first rule of the front end's style sheet, in which its colours and letters stand."""
    return built("report.css").partition("}")[0] + "}"


def table(names: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table; cells are HTML."""
    header = "".join(f"<th>{html.escape(name)}</th>" for name in names)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{header}</tr>{body}</table>"


def listing(entries: Iterable[str]) -> str:
    """Return a list of pieces of code."""
    return "<ul>" + "".join(f"<li><code>{html.escape(entry)}</code></li>" for entry in entries) + "</ul>"


def details(summary: str, content: str) -> str:
    """Return HTML that is folded away under a line of text."""
    return f"<details><summary>{html.escape(summary)}</summary>{content}</details>"


def link(target: str, text: str) -> str:
    """Return a link to a file beside the page."""
    return f"<a href='{quote(target)}'>{html.escape(text)}</a>"
