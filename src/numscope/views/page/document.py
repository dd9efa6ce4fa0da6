"""One self-contained page: the built front end, and blocks of data that it unpacks when it needs them."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from typing import Any, TextIO

from numscope.views.documents import plain
from numscope.views.page.columns import EncodedColumn
from numscope.views.page.head import built, head

_BODY = """<noscript>This page shows its data with JavaScript, which is switched off.</noscript>
<div id="page"></div>
"""
_LEVEL = 4  # of gzip: 6 takes 1.6 times as long and saves 3 %


class Blocks:
    """Named pieces of data: JSON documents and columns of integers, each compressed by itself.

    Nothing of a trace stands in a page but as base64: no name can end a tag or begin one.
    """

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._columns: dict[str, dict[str, Any]] = {}

    def add_document(self, name: str, value: Any) -> None:
        """Add `value` as JSON."""
        self._add(name, json.dumps(plain(value), ensure_ascii=True, separators=(",", ":")).encode())

    def add_column(self, name: str, column: EncodedColumn) -> None:
        """Add a column."""
        self._add(name, column.data)
        self._columns[name] = {
            name: getattr(column, name) for name in ("count", "width", "differences", "signed")
        }

    def write(self, file: TextIO) -> None:
        """Write them as inert script elements, the list of columns first."""
        self.add_document("columns", self._columns)
        for name in ("columns", *(name for name in self._texts if name != "columns")):
            file.write(f'<script type="application/gzip" id="block-{name}">{self._texts[name]}</script>\n')

    def _add(self, name: str, data: bytes) -> None:
        self._texts[name] = base64.b64encode(gzip.compress(data, _LEVEL, mtime=0)).decode("ascii")


def write_page(file: TextIO, kind: str, title: str, blocks: Blocks, language: str = "en") -> None:
    """Write the page of this kind (`report`, `explain`). It may load nothing, run nothing but its own script."""
    script = built(f"{kind}.js")
    style = built(f"{kind}.css")
    policy = f"default-src 'none'; img-src data:; script-src {_source(script)}; style-src {_source(style)}"
    file.write(
        head(title, style, language, f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n')
    )
    file.write(_BODY)
    blocks.write(file)
    file.write(f"<script>{script}</script>\n</body>\n</html>\n")


def served_page(kind: str, title: str) -> str:
    """Return the page of this kind for a server, which the page asks for its data."""
    script, style = built(f"{kind}.js"), built(f"{kind}.css")
    sources = f"script-src {_source(script)}; style-src {_source(style)}"
    policy = f"default-src 'none'; connect-src 'self'; img-src data:; {sources}"
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
    return f"{head(title, style, 'en', meta)}{_BODY}<script>{script}</script>\n</body>\n</html>\n"


def _source(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
    return f"'sha256-{digest}'"
