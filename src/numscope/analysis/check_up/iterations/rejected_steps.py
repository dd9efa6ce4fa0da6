"""Chains of Metropolis and Hastings in which a rejected step leaves no entry: the state where it stayed counts again.

Source: N. Metropolis et al., "Equation of state calculations by fast computing machines", J. Chem. Phys. 21 (1953):
where a move is not allowed, the old state is counted once more.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.sources import names_read
from numscope.analysis.concepts.line_names import place_beside
from numscope.analysis.concepts.program import Program
from numscope.analysis.concepts.syntax import last_name
from numscope.analysis.concepts.value_sources import value_sources

KIND = "sum"
_DRAWS = (
    "random",
    "rand",
    "uniform",
    "random_sample",
    "ranf",
    "sample",
    "standard_exponential",
    "exponential",
)
_KEEPS = ("append", "extend", "add", "append_row")
_SUMMARIES = (
    *("mean", "average", "median", "std", "var", "quantile", "percentile", "cov", "corrcoef", "histogram"),
    *("sum", "hist", "nanmean", "describe", "gaussian_kde"),
)
_FIX = "record the state in each turn, behind the `if`: where the step is rejected, the old state once more"


@dataclass(frozen=True)
class _Kept:
    """What is recorded of an accepted step alone. loop, test: around it; value: what is recorded."""

    loop: ast.For | ast.While
    test: ast.If
    statement: ast.stmt
    value: ast.expr


def rejected_steps(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that record the states of a random walk where a step is accepted alone, if these are averaged."""
    found: set[ast.stmt] = set()
    known: dict[Program, list[_Kept]] = {}
    for summary in evidence.named(*_SUMMARIES):
        program = evidence.program(summary)
        if program not in known:
            known[program] = list(_kept_in(program.tree))
        for one in known[program]:
            if one.statement not in found and _reaches(program, one, summary):
                found.add(one.statement)
                yield _finding(evidence, program, one, summary)


def _finding(evidence: Evidence, program: Program, kept: _Kept, summary: Call) -> Finding:
    file, line = program.place(kept.statement.lineno)
    test_file, test = program.place(kept.test.lineno)
    accepts = place_beside(test_file, test, file)
    averages = place_beside(summary.file, summary.line, file)
    name = summary.name.rpartition(".")[2]
    said = (
        f"records a state only where {accepts} accepts the step, and {averages} takes the {name} of them: a state "
        "counts once, however long the walk stays in it"
    )
    operation = next(ids[0] for _, ids in evidence.operations([summary]))
    return finding_of(KIND, replace(summary, file=file, line=line, function=None), operation, 1, said, _FIX)


def _reaches(program: Program, kept: _Kept, summary: Call) -> bool:
    """Return whether what is recorded is among what a statement that summarises is given."""
    line = program.line_of(summary.file, summary.line)
    flow = value_sources(program.tree)
    calls = (
        node
        for node in ast.walk(program.tree)
        if isinstance(node, ast.Call)
        and node.lineno <= line <= (node.end_lineno or node.lineno)
        and last_name(node.func) == summary.name.rpartition(".")[2]
    )
    return any(one is kept.value for call in calls for one in flow.behind(call))


def _kept_in(tree: ast.Module) -> Iterator[_Kept]:
    for loop in ast.walk(tree):
        if isinstance(loop, (ast.For, ast.While)):
            for block in _blocks(loop):
                for place, node in enumerate(block):
                    if isinstance(node, ast.If) and _draws(loop, node.test):
                        yield from _only_accepted(loop, node, block[place + 1 :])


def _blocks(loop: ast.For | ast.While) -> Iterator[list[ast.stmt]]:
    """Yield the lists of statements in a loop."""
    for node in ast.walk(loop):
        for name in ("body", "orelse"):
            block = getattr(node, name, None)
            if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                yield block


def _draws(loop: ast.For | ast.While, test: ast.expr) -> bool:
    """Return whether a condition compares a number that is drawn in each turn with another one that is computed."""
    return any(isinstance(one, ast.Compare) for one in _behind(loop, test)) and any(
        isinstance(one, ast.Call) and last_name(one.func) in _DRAWS for one in _behind(loop, test)
    )


def _behind(loop: ast.For | ast.While, node: ast.expr, deep: int = 3) -> list[ast.AST]:
    """Return the nodes of an expression, and of what its names are bound to in the loop."""
    found = list(ast.walk(node))
    names = names_read(node) if deep else set()
    for name, value in _bindings(loop):
        if name in names:
            found += _behind(loop, value, deep - 1)
    return found


def _bindings(block: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names that statements bind, with the values; of tuples part by part where they fit."""
    for node in ast.walk(block):
        if not isinstance(node, ast.Assign):
            continue
        for target in node.targets:
            parts, values = getattr(target, "elts", [target]), getattr(node.value, "elts", [node.value])
            fits = len(parts) == len(values)
            for place, one in enumerate(parts):
                if isinstance(one, ast.Name):
                    yield one.id, values[place] if fits else node.value


def _only_accepted(loop: ast.For | ast.While, test: ast.If, behind: list[ast.stmt]) -> Iterator[_Kept]:
    """Yield what is recorded in the branch that moves on from a state, and nowhere else in the loop."""
    branches = [test.body, test.orelse]
    if isinstance(test.body[-1], ast.Continue):
        branches = [behind]
    for branch in branches:
        moved = _moved(loop, branch)
        for statement, name, value in _records(branch):
            elsewhere = [
                other for other, kept, _ in _records(loop.body) if kept == name and other is not statement
            ]
            if moved & names_read(value) and not elsewhere:
                yield _Kept(loop, test, statement, value)


def _moved(loop: ast.For | ast.While, branch: list[ast.stmt]) -> set[str]:
    """Return the states that a branch replaces by a proposal which was made from them, and the proposals."""
    inside = {id(node) for statement in branch for node in ast.walk(statement)}
    proposals = {name: names_read(value) for name, value in _bindings(loop) if id(value) not in inside}
    found: set[str] = set()
    for statement in branch:
        for state, value in _bindings(statement):
            made = {name for name in names_read(value) if state in proposals.get(name, ())}
            if made:
                found |= {state, *made}
    return found


def _records(block: list[ast.stmt]) -> Iterator[tuple[ast.stmt, str, ast.expr]]:
    """Yield the statements that put something into a list, an array or a result: with its name, and what they put."""
    for statement in block:
        for node in ast.walk(statement):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
                call = node.value
                if isinstance(call.func, ast.Attribute) and call.func.attr in _KEEPS and len(call.args) == 1:
                    yield node, ast.unparse(call.func.value), call.args[0]
            elif (
                isinstance(node, ast.Expr)
                and isinstance(node.value, ast.Yield)
                and node.value.value is not None
            ):
                yield node, "yield", node.value.value
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
                yield node, ast.unparse(node.targets[0].value), node.value
