"""Contents that are stored without the words that are zero, or that equal the one before: see `numscope/format.h`.

Loaded by its path, too, by a Python that has NumPy and no numscope: it imports nothing else.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def whole_content(stored: bytes, size: int, word: int, repeats: bool) -> bytes | bytearray:
    """The `size` bytes of a content of which `stored` holds some words of `word` bytes; 0: all bytes.

    Raises ValueError if they do not fit together.
    """
    if not word:
        return stored
    count = size // word if word in (1, 2, 4, 8) else 0
    if not count or size % word:
        raise ValueError(f"{size} bytes are no words of {word}")
    if len(stored) == word:
        return stored * count
    there = len(stored) - (count + 7) // 8
    if there < 0 or there % word:
        raise ValueError(f"{len(stored)} bytes are no {count} words with gaps")
    words = np.frombuffer(stored, f"u{word}", there // word)
    bits = np.unpackbits(np.frombuffer(stored, np.uint8, offset=there), count=count, bitorder="little")
    if np.count_nonzero(bits) != len(words):
        raise ValueError("words of it are missing")
    whole = bytearray(size)
    _fill(np.frombuffer(whole, words.dtype), words, bits, repeats)
    return whole


def _fill(whole: Any, words: Any, bits: Any, repeats: bool) -> None:
    """Put each word where its bit is 1, or, if it repeats, from there up to the next."""
    begins = np.flatnonzero(bits)
    if repeats and len(begins):
        whole[begins[0] :] = np.repeat(words, np.diff(np.append(begins, len(bits))))
    else:
        whole[begins] = words  # by number four times as fast as by a mask
