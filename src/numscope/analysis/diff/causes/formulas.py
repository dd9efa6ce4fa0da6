"""Formulas of the same quantities that are put together otherwise: `(a + b) / c` for `a + b / c`.

Read in the text alone, so that it finds what plain Python computes, of which nothing is recorded. Whether two formulas
are the same is no question of their text: both are computed with the same numbers in place of the quantities.
"""

from __future__ import annotations

import ast
import itertools
import math
import operator
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from numscope.analysis.concepts.syntax import imported_modules, last_name, parsed
from numscope.analysis.diff.program_change import SourceChange
from numscope.trace import Trace

# The order of two operands is chosen freely where a square, an absolute value or a sign follows.
_FEWEST_QUANTITIES = 3
_DRAWS = 3
_ROUNDED = 1e-9
_OPERATORS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.MatMult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}
_FUNCTIONS: dict[str, Callable[..., float]] = {
    name: getattr(math, name) for name in ("sqrt", "exp", "log", "log10", "log2", "sin", "cos", "tan", "tanh")
} | {"abs": abs, "max": max, "min": min, "float": float, "square": lambda number: number * number}


def formula(first: Trace, second: Trace) -> SourceChange | None:
    """Return the one line of the second program that puts the quantities of a formula of the first together otherwise.

    None if both say the same but for a sign, or if several lines differ so.
    """
    before, after = _formulas(first), _formulas(second)
    found = {
        new.place: (old, new)
        for quantities, news in after.items()
        for old in before.get(quantities, ())
        if not any(map(old.same, news))
        for new in news
        if not any(map(new.same, before[quantities]))
    }
    if len(found) != 1:
        return None
    ((old, new),) = found.values()
    texts = tuple(trace.sources.line(*one.place).strip() for trace, one in ((first, old), (second, new)))
    return SourceChange(None, None, *new.place, (texts[0], texts[1]))


@dataclass(frozen=True)
class _Formula:
    """place: its file and line. results: what it gives for several draws of its quantities."""

    place: tuple[str, int]
    results: tuple[float, ...]

    def same(self, other: _Formula) -> bool:
        return any(
            all(
                math.isclose(one, sign * another, rel_tol=_ROUNDED)
                for one, another in zip(self.results, other.results, strict=True)
            )
            for sign in (1, -1)
        )


def _formulas(trace: Trace) -> dict[tuple[str, ...], list[_Formula]]:
    """Return a program's formulas by what they are made of; names of numbers count once as names, once as numbers."""
    found: dict[tuple[str, ...], list[_Formula]] = defaultdict(list)
    for file in trace.sources.files():
        tree = parsed(trace.sources.text(file) or "")
        numbers, modules = dict(_numbers(tree)), imported_modules(tree)
        formulas = [node for node in ast.walk(tree) if isinstance(node, ast.BinOp)]
        for node, known in itertools.product(formulas, [{}, numbers] if numbers else [{}]):
            draws = [Draw(number, known, modules) for number in range(_DRAWS)]
            try:
                results = tuple(float(one.value(node)) for one in draws)
            except (ValueError, ArithmeticError, TypeError):
                continue
            quantities = tuple(sorted(draws[0].quantities))
            if len(set(quantities)) >= _FEWEST_QUANTITIES and all(map(math.isfinite, results)):
                found[quantities].append(_Formula((file, node.lineno), results))
    return found


def _numbers(tree: ast.Module) -> Iterator[tuple[str, float]]:
    """Yield the names that a program gives to numbers outside of its functions."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            number = node.value.value
            if type(number) in (int, float) and isinstance(node.targets[0], ast.Name):
                yield node.targets[0].id, float(number)  # type: ignore[arg-type]


@dataclass
class Draw:
    """Computes formulas with numbers in place of names. quantities: those that were asked for, each time."""

    draw: int
    numbers: dict[str, float]
    modules: set[str]
    quantities: list[str] = field(default_factory=list)

    def value(self, node: ast.expr) -> float:
        """Return what an expression gives. Raises ValueError for one that is no formula."""
        if isinstance(node, ast.Constant) and type(node.value) in (int, float):
            return self._number(float(node.value))  # type: ignore[arg-type]
        if isinstance(node, ast.Name) and node.id in self.numbers:
            return self._number(self.numbers[node.id])
        if isinstance(node, (ast.Name, ast.Attribute)):
            return self._quantity(last_name(node).lower().strip("_"))
        if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
            return _OPERATORS[type(node.op)](self.value(node.left), self.value(node.right))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return -self.value(node.operand)
        if isinstance(node, ast.Subscript):
            return self._part(node)
        if isinstance(node, ast.Call) and not node.keywords:
            return self._called(node)
        raise ValueError

    def _number(self, number: float) -> float:
        self.quantities.append(f"{number:g}")
        return number

    def _quantity(self, name: str) -> float:
        self.quantities.append(name)
        return self._chosen(name)

    def _chosen(self, name: str) -> float:
        return random.Random(f"{name} {self.draw}").uniform(0.5, 2.0)

    def _part(self, node: ast.Subscript) -> float:
        """Return an item. One that is asked for by a text is the attribute of this name in another program.

        Any other is the same as the whole: what one program computes in a loop is array arithmetic in the other.
        """
        if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
            return self._quantity(node.slice.value.lower())
        return self.value(node.value)

    def _called(self, node: ast.Call) -> float:
        name, given = last_name(node.func), [self.value(one) for one in node.args]
        if isinstance(node.func, ast.Attribute) and not _is_module(node.func.value, self.modules):
            given.insert(0, self.value(node.func.value))
        self.quantities.append(f"{name}()")
        if name in _FUNCTIONS and given:
            return _FUNCTIONS[name](*given)
        return self._unknown(name, given)

    def _unknown(self, function: str, given: list[float]) -> float:
        """Return a number that is the same for the same numbers given to a function."""
        turned = sum((place + 1) * number for place, number in enumerate(given))
        return 1.5 + math.sin(turned + 10 * self._chosen(function))


def _is_module(node: ast.expr, modules: set[str]) -> bool:
    return isinstance(node, ast.Name) and node.id in modules
