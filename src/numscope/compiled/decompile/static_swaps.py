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


def store_value_last(code: list[Instruction], ends: list[int]) -> None:
    """Take such a swap back where a comprehension's variables are restored before one of `ends`, in place.

    The value that is stored or dropped there may be chosen: the ways without a comprehension have nothing to restore.
    """
    targets = {instruction.target for instruction in code}
    cleared = {("fast", instruction.arg) for instruction in code if instruction.op == "LOAD_CLEAR"}
    for end in ends:
        first = end - 1
        while first > 0 and code[first].op == "STORE" and code[first].arg in cleared and first not in targets:
            first -= 1
        value, count = code[first], end - first
        stored = value.op == "POP" or (value.op == "STORE" and value.arg[0] == "fast")
        if count < 2 or not stored or end in targets:
            continue
        stores = code[first + 1 : end]
        swap = Instruction("SWAP", count, value.offset, "SWAP", -1, value.handler)
        jump = Instruction("JUMP", None, value.offset, value.raw, len(code), value.handler)
        code += [value, code[end]]
        code[first : end + 1] = [swap, *stores[-1:], *stores[:-1], jump]
