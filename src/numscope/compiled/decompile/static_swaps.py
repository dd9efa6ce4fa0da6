"""Swaps that the compiler applies to what stands behind them, where it sees that: here they always are."""

from __future__ import annotations

from numscope.compiled.decompile.instructions import Instruction


def store_before_swapped(code: list[Instruction]) -> None:
    """Drop or store a value before the values below it are stored, in place (3.12 on).

    The compiler does so unless the value gets there in several ways, which its own copies of the end no longer show.
    """
    targets = {instruction.target for instruction in code}
    for place, swap in enumerate(code):
        count = swap.arg if swap.op == "SWAP" and swap.raw == "SWAP" else 0
        following = code[place + 1 : place + 1 + count]
        stored = [one.arg for one in following if one.op == "STORE" and one.arg[0] == "fast"]
        dropped = count > 1 and len(following) == count and following[-1].op == "POP"
        if count < 2 or len(stored) != count - dropped or len(set(stored)) != len(stored):
            continue
        if not any(place + 1 + number in targets for number in range(count)):
            code[place] = Instruction("JUMP", None, swap.offset, swap.raw, place + 1)
            first, last = place + 1, place + count
            code[first], code[last] = code[last], code[first]
