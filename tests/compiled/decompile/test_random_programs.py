"""Whatever is compiled, or put together out of legal jumps, does the same after a round trip."""

from __future__ import annotations

import contextlib
import gc
import random
import sys
import types
import warnings

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.compiled.decompile.random_programs import Program
from tests.compiled.decompile.recording_mocks import differences

from numscope.compiled.decompile import DecompilationError, Verdict, decompile_verified
from numscope.compiled.decompile.recompile import recompile

DIFFERENT_SHAPE_RUNS = 25


def compiled(source: str) -> types.CodeType:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module = compile(source, "random", "exec")
    return next(constant for constant in module.co_consts if isinstance(constant, types.CodeType))


def check(code: types.CodeType) -> None:
    found = decompile_verified(code)
    runs = 3 if found.verdict is Verdict.EQUAL else DIFFERENT_SHAPE_RUNS
    gc.disable()  # When garbage is collected is no behaviour of the function.
    try:
        assert differences(code, recompile(found.source, code), runs)[1] == "", found.source
    finally:
        gc.enable()


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.integers(0, 1_000_000))
def test_a_random_program_behaves_the_same(seed: int) -> None:
    source = Program(seed).source()
    try:
        code = compiled(source)
    except SyntaxError:
        assume(False)
    with contextlib.suppress(DecompilationError):  # How often that may be is the next test's business.
        check(code)


def test_most_random_programs_are_decompiled() -> None:
    failed = total = 0
    for seed in range(60):
        try:
            code = compiled(Program(seed).source())
        except SyntaxError:
            continue
        total += 1
        try:
            decompile_verified(code)
        except DecompilationError:
            failed += 1
    assert failed <= total * 0.05


def assembled(seed: int) -> types.CodeType:
    """Put a function together of blocks that call `note` and jump anywhere, out of CPython 3.11's opcodes."""
    import dis

    dice = random.Random(seed)
    count = dice.randrange(2, 9)
    op = dis.opmap
    # note(number): 9 code units with the caches of 3.11; then a conditional and an unconditional jump.
    size = 6 + 1 + 2 + 5 + 2 + 2
    out: list[int] = [op["RESUME"], 0]

    def jump(forward: str, backward: str, target: int) -> list[int]:
        here = len(out) // 2 + 2
        distance = 1 + target * size - here
        name = forward if distance >= 0 else backward
        return [op["EXTENDED_ARG"], abs(distance) >> 8, op[name], abs(distance) & 255]

    for number in range(count):
        out += [op["LOAD_GLOBAL"], 1, *[0, 0] * 5, op["LOAD_CONST"], number]
        out += [op["PRECALL"], 1, 0, 0, op["CALL"], 1, *[0, 0] * 4]
        if number == count - 1 or dice.random() < 0.15:
            out += [op["RETURN_VALUE"], 0, *[op["NOP"], 0] * 3]
            continue
        out += jump("POP_JUMP_FORWARD_IF_TRUE", "POP_JUMP_BACKWARD_IF_TRUE", dice.randrange(count))
        out += jump("JUMP_FORWARD", "JUMP_BACKWARD", dice.randrange(count))
    template = compiled("def f(a):\n    return note(a)")
    return template.replace(
        co_code=bytes(out),
        co_consts=tuple(range(count)),
        co_stacksize=6,
        co_exceptiontable=b"",
        co_linetable=b"",
    )


@pytest.mark.skipif(
    sys.version_info[:2] != (3, 11), reason="the opcodes put together here are CPython 3.11's"
)
@settings(max_examples=80, deadline=None, derandomize=True)
@given(st.integers(0, 1_000_000))
def test_jumps_no_statement_explains_become_states(seed: int) -> None:
    check(assembled(seed))


@pytest.mark.skipif(
    sys.version_info[:2] != (3, 11), reason="the opcodes put together here are CPython 3.11's"
)
def test_a_loop_with_two_entries_is_a_loop_with_a_state() -> None:
    sources = [decompile_verified(assembled(seed)).source for seed in range(40)]
    assert any("stack_state = 0" in source for source in sources)
    assert any("stack_state" not in source for source in sources)
