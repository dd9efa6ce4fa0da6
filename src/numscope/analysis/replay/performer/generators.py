"""Random number generators in the state in which an operation found them.

The recorder keeps the state as bytes: the bit generator's name, padded with zeros to 16 bytes, then its words as
little-endian 64-bit numbers. PCG64 and PCG64DXSM: state and increment (low, high), has_uint32, uinteger. MT19937:
position, has_gauss, the bits of gauss, then 624 words.
"""

from __future__ import annotations

import struct
from typing import Any

import numpy as np

from .refusal import CannotReplayError

_NAME = 16


def revive(name: str, state: Any) -> Any:
    """The Generator or RandomState on which the operation `name` runs. Raises CannotReplayError without its state."""
    if state is None:
        raise CannotReplayError("the state of its random number generator was not kept")
    data = np.asarray(state).tobytes()
    kind = data[:_NAME].rstrip(b"\0").decode("ascii", "replace")
    generator = _bit_generator(kind, data[_NAME:])
    if ".Generator." in name:
        return np.random.Generator(generator[0])
    legacy = np.random.RandomState(generator[0])
    if kind == "MT19937":
        legacy.set_state(generator[1])
    return legacy


def _bit_generator(kind: str, data: bytes) -> tuple[Any, Any]:
    try:
        words = struct.unpack(f"<{len(data) // 8}Q", data)
        if kind in ("PCG64", "PCG64DXSM"):
            made = getattr(np.random, kind)(0)
            state = {"state": words[0] | words[1] << 64, "inc": words[2] | words[3] << 64}
            made.state = {
                "bit_generator": kind,
                "state": state,
                "has_uint32": int(words[4]),
                "uinteger": int(words[5]),
            }
            return made, None
        if kind == "MT19937":
            position, has_gauss, gauss = words[:3]
            full = {
                "bit_generator": kind,
                "state": {"key": np.array(words[3:627], np.uint32), "pos": int(position)},
                "has_gauss": int(has_gauss),
                "gauss": struct.unpack("<d", struct.pack("<Q", gauss))[0],
            }
            made = np.random.MT19937(0)
            made.state = {"bit_generator": kind, "state": full["state"]}
            return made, full
    except (struct.error, ValueError, IndexError, TypeError, OverflowError):
        raise CannotReplayError("the kept state of its random number generator is damaged") from None
    raise CannotReplayError(f"generators of the kind {kind!r} are not replayed")
