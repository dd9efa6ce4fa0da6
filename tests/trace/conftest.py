from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.trace.encoder import (
    ARGUMENT,
    ARRAY,
    BY_CALL,
    BY_OPERATOR,
    INT,
    KEPT,
    KEYWORD,
    NONE,
    OUTPUT,
    SCALAR,
    EncodedCall,
    EncodedOperand,
    ShardEncoder,
    write_manifest,
)

HASH = (0x0123456789ABCDEF, 0xFEDCBA9876543210)
HASH_TEXT = "fedcba98765432100123456789abcdef"


def small_shard() -> ShardEncoder:
    """a + b at line 3; np.mean(a, axis=0) at line 4 with add.reduce inside it; np.sqrt(a, axis=..) that raised."""
    shard = ShardEncoder()
    file, function, axis = shard.string("/nowhere/script.py"), shard.string("main"), shard.string("axis")
    line3 = shard.site(file, 3, function, BY_OPERATOR)
    line4 = shard.site(file, 4, function, BY_CALL)
    inside = shard.site(
        shard.string("/site-packages/numpy/_core/_methods.py"), 9, shard.string("_mean"), 1, True
    )
    add, mean, reduce, sqrt = (
        shard.operation(f"numpy.{name}") for name in ("add", "mean", "add.reduce", "sqrt")
    )
    float64 = shard.dtype("<f8", 8, "f")
    eight = shard.layout(float64, (8,), (8,), 64)
    scalar = shard.layout(float64, (), (), 8)
    shard.thread(77)
    shard.value(HASH, np.arange(8.0).tobytes(), eight)

    def array(role: int = 1, position: int = 0, address: int = 0x1000, **more: object) -> EncodedOperand:
        return EncodedOperand(ARRAY, role, position, layout=eight, address=address, **more)  # type: ignore[arg-type]

    kept = array(hash=HASH, flags=KEPT, statistics=(0.0, 7.0, 3.5, 2.29, 1, 0, 0, 0))
    shard.call(
        EncodedCall(
            *(0, add, 1000, 200, line3, line3),
            inputs=(kept, array(1, 1, 0x2000)),
            outputs=(
                array(OUTPUT, 0, 0x3000, owner=0x9000, hash=(5, 6), statistics=(1, 2, 1.5, 0.5, 0, 3, 2, 1)),
            ),
        )
    )
    shard.call(
        EncodedCall(
            *(2, reduce, 1300, 100, inside, line4, 1),
            depth=1,
            flags=0,
            inputs=(kept, EncodedOperand(NONE, ARGUMENT, KEYWORD, axis)),
            outputs=(EncodedOperand(SCALAR, OUTPUT, layout=scalar, inline=np.float64(28).tobytes()),),
        )
    )
    shard.call(
        EncodedCall(
            *(1, mean, 1200, 600, line4, line4),
            inputs=(kept, EncodedOperand(INT, ARGUMENT, KEYWORD, axis, value=0)),
            outputs=(EncodedOperand(SCALAR, OUTPUT, layout=scalar, inline=np.float64(3.5).tobytes()),),
        )
    )
    shard.call(
        EncodedCall(
            *(3, sqrt, 2000, 100, line4, line4),
            floating_point=8,
            inputs=(kept, EncodedOperand(INT, ARGUMENT, KEYWORD, axis, value=-1)),
            exception="TypeError: no axis für dich",
        )
    )
    return shard


def pending_shard() -> ShardEncoder:
    """Three additions whose operands' contents are told by number: 1 later, 2 earlier, 3 never."""
    shard = ShardEncoder()
    layout = shard.layout(shard.dtype("<f8", 8, "f"), (8,), (8,), 64)
    shard.operation("aten::add")
    shard.value(HASH, np.arange(8.0).tobytes(), layout)

    def array(role: int, number: int, flags: int = 0) -> EncodedOperand:
        return EncodedOperand(ARRAY, role, layout=layout, address=0x1000, flags=flags, pending=number)

    shard.call(EncodedCall(0, inputs=(array(1, 1, KEPT),), outputs=(array(OUTPUT, 2),)))
    shard.settled(1, HASH, (0.0, 7.0, 3.5, 2.29, 1, 0, 0, 0))
    shard.settled(2, None, (1.0, 2.0, 1.5, 0.5, 0, 3, 2, 1))
    shard.settled(9)
    shard.call(EncodedCall(1, inputs=(array(1, 2),), outputs=(array(OUTPUT, 3, KEPT),)))
    shard.settled(4, (5, 6))
    shard.call(EncodedCall(2, inputs=(array(1, 4), array(1, 1)), outputs=(array(OUTPUT, 9),)))
    return shard


@pytest.fixture
def small_trace(tmp_path: Path) -> Path:
    trace = tmp_path / "small.numscope"
    write_manifest(trace)
    small_shard().write_closed(trace / "processes" / "0-4194311")
    return trace
