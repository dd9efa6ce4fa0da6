"""PyTorch's generator of random numbers in the state in which an operator found it.

The recorder writes it in words: `torch.MT19937`, the seed, left, next, and of the two normal numbers kept back, float
and double, whether there is one and its bits; the 624 words of the Mersenne Twister are an array of their own. PyTorch
takes a state as the 5,056 bytes that `torch.get_rng_state` gives.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...calling.refusal import CannotReplayError

KIND = "torch.MT19937"
_WORDS = 624
_STATE = np.dtype(
    {
        "names": ["seed", "left", "seeded", "next", "words", "double", "has_double", "float", "has_float"],
        "formats": ["<u8", "<i4", "<i4", "<u8", ("<u8", _WORDS), "<u8", "<i4", "<u4", "?"],
        "offsets": [0, 8, 12, 16, 24, 5024, 5040, 5048, 5052],
        "itemsize": 5056,
    }
)


def packed(state: str, key: tuple[bytes, bool] | None) -> Any:
    """The state as PyTorch takes it, 5,056 uint8. Raises CannotReplayError if it is damaged or not kept whole."""
    if key is None:
        raise CannotReplayError("the state of torch's generator is not kept whole")
    kind, *words = state.split() or [""]
    found = np.zeros((), _STATE)
    try:
        seed, left, following, has_float, of_float, has_double, of_double = map(int, words)
        found["words"] = np.frombuffer(key[0], "<u4", _WORDS)
        found["seed"], found["left"], found["next"], found["seeded"] = seed, left, following, 1
        found["has_float"], found["float"] = has_float, of_float
        found["has_double"], found["double"] = has_double, of_double
    except (ValueError, OverflowError):
        left = following = 0
    # PyTorch reads `left` - 1 words from `next` on without a further look.
    if kind != KIND or left < 1 or following < 0 or left + following > _WORDS + 1:
        raise CannotReplayError("the kept state of torch's generator is damaged")
    return np.frombuffer(found.tobytes(), np.uint8).copy()
