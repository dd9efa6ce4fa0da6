"""Swaps that the compiler applies to what stands behind them, where it sees that: here they always are."""

from __future__ import annotations

from numscope.compiled.decompile.instructions import Instruction


def store_before_dropping(code: list[Instruction]) -> None:
    """Drop the value of a comprehension before its variables are restored, in place (3.12 on).

    The compiler does so unless the value gets there in several ways, which its own copies of the end no longer show.
    """
    targets = {instruction.target for instruction in code}
    for place, swap in enumerate(code):
        count = swap.arg if swap.op == "SWAP" and swap.raw == "SWAP" else 0
        following = code[place + 1 : place + 1 + count]
        if count < 2 or [one.op for one in following] != ["STORE"] * (count - 1) + ["POP"]:
            continue
        names = {one.arg for one in following[:-1]}
        jumped_to = any(place + 1 + number in targets for number in range(count))
        if len(names) == count - 1 and not jumped_to and all(scope == "fast" for scope, _ in names):
            code[place] = Instruction("JUMP", None, swap.offset, swap.raw, place + 1)
            first, last = place + 1, place + count
            code[first], code[last] = code[last], code[first]
