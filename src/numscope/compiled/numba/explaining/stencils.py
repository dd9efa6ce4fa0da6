"""The kernel of a stencil that failed: Numba's errors about it name no line of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

from numscope.compiled.numba.explaining.edits import Edit
from numscope.compiled.numba.explaining.source import Source, definition_of
from numscope.probes.numba.adapter.compiler import kernel_function, stencil_options

Range = tuple[int, int]


@dataclass(frozen=True)
class Kernel:
    """A kernel's definition, the options of its `stencil`, and the types of what it was called with."""

    function: FunctionType
    definition: ast.FunctionDef
    source: Source
    options: Mapping[str, Any]
    types: Sequence[Any] = field(default=())

    @property
    def parameters(self) -> list[str]:
        """The names of the kernel's parameters."""
        return [one.arg for one in self.definition.args.args]

    def type_of(self, parameter: str) -> Any:
        """Return the type that a parameter was given, or None."""
        return dict(zip(self.parameters, self.types, strict=False)).get(parameter)

    @property
    def dimensions(self) -> int:
        """How many dimensions the array has that the stencil goes over; 0: it is none."""
        return int(getattr(self.types[0], "ndim", 0)) if self.types else 0

    def accesses(self) -> Iterator[ast.Subscript]:
        """Yield the places where the kernel indexes an array relative to the current element."""
        standard = self.options.get("standard_indexing", ())
        relative = {name for name in self.parameters if hasattr(self.type_of(name), "ndim")} - {*standard}
        for node in ast.walk(self.definition):
            if isinstance(node, ast.Subscript) and getattr(node.value, "id", "") in relative:
                yield node

    def decorator(self) -> ast.expr | None:
        """Return the decorator that makes the stencil."""
        for one in self.definition.decorator_list:
            called = one.func if isinstance(one, ast.Call) else one
            if self.source.text(called).rpartition(".")[2] == "stencil":
                return one
        return None


def kernel_in(error: BaseException | Warning) -> Kernel | None:
    """Return the kernel that Numba was working on when an error was raised; None: on no stencil of a file's."""
    found: Kernel | None = None
    trace = error.__traceback__
    while trace is not None:
        scope = trace.tb_frame.f_locals
        function = kernel_function(scope.get("self"))
        if function is not None:
            kinds = scope.get("argtys") or scope.get("args") or ()
            options = stencil_options(scope["self"])
            kinds = [kind for kind in kinds if type(kind).__module__.startswith("numba.")]
            found = _kernel(function, options, kinds or (found.types if found else ())) or found
        trace = trace.tb_next
    return found


def _kernel(function: Any, options: Mapping[str, Any], types: Sequence[Any]) -> Kernel | None:
    source = Source.of(function.__code__.co_filename)
    try:
        return Kernel(function, definition_of(source.tree, function), source, options, types)
    except LookupError:
        return None


def is_constant(access: ast.Subscript) -> bool:
    """Tell whether the index of an access is a number, or a tuple of numbers."""
    index = access.slice.elts if isinstance(access.slice, ast.Tuple) else [access.slice]
    return all(_range(one, {}) is not None and not isinstance(one, ast.Slice) for one in index)


def with_options(kernel: Kernel, **options: str) -> tuple[Edit, ...]:
    """Return the edit that gives a stencil's decorator these options, in place of those of the same names."""
    decorator, source = kernel.decorator(), kernel.source
    if decorator is None:
        return ()
    function = decorator.func if isinstance(decorator, ast.Call) else decorator
    given = [*decorator.args, *decorator.keywords] if isinstance(decorator, ast.Call) else []
    texts = [source.text(one) for one in given if getattr(one, "arg", None) not in options]
    texts += [f"{name}={value}" for name, value in options.items()]
    return (Edit(*source.replaced(decorator, f"{source.text(function)}({', '.join(texts)})")),)


def reach(kernel: Kernel, integers: Mapping[str, int]) -> tuple[Range, ...] | None:
    """Return the neighborhood of a kernel; None: an index is not known.

    integers: the values of arguments. An index may be a constant, an argument, the variable of a loop over a `range`,
    a slice, and sums of these.
    """
    known = {name: (value, value) for name, value in integers.items()}
    for loop in (node for node in ast.walk(kernel.definition) if isinstance(node, ast.For)):
        turns = _turns(loop, known)
        if turns is not None and isinstance(loop.target, ast.Name):
            known[loop.target.id] = turns
    found = [(0, 0)] * kernel.dimensions
    for access in kernel.accesses():
        index = access.slice.elts if isinstance(access.slice, ast.Tuple) else [access.slice]
        ranges = [_range(one, known) for one in index]
        if len(ranges) != kernel.dimensions:
            return None
        for axis, one in enumerate(ranges):
            if one is None:
                return None
            found[axis] = min(found[axis][0], one[0]), max(found[axis][1], one[1])
    return tuple(found)


def _turns(loop: ast.For, known: Mapping[str, Range]) -> Range | None:
    """Return the first and last value of a loop over a `range` whose step is 1."""
    call = loop.iter
    if not isinstance(call, ast.Call) or getattr(call.func, "id", "") not in ("range", "prange"):
        return None
    bounds = [_range(one, known) for one in call.args]
    first, last = ((0, 0), bounds[0]) if len(bounds) == 1 else (bounds[0], bounds[1])
    if len(bounds) > 2 or first is None or last is None:
        return None
    return first[0], last[1] - 1


def _range(node: ast.expr, known: Mapping[str, Range]) -> Range | None:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value, node.value
    if isinstance(node, ast.Name):
        return known.get(node.id)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _range(node.operand, known)
        return None if inner is None else (-inner[1], -inner[0])
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        left, right = _range(node.left, known), _range(node.right, known)
        if left is None or right is None:
            return None
        if isinstance(node.op, ast.Add):
            return left[0] + right[0], left[1] + right[1]
        return left[0] - right[1], left[1] - right[0]
    if isinstance(node, ast.Slice) and node.lower is not None and node.upper is not None:
        first, last = _range(node.lower, known), _range(node.upper, known)
        return None if first is None or last is None else (first[0], last[1] - 1)
    return None
