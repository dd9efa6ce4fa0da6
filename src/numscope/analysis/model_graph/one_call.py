"""One call of a model: which tensors its layers and operations gave to one another.

A tensor is followed by its storage: what an operation reads was made by the one that wrote there last. So views are no
parts of their own, hashes are not needed, and traces of `--values none` have it too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from numscope.operations.traits import Trait
from numscope.trace import Trace

_CALLS = """
    select id, module, time_ns, time_ns + coalesce(duration_ns, 0) as end_ns, process, thread from module_calls
    where not met and id >= ? order by id
"""
_OPERATIONS = """
    select id, name, traits, time_ns, file, line, site from outermost_operations
    where id > ? and process = ? and thread = ? and time_ns <= ? and not raised order by id
"""
_OPERANDS = """
    select operation, role, item, name, owner, address, data_bytes, dtype, shape from {relation}
    where kind = 'array' and owner is not null and address is not null
        and operation between ? and ? and role in ({roles})
    order by operation, role, item
"""
_WRITTEN = ("output", "mutated", "out")


@dataclass(frozen=True)
class Part:
    """What tensors flow between. kind: operation, layer (without operations of its own), input, result.

    layer: path of the layer that it belongs to. site: of an operation; those of one name from one place are one part.
    """

    kind: str
    layer: str
    name: str = ""
    site: int | None = None


@dataclass(frozen=True)
class Described:
    """A tensor, without its content."""

    dtype: str
    shape: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.dtype}[{','.join(map(str, self.shape))}]"


@dataclass
class ModelCall:
    """The parts in the order in which they began, each with the operations that it stands for, and its line.

    tensors: what flowed from one part to another, with the first operation that read it.
    """

    parts: dict[Part, list[int]] = field(default_factory=dict)
    lines: dict[Part, str] = field(default_factory=dict)
    begun: dict[str, int] = field(default_factory=dict)
    tensors: dict[tuple[Part, Part], dict[Described, None]] = field(default_factory=dict)


@dataclass(frozen=True)
class _Tensor:
    """An operand. owner: its storage. first, behind: addresses of its bytes."""

    role: str
    name: str
    owner: int
    first: int
    behind: int
    described: Described


@dataclass(frozen=True)
class _Written:
    """Who wrote a storage last, and which of its bytes are known to be written."""

    part: Part
    first: int
    behind: int
    dtype: str

    def shows(self, tensor: _Tensor) -> bool:
        """Return whether a tensor lies in these bytes. A number may be a new one, which got a dropped one's storage."""
        described = tensor.described
        return self.first <= tensor.first < self.behind and bool(
            described.shape or described.dtype == self.dtype
        )


class _Following:
    """The parts found so far, and which of them wrote each storage last."""

    def __init__(self) -> None:
        self.call = ModelCall()
        self._written: dict[int, _Written] = {}
        self._entered: dict[tuple[str, int, int], Described] = {}

    def given(self, tensors: Iterable[_Tensor], call: int) -> None:
        """The model's inputs."""
        for tensor in tensors:
            part = Part("input", "", tensor.name or "input")
            self.call.parts.setdefault(part, [call])
            if tensor.owner not in self._written:
                self._writes(part, tensor)

    def enter(self, layer: str, tensors: Iterable[_Tensor], call: int) -> None:
        """A layer that begins. Its tensors keep the shape in which it was given them, whatever it makes of them."""
        self.call.begun.setdefault(layer, call)
        self._entered.update({(layer, one.owner, one.first): one.described for one in tensors})

    def operation(self, row: dict[str, Any], layer: str, tensors: list[_Tensor]) -> None:
        """An operation in the code of a layer; a view only shows what others wrote."""
        read = [tensor for tensor in tensors if tensor.role == "input"]
        written = [tensor for tensor in tensors if tensor.role in _WRITTEN]
        known = {tensor.owner for tensor in read}
        if not row["traits"] & Trait.WRITES and all(tensor.owner in known for tensor in written):
            return
        part = Part("operation", layer, row["name"], row["site"])
        self.call.parts.setdefault(part, []).append(row["id"])
        self.call.lines[part] = f"{row['file']}:{row['line']}" if row["file"] else ""
        overwrites = row["traits"] & Trait.OVERWRITES
        for tensor in read:
            self._reads(part, tensor)
        for tensor in written:
            if tensor.owner not in known and tensor.role != "output" and not overwrites:
                self._reads(part, tensor)
            self._writes(part, tensor, also=tensor.owner in known or tensor.role != "output")

    def returned(self, tensors: Iterable[_Tensor], part: Part, call: int, replaces: bool) -> None:
        """What a layer without operations, or the model, returned. replaces: it passes the tensors on."""
        self.call.parts.setdefault(part, []).append(call)
        for tensor in tensors:
            self._reads(part, tensor)
            if replaces:
                self._writes(part, tensor, also=True)

    def _writes(self, part: Part, tensor: _Tensor, also: bool = False) -> None:
        """Note who wrote. also: what was written there before is still there."""
        before = self._written.get(tensor.owner) if also else None
        first, behind = tensor.first, max(tensor.behind, tensor.first + 1)
        if before is not None:
            first, behind = min(first, before.first), max(behind, before.behind)
        self._written[tensor.owner] = _Written(part, first, behind, tensor.described.dtype)

    def _reads(self, part: Part, tensor: _Tensor) -> None:
        written = self._written.get(tensor.owner)
        if written is None or written.part == part or not written.shows(tensor):
            return
        described = tensor.described
        if not _belongs(written.part.layer, part.layer):
            described = self._entered.get((part.layer, tensor.owner, tensor.first), described)
        self.call.tensors.setdefault((written.part, part), {})[described] = None


def follow_call(trace: Trace, call: int) -> ModelCall:
    """Return what flowed in this call of a model. call: its id in `module_calls`."""
    layers = trace.ask(_CALLS, [call]).to_pylist()
    model = layers[0]
    layers = [row for row in layers if _inside(row, model)]
    place = [call, model["process"], model["thread"], model["end_ns"]]
    operations = trace.ask(_OPERATIONS, place).to_pylist()
    last = max(row["id"] for row in (*layers, *operations))
    of_layers = _tensors(trace, "module_operands", ("given", "returned"), call, last)
    of_operations = _tensors(trace, "operand_layouts", ("input", *_WRITTEN), call, last)
    following = _Following()
    following.given(_with_role(of_layers[call], "given"), call)
    for row, path, ended in _in_order(layers, operations):
        if not ended and "site" in row:
            following.operation(row, path, of_operations[row["id"]])
        elif not ended:
            following.enter(path, _with_role(of_layers[row["id"]], "given"), row["id"])
        else:
            _end_layer(following, row, path, _with_role(of_layers[row["id"]], "returned"))
    return _without_dead_ends(following.call)


def _inside(row: dict[str, Any], model: dict[str, Any]) -> bool:
    same = row["process"] == model["process"] and row["thread"] == model["thread"]
    return bool(same and row["time_ns"] <= model["end_ns"])


def _tensors(
    trace: Trace, relation: str, roles: tuple[str, ...], first: int, last: int
) -> dict[int, list[_Tensor]]:
    wanted = ", ".join(f"'{role}'" for role in roles)
    rows = trace.ask(_OPERANDS.format(relation=relation, roles=wanted), [first, last]).to_pylist()
    found: dict[int, list[_Tensor]] = defaultdict(list)
    for row in rows:
        described = Described(row["dtype"] or "?", tuple(row["shape"] or ()))
        behind = row["address"] + (row["data_bytes"] or 0)
        name = row["name"] or ""
        found[row["operation"]].append(
            _Tensor(row["role"], name, row["owner"], row["address"], behind, described)
        )
    return found


def _with_role(tensors: list[_Tensor], role: str) -> list[_Tensor]:
    return [one for one in tensors if one.role == role]


def _in_order(
    layers: list[dict[str, Any]], operations: list[dict[str, Any]]
) -> Iterator[tuple[dict[str, Any], str, bool]]:
    """Yield what began and ended: its row, the path of its layer, and whether it is a layer that ended."""
    running: list[dict[str, Any]] = []
    for row in sorted((*layers, *operations), key=lambda row: row["id"]):
        while running and row["time_ns"] > running[-1]["end_ns"]:
            ended = running.pop()
            yield ended, ended["module"] or "", True
        if "site" not in row:
            running.append(row)
        yield row, (running[-1]["module"] or "") if running else "", False
    while running:
        ended = running.pop()
        yield ended, ended["module"] or "", True


def _end_layer(following: _Following, row: dict[str, Any], path: str, returned: list[_Tensor]) -> None:
    if not path:
        for number, tensor in enumerate(returned):
            name = tensor.name or ("result" if len(returned) == 1 else f"result {number + 1}")
            following.returned([tensor], Part("result", "", name), row["id"], replaces=False)
    elif not any(_belongs(part.layer, path) for part in following.call.parts):
        following.returned(returned, Part("layer", path), row["id"], replaces=True)


def _belongs(layer: str, path: str) -> bool:
    return layer == path or not path or layer.startswith(f"{path}.")


def _without_dead_ends(call: ModelCall) -> ModelCall:
    """Leave out operations of which nothing reaches a result of the model, as the counts of a normalisation."""
    sources: dict[Part, list[Part]] = defaultdict(list)
    for source, target in call.tensors:
        sources[target].append(source)
    reached = [part for part in call.parts if part.kind == "result"]
    if not reached:
        return call
    seen = set(reached)
    while reached:
        new = [source for source in sources[reached.pop()] if source not in seen]
        seen.update(new)
        reached += new
    kept = {part: ids for part, ids in call.parts.items() if part in seen or part.kind != "operation"}
    tensors = {ends: found for ends, found in call.tensors.items() if ends[0] in kept and ends[1] in kept}
    return ModelCall(kept, call.lines, call.begun, tensors)
