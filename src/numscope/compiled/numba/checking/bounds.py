"""Bounds checks that say where, which index and which size; Numba's own say only that some index is wrong."""

from __future__ import annotations

import contextlib
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from numscope.probes.numba.adapter.compiler import core, numba_types
from numscope.probes.numba.adapter.patches import Patches
from numscope.user_code import is_user_file

_TEXT = "index out of bounds: index, axis, size"


@dataclass(frozen=True)
class BoundsError:
    """An access outside an array, read from the exception a loud bounds check raises."""

    file: str | None
    line: int | None
    index: int
    axis: int
    size: int

    @classmethod
    def read(cls, error: IndexError) -> BoundsError | None:
        """The access, or None when the error is another one's."""
        if len(error.args) != 4 or error.args[0] != _TEXT:
            return None
        frames = [f for f in traceback.extract_tb(error.__traceback__) if is_user_file(f.filename)]
        place = (frames[-1].filename, frames[-1].lineno) if frames else (None, None)
        return cls(*place, *(int(value) for value in error.args[1:]))

    @property
    def sentence(self) -> str:
        """The access in words."""
        where = f" along axis {self.axis}" if self.axis > 0 else ""
        return f"index {self.index} is outside an array that has {self.size} items{where}"


@contextlib.contextmanager
def loud_bounds() -> Iterator[None]:
    """Functions compiled inside raise bounds errors with the line and the values."""
    places: list[Any] = []

    def around_lower(original: Callable[..., Any]) -> Callable[..., Any]:
        def lower_inst(lowerer: Any, statement: Any) -> Any:
            places.append((lowerer.loc, lowerer.func_ir.func_id.func_name))
            try:
                return original(lowerer, statement)
            finally:
                places.pop()

        return lower_inst

    def instead(original: Callable[..., Any]) -> Callable[..., Any]:
        def do_boundscheck(context: Any, builder: Any, index: Any, size: Any, axis: Any = None) -> None:
            place, function = places[-1] if places else (None, None)
            _check(context, builder, index, size, axis, place, function)

        return do_boundscheck

    with Patches() as patches:
        patches.wrap("lower_inst", around_lower)
        patches.wrap("do_boundscheck", instead)
        yield


def _check(context: Any, builder: Any, index: Any, size: Any, axis: Any, place: Any, function: Any) -> None:
    cgutils = core("cgutils")

    types = numba_types()
    kind = {64: types.int64, 32: types.int32}[index.type.width]
    number = index.type(-1 if axis is None else axis) if axis is None or isinstance(axis, int) else axis
    for wrong in (builder.icmp_signed(">=", index, size), builder.icmp_signed("<", index, index.type(0))):
        with cgutils.if_unlikely(builder, wrong):
            context.call_conv.return_dynamic_user_exc(
                builder,
                IndexError,
                (_TEXT, index, number, size),
                (None, kind, kind, kind),
                loc=place,
                func_name=function,
            )
