"""Contents that are stored without the words that are zero, or that equal the one before: see `_core/format.h`."""

from __future__ import annotations

import numpy as np

from numscope.errors import TraceError


def whole_content(stored: bytes, size: int, word: int, repeats: bool) -> bytes:
    """The `size` bytes of a content of which `stored` holds some words of `word` bytes; 0: all bytes.

    Raises TraceError if they do not fit together.
    """
    if not word:
        return stored
    count = size // word if word in (1, 2, 4, 8) else 0
    if not count or size % word:
        raise TraceError(f"a value can't be read: {size} bytes are no words of {word}.")
    if len(stored) == word:
        return stored * count
    there = len(stored) - (count + 7) // 8
    if there < 0 or there % word:
        raise TraceError(f"a value can't be read: {len(stored)} bytes are no {count} words with gaps.")
    words = np.frombuffer(stored, f"u{word}", there // word)
    bits = np.unpackbits(np.frombuffer(stored, np.uint8, offset=there), count=count, bitorder="little")
    if np.count_nonzero(bits) != len(words):
        raise TraceError("a value can't be read: words of it are missing.")
    return (_repeated(words, bits) if repeats else _spread(words, bits)).tobytes()


def _spread(words: np.ndarray, bits: np.ndarray) -> np.ndarray:
    """The words where the bits are 1, zeros elsewhere."""
    whole = np.zeros(len(bits), words.dtype)
    whole[bits.view(np.bool_)] = words
    return whole


def _repeated(words: np.ndarray, bits: np.ndarray) -> np.ndarray:
    """Each word from where its bit is 1 on, up to the next."""
    begins = np.flatnonzero(bits)
    ends = np.append(begins, len(bits))
    return np.concatenate([np.zeros(ends[0], words.dtype), np.repeat(words, np.diff(ends))])
