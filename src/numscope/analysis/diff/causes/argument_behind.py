"""Which line gives a number that an operation is called with, when the first program calls it with another.

`BatchNorm1d(12, momentum=0.9)` is written where a model is built, and is an argument of the operations of each step;
`corner = hz / RATE` is computed in plain Python, of which nothing is recorded, before `butter(order, corner)`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from numscope.analysis.concepts.constants import Constants, numbers_written
from numscope.analysis.concepts.number_flow import came_from, names_in
from numscope.analysis.concepts.operand_expressions import alternatives
from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.syntax import parsed
from numscope.analysis.diff.causes.makers import elements_read
from numscope.analysis.diff.inner_calls import known_contents
from numscope.analysis.diff.program_change import SourceChange
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation, Site, Trace

_NUMBERS = ("int", "float")
_GIVEN = "select 1 from operand_contents where real = ? limit 1"
_INDEXED = "select id from operations where name = ? and depth = 0 and id <> ? order by id limit 2000"
_WHOLE = re.compile(r"\d{2,}")  # smaller numbers are everywhere
_SAME = """
    select distinct id from operations join operand_contents on operation = id
    where operations.name = ? and hash_high = ? and hash_low = ? order by id limit 500
"""


def argument_behind(parted: Operation, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program that gives the number by which its call differs from the first's.

    None if the first has no such operation of the same first array, if both were called alike or with several other
    numbers, or if the number stands at the line of the call, or can't be followed to one line.
    """
    for called in (parted, *elements_read(parted, second)):
        found = _behind(called, first, second)
        if found is not None:
            return found
    return _computed(parted, first, second)


def _computed(parted: Operation, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line that computes a number for arithmetic, which neither the first run nor any text has."""
    site = parted.user_site or parted.site
    if site is None:
        return None
    numbers = [one for one in parted.inputs if one.kind == "float" and not _value(one).is_integer()]
    new = [one for one in numbers if not _is_known(_value(one), first, second)]
    lines = [_given_at(one, parted, site, first, second) for one in new]
    made = next((one for one in lines if one is not None and one.place != site.place), None)
    return None if made is None else SourceChange(None, None, *made.place, ("", made.source))


def _is_known(number: float, first: Trace, second: Trace) -> bool:
    texts = [trace.sources.text(file) or "" for trace in (first, second) for file in trace.sources.files()]
    written = {abs(one) for text in texts for one in numbers_written(parsed(text))}
    return abs(number) in written or bool(first.ask(_GIVEN, [number]).num_rows)


def _behind(called: Operation, first: Trace, second: Trace) -> SourceChange | None:
    site = called.user_site or called.site
    others = _same_inputs(called, first)
    changed = _changed([number for one in others for number in _numbers(one)], _numbers(called))
    if site is None or changed is None:
        return None if site is None else _index_behind(called, site, others, first, second)
    made = _given_at(changed, called, site, first, second) or _only_line(second, changed, site)
    if made is None or made.place == site.place:
        return None
    old = _only_line_of(first, others[0], changed)
    text = "" if old is None else old.source
    return SourceChange(None, None, *made.place, (text, made.source))


def _index_behind(
    called: Operation, site: Site, others: list[Operation], first: Trace, second: Trace
) -> SourceChange | None:
    """Return the line that gives a number of an index or a slice, which the first program takes with others."""
    before = {repr(one.literal) for other in others for one in other.operands if one.kind == "literal"}
    new = [one for one in called.operands if one.kind == "literal" and repr(one.literal) not in before]
    if len(new) != 1 or not before or not called.traits & Trait.READS_PART:
        return None
    program = program_of(second, site)
    tree, at = program.tree, program.line(site)
    given = [one[new[0].position] for one in alternatives(called, tree, at) if new[0].position in one]
    sources = [
        source
        for index in given
        for name in names_in(index)
        if (source := _source(tree, name, at)) is not None and not _says(first, source)
    ]
    if len({one.lineno for one in sources}) != 1 or _serves_elsewhere(new[0], called, first, second):
        return None
    made = program.site(sources[0].lineno, site)
    return SourceChange(None, None, *made.place, ("", made.source))


def _serves_elsewhere(index: Operand, called: Operation, first: Trace, second: Trace) -> bool:
    """Return whether another index with the same number takes what the first program has: then the number is right.

    `order[-held:]` is the part that was meant, and `order[:held]` is not.
    """
    number = set(_WHOLE.findall(str(index.literal)))
    ids = second.ask(_INDEXED, [called.name, called.id])["id"].to_pylist()
    others = [
        one
        for one in second.operations.fetch(ids)
        if any(
            given.kind == "literal" and number & set(_WHOLE.findall(str(given.literal)))
            for given in one.operands
        )
    ]
    taken = {made.hash for one in others for made in one.outputs if made.hash is not None and made.shape}
    return bool(number) and bool(known_contents(first, taken))


def _says(trace: Trace, expression: ast.expr) -> bool:
    """Return whether the program of a trace has an expression."""
    return any(ast.dump(node) == ast.dump(expression) for node in ast.walk(program_of(trace).tree))


def same_input(parted: Operation, first: Trace) -> Operation | None:
    """Return the first operation of this name that reads the same array first, or no array as `parted` does."""
    return next(iter(_same_inputs(parted, first)), None)


def _same_inputs(called: Operation, first: Trace) -> list[Operation]:
    given = next((operand.hash for operand in called.inputs if operand.hash is not None), None)
    if given is None:
        other = _without_arrays(called, first)
        return [] if other is None else [other]
    where = [called.name, int(given[:16], 16), int(given[16:], 16)]
    return first.operations.fetch(first.ask(_SAME, where)["id"].to_pylist())


def _without_arrays(parted: Operation, first: Trace) -> Operation | None:
    """Return the only operation of a name, if it was given no array."""
    found = first.ask("select id from operations where name = ? and depth = 0 limit 2", [parted.name])
    numbers = found["id"].to_pylist()
    other = first.operations[numbers[0]] if len(numbers) == 1 else None
    return None if other is None or any(one.hash is not None for one in other.inputs) else other


def _numbers(operation: Operation) -> list[Operand]:
    """Return the plain numbers that an operation was called with."""
    given = [one for one in operation.operands if one.role == "argument" and not one.is_array()]
    return [one for one in given if one.kind in _NUMBERS]


def _changed(before: list[Operand], after: list[Operand]) -> Operand | None:
    """Return the one number that the second call was given and the first was not, if there is one."""
    known = [_value(one) for one in before]
    new = [one for one in after if _value(one) not in known]
    return new[0] if len(new) == 1 and before else None


def _value(operand: Operand) -> float:
    return float(operand.literal)  # type: ignore[arg-type]


def _given_at(number: Operand, parted: Operation, site: Site, first: Trace, second: Trace) -> Site | None:
    """Return the line that gives an argument: which computes it, or writes a number that the first program has not."""
    program = program_of(second, site)
    tree, at = program.tree, program.line(site)
    key = number.name or "" if number.position is None else number.position
    given = [one[key] for one in alternatives(parted, tree, at) if key in one]
    found = [_source(tree, one, at) for one in given]
    sources = [one for one in found if one is not None]
    # Of several expressions on a line, arithmetic gives the number: what a library gives may be an array.
    sources = [one for one in sources if isinstance(one, ast.BinOp)] or sources
    if len({one.lineno for one in sources}) != 1:
        return None
    source = sources[0]
    other = _other_number(source, Constants(tree), first)
    if other is None and _is_written(source, first):
        return None
    return program.site(source.lineno if other is None else other, site)


def _is_written(source: ast.expr, first: Trace) -> bool:
    """Return whether the first program computes the same of the same names: `dt = years / steps` in both."""
    return isinstance(source, ast.BinOp) and _says(first, source)


def _source(tree: ast.Module, node: ast.expr, line: int) -> ast.expr | None:
    """Return the expression on another line that computes or writes a number; None if it is not one alone."""
    source = came_from(tree, node)[-1]
    if not isinstance(source, ast.expr) or isinstance(source, (ast.Name, ast.Attribute)):
        return None
    if source.lineno != line:
        return source
    behind = [found for name in names_in(source) if (found := _source(tree, name, line)) is not None]
    return behind[0] if len({one.lineno for one in behind}) == 1 else None


def _other_number(source: ast.expr, constants: Constants, first: Trace) -> int | None:
    """Return the line of the one number in a formula that the first program does not write, if it has the formula."""
    texts = [first.sources.text(file) or "" for file in first.sources.files()]
    formulas = {
        _form(node) for text in texts for node in ast.walk(parsed(text)) if isinstance(node, ast.BinOp)
    }
    if _form(source) not in formulas:
        return None
    known = {number for text in texts for number in numbers_written(parsed(text))}
    parts = [one for one in ast.walk(source) if isinstance(one, ast.expr)]
    lines = {
        one.line for part in parts if (one := constants.behind(part)) is not None and one.value not in known
    }
    return lines.pop() if len(lines) == 1 else None


def _form(node: ast.expr) -> str:
    """Return an expression's operators and numbers, whatever it calls its quantities."""
    if isinstance(node, (ast.Name, ast.Attribute)):
        return "_"
    parts = [_form(one) if isinstance(one, ast.expr) else ast.dump(one) for one in ast.iter_child_nodes(node)]
    return f"{type(node).__name__}({', '.join(parts)})" if parts else ast.dump(node)


def _only_line(trace: Trace, number: Operand, like: Site) -> Site | None:
    """Return the line of a program that writes a number, if one does. like: another line of it."""
    program = program_of(trace, like)
    lines = set(_writing(program.tree, _value(number)))
    return program.site(lines.pop(), like) if len(lines) == 1 else None


def _only_line_of(first: Trace, before: Operation, changed: Operand) -> Site | None:
    """Return the line of the first program that writes the number in place of the changed one."""
    places = {(one.name, one.position): one for one in _numbers(before)}
    old, site = places.get((changed.name, changed.position)), before.user_site or before.site
    return None if old is None or site is None else _only_line(first, old, site)


def _writing(tree: ast.Module, number: float) -> Iterator[int]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and type(node.value) in (int, float) and node.value == abs(number):
            yield node.lineno
