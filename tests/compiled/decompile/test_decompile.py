"""The interface of the decompiler: what it takes, what it returns, what it refuses."""

from __future__ import annotations

import ast
import math
from types import CodeType

import pytest

from numscope.compiled.decompile import (
    Decompilation,
    DecompilationError,
    Verdict,
    decompile,
    decompile_verified,
)
from numscope.compiled.decompile.judge import looks_up_alike


def add(a, b=math.nan, *, c=(1, "x"), d=math.pi):
    """Add."""
    return a + b


def test_defaults_come_from_the_function_object() -> None:
    space: dict[str, object] = {}
    exec(decompile(add), space)
    made = space["add"]
    assert repr(made.__defaults__) == repr(add.__defaults__)  # type: ignore[attr-defined]
    assert made.__kwdefaults__ == add.__kwdefaults__  # type: ignore[attr-defined]
    assert made.__doc__ == "Add."


def test_a_default_without_a_literal_is_loud() -> None:
    def take(x=object()):  # noqa: B008
        return x

    text = decompile(take)
    assert "default_of_x" in text.splitlines()[0]
    with pytest.raises(NameError):
        exec(text, {})


def test_a_code_object_says_that_its_defaults_are_unknown() -> None:
    assert decompile(add.__code__).startswith("# from a code object")


def test_the_verdict_is_typed() -> None:
    found = decompile_verified(add)
    assert isinstance(found, Decompilation)
    assert found.verdict is Verdict.EQUAL
    assert found.difference == ""


def test_output_does_not_depend_on_what_was_decompiled_before() -> None:
    first = decompile(add)
    decompile(pytest.importorskip)
    assert decompile(add) == first


@pytest.mark.parametrize("thing", [len, "".join, object.__init__, 3, int])
def test_what_has_no_bytecode_is_refused_in_one_sentence(thing: object) -> None:
    with pytest.raises(DecompilationError) as caught:
        decompile(thing)
    assert "\n" not in str(caught.value)
    assert "bytecode" in str(caught.value)


def test_verification_sees_every_kind_of_difference() -> None:
    """The comparison is the judge of everything else here, so it must not be lenient."""
    from numscope.compiled.decompile.compare import difference

    def code(text: str):
        return compile(text, "f", "exec").co_consts[0]

    base = "def f(a, b):\n  for i in a:\n    try:\n      g(i, 1)\n    except E:\n      return b\n"
    assert difference(code(base), code(base)) == ""
    for old, new in [
        ("g(i, 1)", "g(i, 2)"),
        ("g(i, 1)", "g(i, 1.0)"),
        ("g(i, 1)", "g(1, i)"),
        ("g(i, 1)", "h(i, 1)"),
        ("except E", "except F"),
        ("return b", "return a"),
        ("return b", "break"),
        ("return b", "pass"),
        ("(a, b)", "(b, a)"),
        ("(a, b)", "(a, *b)"),
        ("in a", "in b"),
        (
            "      g(i, 1)\n    except E:\n      return b",
            "      pass\n    except E:\n      return b\n    g(i, 1)",
        ),
    ]:
        changed = base.replace(old, new, 1)
        assert changed != base
        assert difference(code(base), code(changed)), new


def test_jump_order_and_copies_do_not_count() -> None:
    from numscope.compiled.decompile.compare import difference

    one = compile("def f(a):\n  if a:\n    g()\n  else:\n    h()\n  return 1\n", "f", "exec").co_consts[0]
    two = compile(
        "def f(a):\n  if not a:\n    h()\n    return 1\n  g()\n  return 1\n", "f", "exec"
    ).co_consts[0]
    assert difference(one, two) == ""


def test_verify_raises_when_only_behaviour_is_assured(monkeypatch: pytest.MonkeyPatch) -> None:
    from numscope.compiled.decompile import api

    monkeypatch.setattr(api, "difference", lambda one, two: "somewhere")
    with pytest.raises(DecompilationError, match="somewhere"):
        decompile(add, verify=True)
    assert decompile_verified(add).verdict is Verdict.BEHAVIOUR


@pytest.mark.parametrize(("declared", "right"), [("global b; return b", True), ("return b", False)])
def test_a_loop_over_states_looks_every_name_up_where_the_function_did(declared: str, right: bool) -> None:
    """No run of such a loop is compared, so that one which gives an inner function another variable was taken."""
    source = "def judged__(b):\n    def g(): {}\n    return g"
    (code,) = (
        one
        for one in compile(source.format("global b; return b"), "f", "exec").co_consts
        if isinstance(one, CodeType)
    )
    (written,) = ast.parse(source.format(declared)).body
    assert looks_up_alike(code, written) == right
