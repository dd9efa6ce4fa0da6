"""What became of non-finite values: which later operations met them, and what they reached.

Values are followed by content and by memory, from outermost operation to outermost operation, each with the origins
that it stems from. What nobody took any further is an end: a number that was computed of them is the worst one.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from numscope.analysis.nan.harm import (
    ELEMENTWISE,
    PLOTS,
    READS,
    STANDS,
    Effect,
    Harm,
    harm_of,
    is_computed_number,
    is_named,
)
from numscope.analysis.nan.newness import NOTHING_NEW, New
from numscope.analysis.nan.operands import NonfiniteOperand
from numscope.analysis.nan.source import Lines
from numscope.analysis.nan.states import Judgement, Step
from numscope.analysis.nan.unseen_objects import UnseenObjects
from numscope.operations.lore.gradients import GRADIENT_CHECK
from numscope.operations.lore.skipping import LOOKS_AT_TYPES, NULLS_APART, SKIPS
from numscope.operations.lore.writing import WRITES_TABLES
from numscope.rules.origin_kind import OriginKind

Origins = frozenset[int]
_NONE: Origins = frozenset()
_DATA = (OriginKind.GIVEN, OriginKind.APPEARED, OriginKind.READ)


@dataclass(slots=True)
class _Values:
    """Values somewhere: the origins they stem from, and whether something took them further."""

    operation: int
    process: int
    stem_from: Origins
    harm: Harm
    taken: bool = False
    # Computed, not read out of an array: one number, or one for each row that was reduced.
    is_number: bool = False
    is_part: bool = False  # a number that an object holds, such as the loss of a model
    is_computed: bool = False  # by the program's own arithmetic, element by element
    is_programs: bool = False  # a line of the program made them
    drawn: bool = False  # a library was given it for a picture: what it makes of it stays in the picture
    hash: tuple[int, int] | None = None  # of an array: its content


@dataclass
class _Line:
    """What a library's line last had in hand: what it copies in compiled code is not seen."""

    line: int = -1
    stem_from: Origins = _NONE
    nans: int = 0


class Absorbed(NamedTuple):
    """Operations that have such values in their inputs and none in their results.

    chosen: those that choose elements by a mask or test for NaN; refused: those by which a library tested for NaN, and
    did nothing more at the user's line; skipping: reductions that leave NaN out without being asked; handling: those by
    which the program tests for NaN, fills or drops them.
    """

    chosen: Container[int]
    refused: Container[int]
    skipping: Container[int] = ()
    handling: Container[int] = ()


@dataclass
class Flow:
    """Follows the values of all origins at once.

    judged: what each operation did; lines: of the program, at its call sites; framed: operations right inside a frame.
    from_dropped: those that brought in what was there before the oldest operation that is kept. new: what operations
    made beside what they were given. updates: those by which an optimiser changes weights.
    handed_out: those by which a library's call wrote the values into what it returned. in_text: those by which a
    library makes text of an array or a table. searches: calls that tried points and returned finite numbers only.
    gaps: calls of libraries whose results miss their first or last rows only.
    unseen: calls that put values into objects that are not looked into, and those that get some out.
    """

    judged: Mapping[int, Judgement]
    fresh: Mapping[int, Sequence[int]]
    lines: Lines
    absorbed: Absorbed
    framed: Container[int]
    from_dropped: Container[int]
    new: Mapping[int, New] = field(default_factory=dict)
    updates: Container[int] = ()
    handed_out: Container[int] = ()
    in_text: Container[int] = ()
    searches: Container[int] = ()
    gaps: Container[int] = ()
    unseen: UnseenObjects = field(default_factory=UnseenObjects)
    effects: dict[int, Effect] = field(default_factory=dict)
    continued: set[int] = field(default_factory=set)
    filled: set[int] = field(default_factory=set)
    grown: set[int] = field(default_factory=set)
    infinite: set[int] = field(default_factory=set)  # they began as infinities only
    handled: set[int] = field(default_factory=set)
    printed_as_they_are: set[int] = field(default_factory=set)  # printed before the program dealt with them
    _contents: dict[tuple[int, int], _Values] = field(default_factory=dict)
    _memory: dict[int, _Values] = field(default_factory=dict)
    _inner_memory: dict[int, _Values] = field(default_factory=dict)  # what operations inside others wrote
    _all: list[_Values] = field(default_factory=list)
    _literals: list[_Values] = field(default_factory=list)  # Python's own numbers
    _inside: dict[str, Origins] = field(default_factory=dict)  # what objects of a class may hold unseen
    _line: _Line = field(default_factory=_Line)
    _latest: int = -1  # the outermost operation that was taken last
    _left_by: int = -1  # the last one that left results and was not inside another such one; where they lie
    _left_at: list[int] = field(default_factory=list)

    def take(self, operation: int, operands: Sequence[NonfiniteOperand]) -> None:
        """Follow the values through one more outermost operation."""
        for place in self.fresh.get(operation, ()):
            self._memory.pop(place, None)
            self._inner_memory.pop(place, None)
        self._latest = operation
        judgement = self.judged[operation]
        if judgement.step in (Step.LEAVES, Step.SHOWS) or not operands:
            return
        before = [operand for operand in operands if not operand.after]
        after = [operand for operand in operands if operand.after]
        # A view of an array that was not looked at shows what was left in its memory.
        sources = before if before or judgement.step is not Step.CARRIES else after
        given = [values for operand in sources if (values := self._known(operand)) is not None]
        stem_from = _NONE.union(*(values.stem_from for values in given))
        if held := self._inside.get(self.unseen.out_of.get(operation, "")):
            self.continued.add(operation)
            stem_from |= held
            judgement = judgement._replace(step=Step.CARRIES)
        elif judgement.step in (Step.MEETS, Step.BRINGS):
            stem_from |= self._unseen(operation, judgement.brought_in or after)
        elif judgement.step is Step.IS_GIVEN and (earlier := self._numbers_from_before(operation, before)):
            stem_from |= earlier
            judgement = judgement._replace(step=Step.CARRIES)
        for origin in stem_from:
            self.effects[origin].operations += 1
        out = self._results_stem_from(operation, judgement, before, after, stem_from) if after else stem_from
        if operation in self.effects and self._are_infinities(operation, judgement.brought_in or operands):
            self.infinite.add(operation)
        if (holder := self.unseen.into.get(operation)) is not None:
            self._inside[holder] = self._inside.get(holder, _NONE) | stem_from
        if not after and self._tests_numbers(operation, before):
            self._take_literals()
        self._consume(operation, operands[0], given, bool(after), any(operand.nans for operand in before))
        self._skip(operation, stem_from)
        self._train(operands[0], out or stem_from)
        self._leave(operation, judgement, sources, after, out)
        self._draw(operands[0], given, after)
        self._remember(operands, out or stem_from)

    def _are_infinities(self, operation: int, operands: Iterable[NonfiniteOperand]) -> bool:
        """Return whether what began in an operation are infinities only, maybe beside NaN that it was given."""
        new = self.new.get(operation)
        return not any(one.nans for one in operands) or (new is not None and not new.nans)

    def take_inside(self, operands: Sequence[NonfiniteOperand]) -> None:
        """Note what an operation inside another left: a library may keep it and go on with it at another line."""
        given = [values for one in operands if not one.after and (values := self._known(one)) is not None]
        stem_from = _NONE.union(*(values.stem_from for values in given))
        if not given and self._latest in self.effects:
            stem_from = frozenset(
                [self._latest]
            )  # where values began, this part of it made some that others may read
        for operand in operands if stem_from else ():
            if operand.after:
                values = _Values(operand.operation, operand.process, stem_from, Harm.NONE, taken=True)
                values.drawn = any(one.drawn for one in given)
                self._forget_freed(operand, operands)
                self._inner_memory.update(dict.fromkeys(operand.memory, values))
                if operand.hash is not None:
                    self._contents.setdefault(operand.hash, values)

    def _forget_freed(self, result: NonfiniteOperand, operands: Sequence[NonfiniteOperand]) -> None:
        """Forget what earlier operations left where a new array lies: its memory was freed in between.

        A region that checkpointing runs again has the contents of the first run, so only the place tells them apart.
        """
        given = {place for operand in operands if not operand.after for place in operand.memory}
        for place in set(result.memory) - given:
            earlier = self._memory.get(place)
            if earlier is not None and earlier.operation < self._latest:
                del self._memory[place]

    def finish(self) -> None:
        """Note what nobody took any further."""
        for values in self._all:
            if not values.taken:
                for origin in values.stem_from:
                    self.effects[origin].reach(values.harm, values.operation)

    def _known(self, operand: NonfiniteOperand) -> _Values | None:
        """Return the values that an operand holds: [-inf] is made by many, and each lies at a place of its own."""
        there = [values for place in operand.memory if (values := self._memory.get(place)) is not None]
        # A call on a table, whose parts stand for it, leaves columns of which only the parts know what they stem from.
        found = [values for values in there if values.stem_from] or there
        if operand.hash is not None:
            for values in found:
                if values.hash == operand.hash:
                    return values
            alike = self._contents.get(operand.hash)
            if alike is not None and (alike.stem_from or not found):
                return alike
        # A buffer that a library filled part by part, as DistributedDataParallel does, has a content of its own.
        found += [values for place in operand.memory if (values := self._inner_memory.get(place)) is not None]
        return next(iter(found), None)

    def _unseen(self, operation: int, unseen: Sequence[NonfiniteOperand]) -> Origins:
        """Return what unseen values stem from: a library's compiled code copies what its last line had in hand."""
        nans = max((operand.nans for operand in unseen), default=0)
        if self._line.stem_from and nans and nans <= self._line.nans:
            self.continued.add(operation)
            return self._line.stem_from
        if self._line.line == unseen[0].line and self._line.stem_from:
            # One NaN of arithmetic in a matrix gives many where compiled code multiplies by it.
            made = {one for one in self._line.stem_from if self.judged[one].step in (Step.MAKES, Step.ADDS)}
            if made and nans:
                self.continued.add(operation)
                return frozenset(made)
            self.grown.add(operation)
        self.effects[operation] = Effect()
        return frozenset([operation])

    def _numbers_from_before(self, operation: int, given: Sequence[NonfiniteOperand]) -> Origins:
        """Return what Python's numbers stem from that an operation is given: such as earlier ones left, if any did.

        They have neither memory nor content, so they are followed by being left over.
        """
        if not all(operand.literal for operand in given) or self.lines.names_nonfinite(given[0].site):
            return _NONE
        own = not given[0].in_library and not given[0].depth
        left = self._take_literals() or (self._left_over() if own else [])
        for values in left:
            values.taken = True
        if left:
            self.continued.add(operation)
        return _NONE.union(*(values.stem_from for values in left))

    def _tests_numbers(self, operation: int, given: Sequence[NonfiniteOperand]) -> bool:
        """Return whether the program's line tests nothing but Python's numbers: `np.isnan(mean)`."""
        own = not given[0].in_library and operation in self.absorbed.chosen
        return own and all(operand.literal for operand in given)

    def _take_literals(self) -> list[_Values]:
        """Return Python's numbers that nobody took any further until now."""
        left = [values for values in self._literals if not values.taken]
        self._literals.clear()
        for values in left:
            values.taken = True
        return left

    def _left_over(self) -> list[_Values]:
        """Return the program's arrays of arithmetic's NaN that nobody took: PyTorch's `tolist` is no operation."""
        made = (Step.MAKES, Step.ADDS)
        return [
            one
            for one in self._all
            if not one.taken
            and one.is_programs
            and one.stem_from
            and all(self.judged[origin].step in made for origin in one.stem_from)
        ]

    def _results_stem_from(
        self,
        operation: int,
        judgement: Judgement,
        before: Sequence[NonfiniteOperand],
        after: Sequence[NonfiniteOperand],
        stem_from: Origins,
    ) -> Origins:
        if judgement.kind is None and not stem_from and before:
            self.filled.add(operation)  # of a number that nobody made
            self.effects[operation] = Effect()
            return frozenset([operation])
        if judgement.kind is None or operation in self.continued or operation in self.effects:
            return self._carried(after, stem_from)
        if judgement.step is Step.MAKES and (elsewhere := self._made_elsewhere(after)):
            self.continued.add(operation)
            return elsewhere
        among_nan = self.new.get(operation, NOTHING_NEW).of_infinities
        if among_nan or _adds_of_infinities(judgement.step, before, after):
            makers = frozenset(
                origin
                for origin in (self.infinite.intersection(stem_from) if among_nan else stem_from)
                if self.judged[origin].kind is not OriginKind.GIVEN
            )
            if makers:  # a NaN of infinities: what made these is the cause
                self.continued.add(operation)
                for origin in makers:
                    if self.effects[origin].first_nan is None:
                        self.effects[origin].first_nan = operation
                return makers
        self.effects[operation] = Effect()
        return frozenset([operation]) | (stem_from if judgement.step in (Step.ADDS, Step.LACKS) else _NONE)

    def _carried(self, after: Iterable[NonfiniteOperand], stem_from: Origins) -> Origins:
        """Return what results stem from that were handed on: if all are NaN, not of infinities that made none."""
        if any(operand.infinities for operand in after):
            return stem_from
        harmless = {
            one for one in self.infinite.intersection(stem_from) if self.effects[one].first_nan is None
        }
        return stem_from - harmless or stem_from

    def _made_elsewhere(self, after: Iterable[NonfiniteOperand]) -> Origins:
        """Return what results stem from that another process made: they came through shared memory or a file."""
        found = [self._contents.get(operand.hash) for operand in after if operand.hash is not None]
        here = {operand.process for operand in after}
        return _NONE.union(
            *(values.stem_from for values in found if values is not None and values.process not in here)
        )

    def _consume(
        self, operation: int, of: NonfiniteOperand, given: Iterable[_Values], has_results: bool, nan: bool
    ) -> None:
        refused = operation in self.absorbed.refused and not self.lines.prints(of.site)
        in_text = operation in self.in_text
        at_print = self.lines.prints(of.site)
        in_words = at_print or (in_text and self.lines.makes_text(of.site))
        printed = not of.literal and of.in_library and in_words
        reads_none = is_named(SKIPS, of.name) or is_named(LOOKS_AT_TYPES, of.name)
        printed &= (not has_results or of.is_one_number) and not reads_none
        # What chooses elsewhere than in the text of an array is part of a function: `print(rv.pmf(x))`.
        printed &= in_text or operation not in self.absorbed.chosen
        table = self._shows_a_table(of, has_results)
        plotted = bool(of.traits & PLOTS)
        # argmin and its like take a NaN for a number: nobody has dealt with it.
        ignored = not has_results and operation not in self.absorbed.chosen
        for values in given:
            if values.is_part:
                continue  # what an object holds stays with it, whatever is done with the object
            # A library that only asks for the shape of a number has not dealt with it either.
            overlooked = ignored and (values.harm is Harm.NUMBER if of.in_library else nan)
            values.taken |= not overlooked
            if not has_results and of.in_library and not overlooked:
                # The library tested them: what it copies of them now it deals with.
                values.harm = min(values.harm, Harm.INSIDE)
            if at_print and operation not in self.absorbed.handling:
                self.printed_as_they_are |= values.stem_from - self.handled
            for origin in values.stem_from:
                shown = plotted and not self._is_data(origin)
                read = printed and (values.is_number or not self._is_data(origin))
                read |= table and values.is_computed and not self._is_data(origin)
                if refused or shown or read:
                    self.effects[origin].reach(Harm.NUMBER if refused else Harm.SHOWN, operation)

    def _shows_a_table(self, of: NonfiniteOperand, has_results: bool) -> bool:
        """Return whether a library's public call makes text of the values, a file, or numbers of Python's."""
        known = self.absorbed.skipping, self.absorbed.handling
        if any(of.operation in one for one in known) or not of.traits & STANDS:
            return False
        printed = not has_results and self.lines.prints(of.site)
        return printed or is_named(WRITES_TABLES, of.name)

    def _skip(self, operation: int, stem_from: Origins) -> None:
        """Note whether the operation leaves out NaN of arithmetic, or the program deals with them by it."""
        if operation in self.absorbed.handling:
            self.handled.update(stem_from)
        elif operation in self.absorbed.skipping:
            for origin in stem_from:
                if self.judged[origin].step in (Step.MAKES, Step.ADDS):
                    self.effects[origin].reach(Harm.SKIPPED, operation)

    def _train(self, of: NonfiniteOperand, stem_from: Origins) -> None:
        """Note what reaches a model's weights, or makes a GradScaler leave out a step."""
        for origin in stem_from:
            if of.operation in self.updates:
                self.effects[origin].reach(Harm.WEIGHTS, of.operation)
            elif of.name == GRADIENT_CHECK:
                self.effects[origin].reach(Harm.STEP_LEFT_OUT, of.operation)

    def _is_data(self, origin: int) -> bool:
        """Whether the values were in the program's data, and not made by it or by a library that it called."""
        if origin in self.from_dropped:
            return False
        data = self.judged[origin].kind in _DATA or origin in self.filled
        by_library = (
            origin in self.grown or origin in self.handed_out or self.judged[origin].step is Step.LACKS
        )
        return data and (not by_library or origin in self.gaps)

    def _leave(
        self,
        operation: int,
        judgement: Judgement,
        before: Sequence[NonfiniteOperand],
        after: Sequence[NonfiniteOperand],
        stem_from: Origins,
    ) -> None:
        for origin in stem_from:
            if origin != operation:
                self.effects[origin].results += len(after)
        known = [values for operand in before if (values := self._known(operand)) is not None]
        from_numbers = bool(known) and all(values.is_number for values in known)
        in_text = operation in self.in_text
        computed = judgement.step not in (Step.IS_GIVEN, Step.BRINGS) and operation not in self.filled
        is_data = all(self._is_data(origin) for origin in stem_from)
        for operand in after:
            # `float()` of a library's array of one element is asked of NumPy by the library.
            asked = (
                operand.kind == "float"
                and operand.parent is None
                and self.lines.asks_for_number(operand.site)
            )
            worst = [one.harm for one in known]
            harm = harm_of(judgement, operand, worst, operation in self.framed, is_data, asked)
            harm = max(harm, Harm.NUMBER) if self._is_summand(operand) else harm
            is_text = in_text and not operand.traits & READS
            is_trial = operand.parent in self.searches and not operand.nans
            # Without a flag it is a limit that a library's object begins with, such as a bound that no iteration moved.
            is_limit = operand.part and judgement.step is Step.LACKS and not operand.nans
            if is_text or is_trial or is_limit or self._is_bound(operand, stem_from):
                harm = min(harm, Harm.INSIDE)
            if operand.traits & STANDS and operand.hash in self._contents:
                harm = max(harm, self._contents[operand.hash].harm)
            values = _Values(
                operation,
                operand.process,
                stem_from | self._same_number(operand),
                harm,
                is_part=operand.part,
                hash=operand.hash,
            )
            is_new = not in_text and is_computed_number(operand, before)
            values.is_number = computed and (from_numbers or is_new)
            values.is_computed = self._is_arithmetic(operand)
            values.is_programs = not operand.in_library
            values.taken = self._is_of_outer(operand)
            self._replace_view(operand, values)
            self._all.append(values)
            if operand.literal:
                self._literals.append(values)
            if operand.hash is not None:
                self._contents[operand.hash] = values
            for place in operand.memory:
                self._memory[place] = values
        if after and after[0].parent != self._left_by:
            self._left_by, self._left_at = operation, [place for one in after for place in one.memory]
        for operand in before:
            if operand.hash is not None and operand.hash not in self._contents and not operand.literal:
                self._contents[operand.hash] = _Values(
                    operation, operand.process, stem_from, Harm.NONE, taken=True
                )

    def _is_summand(self, operand: NonfiniteOperand) -> bool:
        """Return whether Python's own sum takes this element of an array: `sum(column)`."""
        own = operand.literal and operand.is_one_number and not operand.in_library
        return own and self.lines.adds_up(operand.site)

    def _is_bound(self, operand: NonfiniteOperand, stem_from: Origins) -> bool:
        """Return whether a library's own line has only made infinities of those that the program gave it.

        They are bounds: `nsum(f, 1, np.inf)` adds a step to its last number.
        """
        given = all(self.judged[origin].kind is OriginKind.GIVEN for origin in stem_from)
        return given and operand.in_library and not operand.nans

    def _is_of_outer(self, operand: NonfiniteOperand) -> bool:
        """Return whether the operation around this one has left the same memory: one result, of `np.log(frame)`."""
        if operand.parent is None or operand.parent != self._left_by or operand.address is None:
            return False
        # Of a frame whose first column is finite the results begin behind the block that they lie in.
        end = operand.address + max(operand.data_bytes or 1, 1)
        return any(operand.address <= place < end for place in self._left_at)

    def _replace_view(self, operand: NonfiniteOperand, values: _Values) -> None:
        """Let a second equal view of the same memory stand for the first: `best[0][np.isfinite(best[0])]`."""
        if operand.owner is None or operand.address is None or operand.hash is None:
            return
        earlier = self._memory.get(operand.address)
        if earlier is not None and (earlier.hash, earlier.stem_from) == (values.hash, values.stem_from):
            earlier.taken = True

    def _same_number(self, operand: NonfiniteOperand) -> Origins:
        """Return what an equal number of the program stems from that nobody took any further yet.

        Two infinities are one content: who reads it then may read either.
        """
        alike = self._contents.get(operand.hash) if operand.hash is not None and not operand.memory else None
        if alike is None or alike.taken or alike.process != operand.process:
            return _NONE
        return alike.stem_from if alike.is_programs and not operand.in_library else _NONE

    def _is_arithmetic(self, operand: NonfiniteOperand) -> bool:
        """Return whether the program computed these values element by element, or moved what it had so computed."""
        before = self._contents.get(operand.hash) if operand.hash is not None else None
        computed = operand.traits & ELEMENTWISE or is_named(NULLS_APART, operand.name)
        return bool(computed) or (before is not None and before.is_computed)

    def _draw(
        self, of: NonfiniteOperand, given: Iterable[_Values], after: Iterable[NonfiniteOperand]
    ) -> None:
        """Note which values a library has for a picture, and what it made of them for it."""
        if of.traits & PLOTS:
            for values in given:
                values.drawn = True
        elif (of.in_library or of.depth) and any(values.drawn for values in given):
            for operand in after:
                if (made := self._known(operand)) is not None:
                    made.drawn, made.harm = True, min(made.harm, Harm.INSIDE)

    def _remember(self, operands: Sequence[NonfiniteOperand], stem_from: Origins) -> None:
        if not operands[0].in_library or operands[0].importing:
            return  # a module's constants stay in it
        if self._line.line != operands[0].line:
            self._line = _Line(operands[0].line)
        self._line.stem_from = self._line.stem_from | stem_from
        self._line.nans = max(self._line.nans, *(operand.nans for operand in operands))


def _adds_of_infinities(
    step: Step, before: Sequence[NonfiniteOperand], after: Sequence[NonfiniteOperand]
) -> bool:
    """Return whether an operation made NaN of infinities: by arithmetic, or as it put one in place of each."""
    data = [operand for operand in before if not operand.literal]
    if step is Step.ADDS and not any(operand.nans for operand in before):
        return True
    gone = sum(operand.infinities for operand in data) - sum(operand.infinities for operand in after)
    added = sum(operand.nans for operand in after) - sum(operand.nans for operand in data)
    return step in (Step.ADDS, Step.LACKS) and gone == added > 0
