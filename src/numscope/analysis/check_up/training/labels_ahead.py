"""Labels that are shifted once too often: each place of a text learns the word after the next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.kept_values import value_of
from numscope.analysis.concepts.training_ledger import grouped
from numscope.trace import Operation
from numscope.user_code import is_user_file

KIND = "meaning"
_LEAST_CALLS = 2
_MOST_LOOKED_AT = 4
_MOST_AHEAD = 4
# So many labels have to agree, of so many words: a short or monotonous text agrees with many shifts.
_LEAST_LABELS = 16
_LEAST_WORDS = 5
_CALLS = """
    select o.id, o.process, o.user_file as file, o.user_line as line, split_part(o.name, '::', 2) as name
    from called_operations o
    where split_part(o.name, '::', 2) in ('cross_entropy_loss', 'embedding') and o.user_file is not null
        and not coalesce(o.raised, false)
    order by o.id
"""


def labels_ahead(evidence: Evidence) -> Iterator[Finding]:
    """Yield losses whose labels are the words two or more places ahead, in a program that has none for the next word.

    Heads for several words ahead have one for the next word, too.
    """
    rows = evidence.trace.ask(_CALLS).to_pylist()
    losses = [row for row in rows if row["name"] == "cross_entropy_loss"]
    found = {}
    for place, calls in grouped(losses, lambda row: (row["file"], row["line"])).items():
        looked = calls[:: max(1, len(calls) // _MOST_LOOKED_AT)][:_MOST_LOOKED_AT]
        found[place] = calls, [_ahead(evidence, rows, call) for call in looked]
    if any(1 in ahead for _, ahead in found.values()):
        return
    for (file, line), (calls, ahead) in found.items():
        shift = ahead[0]
        if shift is None or shift < 2 or set(ahead) != {shift} or len(calls) < _LEAST_CALLS:
            continue
        problem = (
            f"each place of a text is compared with the word {shift} places ahead, in {len(calls):,} calls: the "
            "labels are shifted more than once, and nothing learns the next word"
        )
        if is_user_file(file):
            first = calls[0]["id"]
            cut: tuple[str, int] = _cut(evidence, first) or (file, line)
            yield Finding(KIND, *cut, None, first, len(calls), problem, _ONCE, f"show T {first}")


_ONCE = "shift once: give the loss `logits[:, :-1]` and `words[:, 1:]`, or the unshifted words if it shifts them itself"


# The first line that leaves out the beginning of what a table of words is asked for.
_CUT = """
    select o.user_file as file, o.user_line as line from called_operations o
        join operand_layouts p on p.operation = o.id and p.role = 'input' and p.place = 0
        join operand_layouts first on first.operation = o.id and first.role = 'argument' and first.name = 'start'
        join operand_layouts words on words.operation < ? and words.name = 'indices' and words.address = p.address
            and words.shape[1] = p.shape[1]
    where split_part(o.name, '::', 2) = 'slice' and first.integer > 0 and o.id < ? and p.dtype like 'int%'
        and o.user_file is not null
    order by o.id desc limit 1
"""


def _cut(evidence: Evidence, loss: int) -> tuple[str, int] | None:
    rows = evidence.trace.ask(_CUT, [loss, loss]).to_pylist()
    return (rows[0]["file"], rows[0]["line"]) if rows and is_user_file(rows[0]["file"]) else None


def _ahead(evidence: Evidence, rows: list[dict[str, Any]], call: dict[str, Any]) -> int | None:
    """Return by how many places the labels of a loss are ahead of the words that were looked up before it."""
    own = [row for row in rows if row["process"] == call["process"] and row["id"] < call["id"]]
    same = [row["id"] for row in own if all(row[key] == call[key] for key in ("name", "file", "line"))]
    since = max(same, default=0)
    looked_up = [row["id"] for row in own if row["name"] == "embedding" and row["id"] > since]
    (loss,) = evidence.fetch([call["id"]])
    labels = _integers(loss, "target")
    for words in (_integers(operation, "indices") for operation in evidence.fetch(looked_up[:8])):
        if labels is not None and words is not None and words.ndim == 2:
            shift = _shift(labels.reshape(-1), words)
            if shift is not None:
                return shift
    return None


def _integers(operation: Operation, name: str) -> Any:
    operand = next((one for one in operation.operands if one.name == name), None)
    value = value_of(operand) if operand is not None else None
    return value if isinstance(value, np.ndarray) and value.dtype.kind == "i" else None


def _shift(labels: Any, words: Any) -> int | None:
    """Return the least shift of the words that gives all labels; negative labels are left out, as losses do."""
    texts, length = words.shape
    if (
        len(np.unique(words)) < _LEAST_WORDS
        or labels.size % texts
        or not 0 <= length - labels.size // texts < length
    ):
        return None
    table = labels.reshape(texts, -1)
    for shift in range(_MOST_AHEAD + 1):
        common = min(table.shape[1], length - shift)
        wanted, given = table[:, :common], words[:, shift : shift + common]
        counted = wanted >= 0
        if counted.sum() >= _LEAST_LABELS and (wanted == given)[counted].all():
            return shift
    return None
