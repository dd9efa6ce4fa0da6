"""Solvers and estimators that stopped before they had converged, whose result the program uses as if they had."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import MOST_CALLS, Call, Evidence, finding_of
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.syntax import parsed
from numscope.operations.lore import convergence as lore
from numscope.trace import Operation

KIND = "convergence"
_FACTS = """
    select o.id, o.call, facts.name, facts.text, facts.integer
    from recorded_operations o
        join attributes facts on facts.operation = o.id
        join operands on operands.operation = o.id and operands.place = facts.place
    where o.call in {calls} and operands.role in ('output', 'mutated')
        and facts.name in (select unnest(?::varchar[]))
    """
_NUMBERS = "select id, call from recorded_operations o where o.call in {calls} order by id"
_ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
# What ran inside of the call reads what it left, too.
_READ_LATER = """
    select 1 from recorded_operations o join operand_contents read on read.operation = o.id
        join operand_contents made using (hash_low, hash_high)
    where o.id > ? and o.time_ns >= ? and read.role in ('input', 'argument')
        and made.operation = ? and made.role in ('output', 'mutated') limit 1
    """


@dataclass(frozen=True)
class _Ended:
    """A call that did not converge: how it ended, in words. learned: what it found lies in an estimator."""

    call: Call
    operation: int
    how: str
    learned: bool = False


def convergence(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines whose calls stopped without success, unless the program looks at how they ended."""
    by_line: dict[int, list[_Ended]] = {}
    for ended in (*_by_facts(evidence), *_by_exit_codes(evidence), *_by_sentences(evidence)):
        by_line.setdefault(ended.call.id, []).append(ended)
    for line in by_line.values():
        first = next((one for one in line[:MOST_CALLS] if _is_used(evidence, one)), None)
        if first is not None:
            calls = len(evidence.rows(_NUMBERS, [first.call]))
            often = "" if calls == 1 else f" in {len(line):,} of {calls:,} calls"
            name = first.call.name.rpartition(".")[2]
            problem = f"`{name}` {first.how}{often}, and its result is used"
            yield finding_of(KIND, first.call, first.operation, len(line), problem, lore.HELP)


def _by_facts(evidence: Evidence) -> Iterator[_Ended]:
    wanted = [*lore.FACTS, lore.WORDS, *lore.ITERATIONS, lore.LIMIT]
    unread = [call for call in evidence.calls.values() if not (_reads(call, lore.READ_BY) or _compares(call))]
    facts: dict[tuple[int, int], dict[str, int | str | None]] = {}
    told = evidence.having(unread, f"role = 'attribute' and name in ({', '.join(map(repr, wanted))})")
    for row in evidence.rows(_FACTS, told, [wanted]):
        known = facts.setdefault((row["id"], row["call"]), {})
        known[row["name"]] = row["integer"] if row["text"] is None else row["text"]
    for (operation, call), known in facts.items():
        failed = [name for name, value in lore.FACTS.items() if known.get(name) == value]
        if failed and lore.AS_NEAR_AS_ROUNDING not in str(known.get(lore.WORDS)):
            learned = failed[0] == lore.REACHED
            yield _Ended(evidence.calls[call], operation, _in_words(failed[0], known), learned)


def _in_words(fact: str, known: dict[str, int | str | None]) -> str:
    iterations = next((known[name] for name in lore.ITERATIONS if isinstance(known.get(name), int)), None)
    after = "" if iterations is None else f" after {iterations:,} iterations"
    if fact == lore.REACHED:
        return f"stopped at its limit, max_iter={known.get(lore.LIMIT)}"
    said = " ".join(str(known.get(lore.WORDS) or "").split()).rstrip(".")
    return f"stopped without success{after}{f' ({said})' if said else ''}"


def _by_exit_codes(evidence: Evidence) -> Iterator[_Ended]:
    calls = [call for call in evidence.calls.values() if call.full_name in lore.EXIT_CODES]
    rows = evidence.rows(_NUMBERS, [call for call in calls if not _reads_second(call)])
    of_operation = {row["id"]: evidence.calls[row["call"]] for row in rows}
    for operation in evidence.fetch(of_operation):
        code = _second_result(operation)
        if code is not None and code > 0:
            how = f"stopped after {code:,} iterations without having converged"
            yield _Ended(of_operation[operation.id], operation.id, how)


def _by_sentences(evidence: Evidence) -> Iterator[_Ended]:
    """Yield the calls that return how they ended as a number beside a sentence, where the program reads neither."""
    calls = [call for call in evidence.calls.values() if call.full_name in lore.ENDED_WELL]
    for call, ids in evidence.operations(calls):
        for operation in evidence.fetch(ids[:MOST_CALLS]):
            told = [
                one for one in operation.operands if one.role == "output" and one.kind in ("int", "string")
            ]
            codes = [one for one in told if one.kind == "int" and isinstance(one.position, int)]
            said = next((str(one.literal) for one in told if one.kind == "string"), "")
            if len(codes) != 1 or codes[0].literal in lore.ENDED_WELL[call.full_name] or not said:
                continue
            if not any(_is_read(call, one.position or 0) for one in told):
                short = " ".join(said.split()).rstrip(".")
                yield _Ended(call, operation.id, f"stopped without success ({short})")


def _is_read(call: Call, place: int) -> bool:
    """Return whether the file reads the name that a line gives the result at a place; True: it is not known."""
    statement = sources.statement(call.text, call.line)
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    if len(targets) == 1 and isinstance(targets[0], ast.Tuple) and place < len(targets[0].elts):
        target = targets[0].elts[place]
        return not isinstance(target, ast.Name) or target.id in _names_read(call)
    return not isinstance(getattr(statement, "value", None), ast.Subscript)


def _names_read(call: Call) -> set[str]:
    nodes = ast.walk(parsed(call.text))
    return {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}


def _second_result(operation: Operation) -> int | None:
    values = [one.literal for one in operation.operands if one.role == "output" and one.position == 1]
    return values[0] if values and isinstance(values[0], int) else None


def _reads(call: Call, words: Iterable[str]) -> bool:
    return any(word in call.text for word in words)


def _compares(call: Call) -> bool:
    """Return whether the file orders results by what they reached, as who keeps the best of several starts does.

    Written as a comparison, or as a key by which the lowest or highest is taken.
    """
    return any(
        isinstance(inner, ast.Attribute) and inner.attr in lore.REACHED_VALUES
        for node in ast.walk(parsed(call.text))
        if (isinstance(node, ast.Compare) and isinstance(node.ops[0], _ORDERS))
        or (isinstance(node, ast.keyword) and node.arg == "key")
        for inner in ast.walk(node)
    )


def _reads_second(call: Call) -> bool:
    """Return whether the file reads the name that a line gives the second result; True: it is not known."""
    statement = sources.statement(call.text, call.line)
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    pair = targets[0] if len(targets) == 1 else None
    if isinstance(pair, ast.Tuple) and len(pair.elts) == 2 and isinstance(pair.elts[1], ast.Name):
        name = pair.elts[1].id
        return any(
            isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)
            for node in ast.walk(ast.parse(call.text))
        )
    first_alone = isinstance(getattr(statement, "value", None), ast.Subscript)  # cg(A, b)[0]
    return not first_alone


def _is_used(evidence: Evidence, ended: _Ended) -> bool:
    """Return whether the program reads what was found; an estimator keeps what it has learned for what follows."""
    (operation,) = evidence.fetch([ended.operation])
    end = operation.time_ns + (operation.duration_ns or 0)
    return ended.learned or bool(len(evidence.trace.ask(_READ_LATER, [operation.id, end, operation.id])))
