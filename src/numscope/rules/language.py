"""From a rule's text to a function: Python's own grammar, of which only what is listed here is let through.

Nothing of the text is ever run: each piece of its syntax tree becomes a closure over the values that `facts` names.
"""

from __future__ import annotations

import ast
import difflib
import operator
import re
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from numscope.rules import dtypes
from numscope.rules.errors import RuleError
from numscope.rules.facts import (
    ARRAY_NAMES,
    OF_RESULTS_ONLY,
    OPERATION_NAMES,
    ArrayFacts,
    Name,
    OperationFacts,
    Value,
)
from numscope.rules.ready_made import READY_MADE
from numscope.rules.units import spell_out

_LONGEST = 2000
_DEEPEST = 50

_ARITHMETIC: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Mod: operator.mod,
}
_COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_FUNCTIONS: dict[str, Callable[..., Any]] = {"abs": abs, "min": min, "max": max}


class UnknownValueError(Exception):
    """A value that a rule asks for is not known."""


# What a rule is asked about at once: the operation, one result, and one input if it speaks of inputs.
_Scope = tuple[OperationFacts, Any, Any]


@dataclass(frozen=True)
class _Piece:
    """A part of a rule. kind: number, truth, dtype or text."""

    kind: str
    value: Callable[[_Scope], Any]


@dataclass(frozen=True)
class Match:
    """That a rule holds: the result it holds for, and what the rule's names were then."""

    output: ArrayFacts | None
    values: dict[str, Value]


class Rule:
    """A rule, ready to be asked. text: as the user wrote it; expression: what that means."""

    def __init__(self, text: str) -> None:
        """Raises RuleError, which names what can't be read."""
        self.text = " ".join(text.split())
        self.expression = READY_MADE[self.text][0] if self.text in READY_MADE else self.text
        self.names: dict[str, Callable[[_Scope], Value]] = {}
        self._holds = _Reader(self).read()
        spoken_of = {name.partition(".")[0] for name in self.names}
        self._of_inputs = "input" in spoken_of
        self._of_arrays = bool(spoken_of - OPERATION_NAMES.keys())

    def ask(self, operation: OperationFacts) -> Match | None:
        """Return for which result the rule holds; None for none.

        It holds for an operation if it holds for one of its results and, where it speaks of inputs, one of its inputs.
        Raises UnknownValueError where that is not known: what the rule asks for was not recorded.
        """
        unknown = False
        outputs: Iterable[ArrayFacts | None] = operation.outputs if self._of_arrays else (None,)
        inputs: Iterable[ArrayFacts | None] = operation.inputs if self._of_inputs else (None,)
        for output in outputs:
            for given in inputs:
                scope = (operation, output, given)
                try:
                    if self._holds(scope):
                        return Match(output, self._shown(scope))
                except UnknownValueError:
                    unknown = True
                except (ZeroDivisionError, OverflowError):
                    continue  # 0 / 0 is no number that a rule could hold for
        if unknown:
            raise UnknownValueError
        return None

    def _shown(self, scope: _Scope) -> dict[str, Value]:
        """What the rule's names are, but for those that every line about it says anyway."""
        values = {
            name: read(scope) for name, read in self.names.items() if name not in ("dtype", "name", "size")
        }
        return {name: value for name, value in values.items() if not isinstance(value, bool)}

    def __repr__(self) -> str:
        return f"<rule {self.text}>"


class _Reader:
    """Makes closures of the syntax tree of one rule."""

    def __init__(self, rule: Rule) -> None:
        self._rule = rule

    def read(self) -> Callable[[_Scope], Any]:
        text = self._rule.expression
        if not text or len(text) > _LONGEST:
            raise RuleError("a rule is empty" if not text else f"a rule is longer than {_LONGEST} characters")
        if re.fullmatch(r"[a-z]+-[a-z]+", text) and difflib.get_close_matches(text, READY_MADE, cutoff=0.8):
            self._unknown(text, READY_MADE)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # the compiler's remarks on what the text means
                tree = ast.parse(spell_out(text), mode="eval").body
        except (SyntaxError, RecursionError, MemoryError):
            raise RuleError(f"the rule '{text}' is no expression such as 'mean > 10'") from None
        except ValueError as error:
            raise (
                error if isinstance(error, RuleError) else RuleError(f"the rule {text!r} can't be read")
            ) from None
        piece = self._piece(tree, 0)
        if piece.kind != "truth":
            if isinstance(tree, ast.Name) or "-" in text:
                raise RuleError(
                    f"the rule '{text}' says no condition: compare it with something, such as '{text} > 10'"
                )
            raise RuleError(
                f"the rule '{text}' gives a {piece.kind}, not yes or no: compare it with something"
            )
        return piece.value

    def _piece(self, node: ast.expr, depth: int) -> _Piece:
        if depth > _DEEPEST:
            raise RuleError(f"the rule '{self._rule.text}' is nested too deeply")
        made = {
            ast.BoolOp: self._all_or_any,
            ast.UnaryOp: self._unary,
            ast.BinOp: self._arithmetic,
            ast.Compare: self._comparison,
            ast.Call: self._call,
            ast.Name: self._name,
            ast.Attribute: self._attribute,
            ast.Constant: self._constant,
        }.get(type(node))
        if made is None:
            raise self._refused(node)
        piece: _Piece = made(node, depth + 1)  # type: ignore[operator]
        return piece

    def _refused(self, node: ast.AST) -> RuleError:
        return RuleError(
            f"'{ast.unparse(node)}' in the rule '{self._rule.text}' is not part of the language of rules: "
            "there are and, or, not, comparisons, in, + - * / %, abs, min, max, numbers, texts and names"
        )

    def _wanted(self, node: ast.expr, kind: str, depth: int) -> Callable[[_Scope], Any]:
        piece = self._piece(node, depth)
        if piece.kind != kind:
            raise RuleError(
                f"'{ast.unparse(node)}' in the rule '{self._rule.text}' is a {piece.kind}, where a {kind} is needed"
            )
        return piece.value

    def _all_or_any(self, node: ast.BoolOp, depth: int) -> _Piece:
        parts = [self._wanted(value, "truth", depth) for value in node.values]
        if isinstance(node.op, ast.And):
            return _Piece("truth", lambda scope: all(part(scope) for part in parts))
        return _Piece("truth", lambda scope: any(part(scope) for part in parts))

    def _unary(self, node: ast.UnaryOp, depth: int) -> _Piece:
        if isinstance(node.op, ast.Not):
            part = self._wanted(node.operand, "truth", depth)
            return _Piece("truth", lambda scope: not part(scope))
        if isinstance(node.op, (ast.USub, ast.UAdd)):
            part = self._wanted(node.operand, "number", depth)
            return _Piece("number", part if isinstance(node.op, ast.UAdd) else lambda scope: -part(scope))
        raise self._refused(node)

    def _arithmetic(self, node: ast.BinOp, depth: int) -> _Piece:
        compute = _ARITHMETIC.get(type(node.op))
        if compute is None:
            raise self._refused(node)
        left, right = self._wanted(node.left, "number", depth), self._wanted(node.right, "number", depth)
        return _Piece("number", lambda scope: compute(left(scope), right(scope)))

    def _comparison(self, node: ast.Compare, depth: int) -> _Piece:
        sides = [node.left, *node.comparators]
        parts = [
            self._compare(first, how, second, depth)
            for first, how, second in zip(sides, node.ops, sides[1:], strict=False)
        ]
        return (
            parts[0] if len(parts) == 1 else _Piece("truth", lambda scope: all(p.value(scope) for p in parts))
        )

    def _compare(self, left: ast.expr, how: ast.cmpop, right: ast.expr, depth: int) -> _Piece:
        if isinstance(how, (ast.In, ast.NotIn)):
            if not isinstance(right, (ast.Tuple, ast.List)):
                raise self._refused(right)
            equal = [self._compare(left, ast.Eq(), one, depth).value for one in right.elts]
            inside = isinstance(how, ast.In)
            return _Piece("truth", lambda scope: any(one(scope) for one in equal) == inside)
        compare = _COMPARISONS.get(type(how))
        if compare is None:
            raise self._refused(ast.Compare(left, [how], [right]))
        first, second = self._piece(left, depth), self._piece(right, depth)
        kinds = {first.kind, second.kind}
        if kinds == {"dtype", "text"}:
            first, second = self._as_dtype(left, first), self._as_dtype(right, second)
            kinds = {"dtype"}
        if len(kinds) > 1 or (kinds != {"number"} and not isinstance(how, (ast.Eq, ast.NotEq))):
            raise RuleError(
                f"in the rule '{self._rule.text}' a {first.kind} ('{ast.unparse(left)}') can't be compared "
                f"in this way with a {second.kind} ('{ast.unparse(right)}')"
            )
        if kinds == {"text"}:
            same = isinstance(how, ast.Eq)
            return _Piece("truth", lambda scope: fnmatchcase(first.value(scope), second.value(scope)) == same)
        one, other = first.value, second.value
        return _Piece("truth", lambda scope: compare(one(scope), other(scope)))

    def _as_dtype(self, node: ast.expr, piece: _Piece) -> _Piece:
        if piece.kind == "dtype":
            return piece
        if not isinstance(node, ast.Constant) or node.value not in dtypes.NAMES:
            self._unknown(str(getattr(node, "value", ast.unparse(node))), dtypes.NAMES)
        name = dtypes.spoken(str(node.value))  # type: ignore[attr-defined]
        return _Piece("dtype", lambda scope: name)

    def _call(self, node: ast.Call, depth: int) -> _Piece:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if (
            name not in _FUNCTIONS
            or node.keywords
            or not node.args
            or (name == "abs") != (len(node.args) == 1)
        ):
            raise self._refused(node)
        parts = [self._wanted(part, "number", depth) for part in node.args]
        function = _FUNCTIONS[name]
        return _Piece("number", lambda scope: function(*(part(scope) for part in parts)))

    def _name(self, node: ast.Name, depth: int) -> _Piece:
        name = node.id
        if name in OPERATION_NAMES:
            return self._fact(name, OPERATION_NAMES[name], 0)
        if name in ARRAY_NAMES:
            return self._of_array(name, "output", name)
        if name in dtypes.NAMES:
            meant = dtypes.spoken(name)
            return _Piece("dtype", lambda scope: meant)
        return self._unknown(
            name, [*OPERATION_NAMES, *ARRAY_NAMES, *dtypes.NAMES, *READY_MADE, "input", "output"]
        )

    def _attribute(self, node: ast.Attribute, depth: int) -> _Piece:
        whose = node.value.id if isinstance(node.value, ast.Name) else ""
        if whose not in ("input", "output"):
            raise self._refused(node)
        if node.attr not in ARRAY_NAMES:
            self._unknown(node.attr, ARRAY_NAMES)
        if whose == "input" and node.attr in OF_RESULTS_ONLY:
            raise RuleError(
                f"'input.{node.attr}' in the rule '{self._rule.text}': only of results that is known"
            )
        return self._of_array(f"{whose}.{node.attr}", whose, node.attr)

    def _of_array(self, shown: str, whose: str, name: str) -> _Piece:
        fact = ARRAY_NAMES[name]
        return self._fact(shown, fact, 2 if whose == "input" else 1)

    def _fact(self, shown: str, fact: Name, place: int) -> _Piece:
        read = fact.read
        self._rule.names[shown] = lambda scope: read(scope[place])

        def known(scope: _Scope) -> Value:
            value = read(scope[place])
            if value is None:
                raise UnknownValueError
            return value

        return _Piece(fact.kind, known)

    def _constant(self, node: ast.Constant, depth: int) -> _Piece:
        value = node.value
        if isinstance(value, bool):
            return _Piece("truth", lambda scope: value)
        if isinstance(value, (int, float)):
            number = float(value) if abs(value) < 1e300 else value
            return _Piece("number", lambda scope: number)
        if isinstance(value, str):
            return _Piece("text", lambda scope: value)
        raise self._refused(node)

    def _unknown(self, name: str, names: Iterable[str]) -> _Piece:
        near = difflib.get_close_matches(name, sorted(set(names)), n=3, cutoff=0.6)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        raise RuleError(f"the rule '{self._rule.text}' names '{name}', which is unknown{hint}")


def read_rule(text: str) -> Rule:
    """Return the rule that `text` is: an expression, or the name of one that is ready made. Raises RuleError."""
    return Rule(text)
