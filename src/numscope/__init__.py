"""numscope sees every numerical operation a Python program performs."""

from __future__ import annotations

__version__ = "0.1.0"
