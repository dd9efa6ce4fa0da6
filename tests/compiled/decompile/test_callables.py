"""What is no function but is called like one: the text is that of the function a call runs."""

from __future__ import annotations

import functools
from typing import Any

import pytest

from numscope.compiled.decompile import DecompilationError, decompile


def scale(x: Any, y: Any = 2) -> Any:
    return x * y


class Scaled:
    def __call__(self, x: Any) -> Any:
        return x * 2

    cached = functools.lru_cache(scale)
    fixed = functools.partialmethod(scale, y=3)


def ran(text: str) -> Any:
    space: dict[str, Any] = {"Any": Any}
    exec(text, space)
    return space["scale"]


@pytest.mark.parametrize(
    ("subject", "remark"),
    [
        (functools.partial(scale, 1), "# called by a partial that fixes 1 positional argument\n"),
        (functools.partial(scale, 1, y=2), "# called by a partial that fixes 1 positional argument and y\n"),
        (functools.partial(scale), "# called by a partial that fixes nothing\n"),
        (functools.lru_cache(scale), "# wrapped by functools._lru_cache_wrapper\n"),
        (Scaled.__dict__["fixed"], "# called by a partialmethod that fixes y\n"),
        (staticmethod(scale), ""),
        (classmethod(scale), ""),
    ],
)
def test_the_function_behind_it_is_written_and_said_to_be(subject: Any, remark: str) -> None:
    text = decompile(subject)
    assert text == remark + decompile(scale)
    assert ran(text)(3) == 6


def test_layers_are_remarked_on_from_the_outside() -> None:
    text = decompile(functools.partial(functools.lru_cache(scale), y=4))
    assert [line for line in text.splitlines() if line[0] == "#"] == [
        "# called by a partial that fixes y",
        "# wrapped by functools._lru_cache_wrapper",
    ]


def test_a_callable_object_gives_the_call_of_its_class() -> None:
    assert decompile(Scaled()).startswith("# the __call__ of Scaled\ndef __call__(self, x")
    assert "x * 2" in decompile(functools.partial(Scaled(), 1))


@pytest.mark.parametrize("subject", [functools.partial(len, "x"), functools.lru_cache(len), property(scale)])
def test_what_leads_to_no_python_function_is_refused(subject: Any) -> None:
    with pytest.raises(DecompilationError, match="bytecode"):
        decompile(subject)


def test_an_endless_chain_of_calls_is_refused() -> None:
    chain = functools.partial(len)
    for _ in range(50):
        chain = functools.partial(Scaled(), chain)
    assert "x * 2" in decompile(chain)
    looped = type("Looped", (), {"__wrapped__": property(lambda self: self), "__call__": len})
    with pytest.raises(DecompilationError):
        decompile(looped())
