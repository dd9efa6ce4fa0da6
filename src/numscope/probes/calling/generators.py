"""Random number generators in the state in which an operation found them.

The recorder writes the state in words: the kind of bit generator, then numbers. PCG64, PCG64DXSM and SFC64: the four
64-bit words of the state, has_uint32, uinteger. Philox: the four words of its counter, the two of its key, the four of
its buffer, the place in that, has_uint32, uinteger. MT19937: position, has_gauss, the bits of gauss; its 624 words,
which stay the same for as many draws, are kept as an array.
"""

from __future__ import annotations

import struct
from typing import Any

import numpy as np

from .refusal import CannotReplayError

_OF_FOUR_WORDS = ("PCG64", "PCG64DXSM", "SFC64")


def revive(name: str, state: str | None, key: tuple[bytes, bool] | None) -> Any:
    """The Generator or RandomState on which the operation `name` runs. Raises CannotReplayError without its state."""
    if state is None:
        raise CannotReplayError("the state of its random number generator was not kept")
    kind, *words = state.split()
    try:
        numbers = [int(word) for word in words]
        if kind in _OF_FOUR_WORDS:
            return _around(name, _of_four_words(kind, numbers))
        if kind == "Philox":
            return _around(name, _philox(numbers))
        if kind == "MT19937" and key is not None:
            return _mersenne_twister(name, numbers, np.frombuffer(key[0], np.uint32))
    except (ValueError, IndexError, TypeError, OverflowError, struct.error):
        raise CannotReplayError("the kept state of its random number generator is damaged") from None
    raise CannotReplayError(f"the state of a {kind[:40]} generator is not kept whole")


def _around(name: str, bits: Any) -> Any:
    return np.random.Generator(bits) if ".Generator." in name else np.random.RandomState(bits)


def _of_four_words(kind: str, words: list[int]) -> Any:
    bits = getattr(np.random, kind)(0)
    if kind == "SFC64":
        state: dict[str, Any] = {"state": np.array(words[:4], np.uint64)}
    else:
        state = {"state": words[0] | words[1] << 64, "inc": words[2] | words[3] << 64}
    bits.state = {"bit_generator": kind, "state": state, "has_uint32": words[4], "uinteger": words[5]}
    return bits


def _philox(words: list[int]) -> Any:
    bits = np.random.Philox(0)
    bits.state = {
        "bit_generator": "Philox",
        "state": {"counter": np.array(words[:4], np.uint64), "key": np.array(words[4:6], np.uint64)},
        "buffer": np.array(words[6:10], np.uint64),
        "buffer_pos": words[10],
        "has_uint32": words[11],
        "uinteger": words[12],
    }
    return bits


def _mersenne_twister(name: str, words: list[int], key: Any) -> Any:
    bits = np.random.MT19937(0)
    state: Any = {"bit_generator": "MT19937", "state": {"key": key, "pos": words[0]}}
    bits.state = state
    generator = _around(name, bits)
    if isinstance(generator, np.random.RandomState):
        gauss = struct.unpack("<d", struct.pack("<Q", words[2]))[0]
        generator.set_state({**state, "has_gauss": words[1], "gauss": gauss})
    return generator
