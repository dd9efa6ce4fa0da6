"""Sizes and times as people write them: `2G`, `500 MB`, `64Ki`, `12.3 ms`."""

from __future__ import annotations

import re

_UNITS = {"": 1, "K": 1000, "M": 1000**2, "G": 1000**3, "T": 1000**4}
_BINARY_UNITS = {"KI": 1024, "MI": 1024**2, "GI": 1024**3, "TI": 1024**4}
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
_DURATION = re.compile(r"(\d+(?:\.\d+)?)\s*([smhd])", re.IGNORECASE)
_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([kmgt]?i?)b?", re.IGNORECASE)


def parse_size(text: str) -> int:
    """Return the bytes that `text` means: a number and K, M, G, T (1000s) or Ki, Mi, Gi, Ti (1024s).

    Raises ValueError if it is no size.
    """
    match = _SIZE.fullmatch(text.strip())
    unit = match[2].upper() if match else ""
    factor = _UNITS.get(unit) or _BINARY_UNITS.get(unit)
    if match is None or factor is None:
        raise ValueError(f"'{text}' is not a size such as 500M, 2G or 64Ki")
    return int(float(match[1]) * factor)


def parse_duration(text: str) -> int:
    """Return the nanoseconds that `text` means: a number and s, m, h or d. Raises ValueError if it is no duration."""
    match = _DURATION.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"'{text}' is not a duration such as 90s, 10m, 2h or 1d")
    return int(float(match[1]) * _SECONDS[match[2].lower()] * 1e9)


def format_size(size: int) -> str:
    """Return `size` bytes for people, in units of 1000: `1.5 GB`."""
    if size < 1000:
        return f"{size} bytes"
    amount = float(size)
    for unit in ("kB", "MB", "GB"):
        amount /= 1000
        if amount < 999.95:
            return f"{amount:.1f} {unit}"
    return f"{amount / 1000:.1f} TB"


def format_time(nanoseconds: float) -> str:
    """Return a duration for people: `830 ns`, `1.25 µs`, `12.3 ms`, `4.21 s`."""
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        amount = nanoseconds / size
        if abs(amount) >= 1:
            return f"{amount:.3g} {unit}" if amount < 1000 else f"{amount:,.0f} {unit}"
    return f"{nanoseconds:.0f} ns"
