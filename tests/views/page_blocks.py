"""Reads a page's blocks, as the page's own script does, for tests of what stands in them."""

from __future__ import annotations

import base64
import gzip
import json
import re
from pathlib import Path
from typing import Any

import numpy as np

_BLOCK = re.compile(r'<script type="application/gzip" id="block-([\w-]+)">([A-Za-z0-9+/=]*)</script>')


def text_outside_blocks(page: Path) -> str:
    """The page as a browser reads it; packed blocks may hold any three letters in a row."""
    return _BLOCK.sub("<script></script>", page.read_text(encoding="utf-8"))


def read_blocks(page: Path) -> dict[str, bytes]:
    """The unpacked blocks by name."""
    found = _BLOCK.findall(page.read_text(encoding="utf-8"))
    return {name: gzip.decompress(base64.b64decode(text)) for name, text in found}


def read_document(page: Path, name: str) -> Any:
    """One block that is JSON."""
    return json.loads(read_blocks(page)[name])


def read_column(data: bytes, layout: dict[str, Any]) -> Any:
    """One block that is a column, by the layout that `columns` has of it."""
    planes = np.frombuffer(data, np.uint8).reshape(layout["width"], layout["count"]).astype(np.int64)
    numbers = sum(plane << (8 * place) for place, plane in enumerate(planes))
    if layout["signed"]:
        numbers = np.where(numbers % 2, -(numbers + 1) // 2, numbers // 2)
    return np.cumsum(numbers) if layout["differences"] else numbers
