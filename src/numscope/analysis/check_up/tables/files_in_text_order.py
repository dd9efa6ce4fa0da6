"""Files that are read in the order of their names as text, 1, 10, 11, 2, beside numbers that are in another order."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import BY_NUMBER
from numscope.analysis.concepts.callers import statement_at
from numscope.analysis.concepts.line_names import place_beside
from numscope.analysis.concepts.program import Program
from numscope.analysis.concepts.syntax import expressions_of, last_name
from numscope.analysis.concepts.value_sources import ValueSources, value_sources
from numscope.trace import Operation

KIND = "order"
_LISTS = ("sorted", "sort", "glob", "iglob", "rglob", "listdir", "iterdir", "scandir")
# Below ten files the order of texts is that of numbers.
_LEAST, _MOST = 10, 2000
_NUMBER = re.compile(r"\d+")
_OF_FILES = "kind = 'string' or type like 'pathlib.%'"


@dataclass(frozen=True)
class _Reads:
    """A line that reads files one after the other. numbers: of their names, in the order they were read."""

    call: Call
    ids: list[int]
    numbers: list[int]


def files_in_text_order(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that list files in the order of texts, if what is read meets numbers of no such list."""
    for reads in _reads(evidence):
        program = evidence.program(reads.call)
        flow = value_sources(program.tree)
        statement = statement_at(program.tree, program.line_of(reads.call.file, reads.call.line))
        listed = _lists(flow, [statement] if statement is not None else [])
        pair = _pair(evidence, reads, program, listed) if listed else None
        if pair is None:
            continue
        file, line = program.place(
            next((one for one in listed if last_name(one.func) == "sorted"), listed[0]).lineno
        )
        met = place_beside(pair.file, pair.line, file)
        order = ", ".join(map(str, reads.numbers[:4]))
        said = (
            f"{len(reads.numbers):,} files are read in the order of their names as text, {order}, ..., and {met} pairs "
            "what was read with as many numbers that are not in the order of these files"
        )
        place = replace(reads.call, file=file, line=line, function=None)
        yield finding_of(KIND, place, reads.ids[0], len(reads.ids), said, BY_NUMBER)


def _reads(evidence: Evidence) -> Iterator[_Reads]:
    for call, ids in evidence.with_operand(evidence.calls.values(), _OF_FILES, _LEAST):
        if None in map(_name, evidence.fetch(ids[:_LEAST])):
            continue
        found = [_name(one) for one in evidence.fetch(ids[:_MOST])]
        names = [one for one in found if one is not None]
        numbers = _numbers(names)
        if len(numbers) == len(ids) and numbers != sorted(numbers) and names == sorted(names):
            yield _Reads(call, ids, numbers)


def _name(operation: Operation) -> str | None:
    """Return the name of the file that an operation reads an array from; None if it reads none."""
    given = next(
        (one for one in operation.operands if one.position == 0 and one.role not in ("output", "mutated")),
        None,
    )
    if given is None or not any(one.is_array() or one.kind == "object" for one in operation.outputs):
        return None
    text = given.literal if given.kind == "string" else given.attributes.get("name")
    return re.split(r"[/\\]", str(text))[-1] if text is not None else None


def _numbers(names: list[str]) -> list[int]:
    """Return the numbers in which names differ; empty if they differ in more, or a number begins with 0."""
    if len({_NUMBER.sub("#", one) for one in names}) != 1:
        return []
    columns = [set(column) for column in zip(*map(_NUMBER.findall, names), strict=False)]
    differing = [place for place, column in enumerate(columns) if len(column) > 1]
    if len(differing) != 1 or any(one.startswith("0") for one in columns[differing[0]]):
        return []
    return [int(_NUMBER.findall(one)[differing[0]]) for one in names]


def _lists(flow: ValueSources, nodes: list[ast.AST]) -> list[ast.Call]:
    """Return the calls that list files behind anything which pieces of the program name."""
    found: dict[int, ast.Call] = {}
    names = [one for node in nodes for one in ast.walk(node) if isinstance(one, (ast.Name, ast.Call))]
    for name in names:
        for one in (name, *flow.behind(name)):
            if isinstance(one, ast.Call) and last_name(one.func) in _LISTS:
                found[id(one)] = one
    return list(found.values())


def _pair(evidence: Evidence, reads: _Reads, program: Program, listed: list[ast.Call]) -> Call | None:
    """Return the first call that takes as many numbers of the files as of something else; None if none does."""
    flow, rows = value_sources(program.tree), len(reads.numbers)
    slots = f"role = 'input' and kind = 'array' and len(shape) >= 1 and shape[1] = {rows}"
    for call, ids in evidence.with_operand(evidence.calls.values(), slots):
        if ids[0] <= reads.ids[-1]:
            continue
        [first] = evidence.fetch(ids[:1])
        arrays = {one.hash for one in first.inputs if one.is_array() and (one.shape or (0,))[0] == rows}
        statement = statement_at(program.tree, program.line_of(call.file, call.line))
        if len(arrays) < 2 or statement is None:
            continue
        for node in (one for top in expressions_of(statement) for one in ast.walk(top)):
            sides = _sides(node, call)
            ours = [
                bool({id(one) for one in _all_lists(flow, side)} & {id(one) for one in listed})
                for side in sides
            ]
            if len(sides) == 2 and any(ours) and not all(ours):
                return call
    return None


def _sides(node: ast.AST, call: Call) -> list[ast.expr]:
    """Return the two arrays that a call or an operator takes, as the program writes them."""
    if isinstance(node, ast.BinOp):
        return [node.left, node.right]
    if isinstance(node, ast.Call) and last_name(node.func) == call.name.rpartition(".")[2]:
        return node.args[:2]
    return []


def _all_lists(flow: ValueSources, side: ast.expr) -> list[ast.Call]:
    """Return the lists of files behind an expression, and behind the names in all that it comes from."""
    return _lists(flow, [side, *flow.behind(side)])
