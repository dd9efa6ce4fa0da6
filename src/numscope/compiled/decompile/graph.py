"""Basic blocks, dominators and loops of one code object's normalised instructions."""

from __future__ import annotations

from numscope.compiled.decompile.copied_exits import needs_values
from numscope.compiled.decompile.effects import effect
from numscope.compiled.decompile.instructions import CANNOT_RAISE, ENDS, Instruction
from numscope.compiled.decompile.iterators import dropped_iterators
from numscope.compiled.decompile.regions import reachable

_BREAKS = frozenset({"BRANCH", "FOR_ITER", "ASYNC_ITER", *ENDS})


class Block:
    """Instructions `start` to `end` (exclusive) that run one after the other under one handler."""

    __slots__ = (
        "depth", "end", "following", "handler", "harmless", "innermost", "jump", "number", "order", "parent",
        "predecessors",
        "start",
    )  # fmt: skip

    def __init__(self, start: int, end: int, handler: int) -> None:
        self.start = start
        self.end = end
        self.handler = handler
        self.number = -1
        self.following: Block | None = None
        self.jump: Block | None = None
        self.predecessors: list[Block] = []
        self.order = -1
        self.parent: Block | None = None
        self.harmless = False
        self.innermost: Loop | None = None
        self.depth = -1

    def successors(self) -> list[Block]:
        """Where control can go without an exception."""
        return [block for block in (self.following, self.jump) if block is not None]

    def __repr__(self) -> str:
        return f"<block {self.start}:{self.end}>"


class Loop:
    """A natural loop: every block in `blocks` reaches `header` again, and only through it is the loop entered."""

    __slots__ = ("blocks", "header", "outer")

    def __init__(self, header: Block) -> None:
        self.header = header
        self.blocks: set[Block] = {header}
        self.outer: Loop | None = None


class Graph:
    """The control-flow graph; handlers count as successors of what they guard."""

    def __init__(self, code: list[Instruction], join_exits: bool = True) -> None:
        self.code = code
        self.join_exits = join_exits
        self.at: dict[int, Block] = {}
        self.handlers: dict[Block, Block] = {}
        self._cut()
        self.order = self._reverse_postorder()
        self._dominate()
        self.children: dict[Block, list[Block]] = {}
        for block in self.order[1:]:
            if block.parent is not None:
                self.children.setdefault(block.parent, []).append(block)
        self.loops: dict[Block, Loop] = {}
        self._find_loops()
        self._measure_depths()

    def _cut(self) -> None:
        code = self.code
        places = reachable(code)
        alive = set(places)
        starts = {0}
        previous = -1
        for place in places:
            instruction = code[place]
            if instruction.target >= 0:
                starts.add(instruction.target)
            if instruction.handler >= 0:
                starts.add(instruction.handler)
            if instruction.op in _BREAKS or instruction.op == "POP_EXCEPT":
                starts.add(place + 1)
            # A break may lead to the end of an except clause: that is a place of its own.
            if instruction.op in ("FOR_ITER", "ASYNC_ITER", "POP_EXCEPT"):
                starts.add(place)
            if previous != place - 1 or code[previous].handler != instruction.handler:
                starts.add(place)
            previous = place
        # Leaving a loop or a chained comparison drops a value first; what follows is often a copy of code elsewhere.
        starts |= {start + 1 for start in starts if start in alive and code[start].op == "POP"}
        starts |= {place + 1 for place in dropped_iterators(code)}
        bounds = sorted(start for start in starts if start in alive)
        position = {place: number for number, place in enumerate(places)}
        for number, start in enumerate(bounds):
            if number + 1 < len(bounds):
                last = places[position[bounds[number + 1]] - 1]
            else:
                last = places[-1]
            self.at[start] = Block(start, last + 1, code[start].handler)
        exits = self._exits() if self.join_exits else {}
        for block in self.at.values():
            last_instruction = code[block.end - 1]
            if last_instruction.op not in ENDS and block.end in self.at:
                following = self._thread(self.at[block.end])
                block.following = exits.get(following, following)
            if last_instruction.target >= 0:
                jump = self._thread(self.at[last_instruction.target])
                block.jump = exits.get(jump, jump)
            if block.handler >= 0:
                self.handlers[block] = self.at[block.handler]
            block.harmless = all(code[place].op in CANNOT_RAISE for place in range(block.start, block.end))

    def _exits(self) -> dict[Block, Block]:
        """Find blocks that return or raise the same under the same handler: the compiler copied them."""
        first: dict[tuple[object, ...], Block] = {}
        same: dict[Block, Block] = {}
        depths: dict[int, int] = {}
        if sum(self.code[block.end - 1].op == "RAISE" for block in self.at.values()) > 1:
            # What is raised in a clause of its own has the clause's exception as its context.
            depths = {block.start: block.depth for block in Graph(self.code, join_exits=False).order}
        for block in self.at.values():
            ending = self.code[block.end - 1].op
            if ending not in ("RETURN", "RAISE") or block.end - block.start > 6:
                continue
            parts = [self.code[place] for place in range(block.start, block.end)]
            if needs_values(parts):
                continue
            key: tuple[object, ...] = (
                block.handler,
                depths.get(block.start) if ending == "RAISE" else None,
                *(
                    (part.op, type(part.arg), part.arg if part.op != "CONST" else repr(part.arg))
                    for part in parts
                ),
            )
            other = first.setdefault(key, block)
            if other is not block:
                same[block] = other
        return same

    def _thread(self, block: Block) -> Block:
        """Pass over blocks that only jump, not those that leave a statement and jump back to where it starts."""
        steps = 0
        while self.code[block.start].op == "JUMP" and not self.code[block.start].arg and steps < 100:
            block = self.at[self.code[block.start].target]
            steps += 1
        return block

    def all_successors(self, block: Block) -> list[Block]:
        """Successors, the handler included."""
        found = block.successors()
        handler = self.handlers.get(block)
        if handler is not None:
            found.append(handler)
        return found

    def _reverse_postorder(self) -> list[Block]:
        entry = self.at[0]
        seen = {entry}
        post: list[Block] = []
        work = [(entry, iter(self.all_successors(entry)))]
        while work:
            block, following = work[-1]
            for successor in following:
                successor.predecessors.append(block)
                if successor not in seen:
                    seen.add(successor)
                    work.append((successor, iter(self.all_successors(successor))))
                    break
            else:
                post.append(block)
                work.pop()
        post.reverse()
        for number, block in enumerate(post):
            block.order = number
            block.number = number
        return post

    def _dominate(self) -> None:
        """Cooper, Harvey, Kennedy: A Simple, Fast Dominance Algorithm (2001)."""
        entry = self.order[0]
        entry.parent = entry
        changed = True
        while changed:
            changed = False
            for block in self.order[1:]:
                new: Block | None = None
                for predecessor in block.predecessors:
                    if predecessor.parent is None:
                        continue
                    new = predecessor if new is None else _common(predecessor, new)
                if new is not block.parent:
                    block.parent = new
                    changed = True
        entry.parent = None

    def dominates(self, one: Block, two: Block) -> bool:
        """Say whether every path to `two` passes `one`."""
        block: Block | None = two
        while block is not None and block.order > one.order:
            block = block.parent
        return block is one

    def forward_predecessors(self, block: Block) -> int:
        """Count the edges into `block` that are neither back edges nor exceptions."""
        return sum(
            1
            for predecessor in block.predecessors
            if block.order > predecessor.order and block in predecessor.successors()
        )

    def _measure_depths(self) -> None:
        """Count the values on the stack where each block starts; a handler starts with the least its code ever has."""
        least: dict[Block, int] = {}
        work = [(self.order[0], 0)]
        while work:
            while work:
                block, depth = work.pop()
                if block.depth < 0:
                    # A way that no run takes may take off more than there is: below 0 is for "not known yet".
                    block.depth = max(0, depth)
                    work.extend(self._depths_behind(block, least))
            unknown = [handler for handler in self.order if handler in least and handler.depth < 0]
            # Where `__exit__` swallowed an exception, it is gone itself.
            work.extend(
                (handler, least[handler] - (self.code[handler.start].op == "WITH_HANDLER"))
                for handler in unknown[:1]
            )

    def _depths_behind(self, block: Block, least: dict[Block, int]) -> list[tuple[Block, int]]:
        depth = block.depth
        handler = self.handlers.get(block)
        for place in range(block.start, block.end):
            taken, left = effect(self.code[place])
            depth += left - taken
            if handler is not None:
                low = min(depth, depth - left + taken)
                least[handler] = max(0, min(least.get(handler, low), low))
        found = [] if block.following is None else [(block.following, depth)]
        if block.jump is not None:
            last = self.code[block.end - 1]
            kept = 1 if last.op == "BRANCH" and last.arg[1] else 0
            gone = 2 if last.op in ("FOR_ITER", "ASYNC_ITER") else 0
            found.append((block.jump, depth + kept - gone))
        return found

    def _find_loops(self) -> None:
        for block in self.order:
            for predecessor in block.predecessors:
                if predecessor.order >= block.order and self.dominates(block, predecessor):
                    loop = self.loops.setdefault(block, Loop(block))
                    self._collect(loop, predecessor)
        for header in sorted(self.loops, key=lambda header: header.order):
            loop = self.loops[header]
            loop.outer = header.innermost
            for block in loop.blocks:
                block.innermost = loop

    def _collect(self, loop: Loop, last: Block) -> None:
        work = [last]
        while work:
            block = work.pop()
            if block in loop.blocks:
                continue
            loop.blocks.add(block)
            work.extend(block.predecessors)


def _common(one: Block, two: Block) -> Block:
    while one is not two:
        while one.order > two.order:
            assert one.parent is not None
            one = one.parent
        while two.order > one.order:
            assert two.parent is not None
            two = two.parent
    return one
