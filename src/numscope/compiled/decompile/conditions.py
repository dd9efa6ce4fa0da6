"""Conditions: several branches that make one test or one value become one expression.

A branch and the branch it leads to are joined when control meets again in the same place: `and`, `or`, `not`, the
conditional expression, the chained comparison, in any nesting, because each joining makes one branch of two.
"""

from __future__ import annotations

import ast
from typing import Any

from numscope.compiled.decompile.connectives import both, either
from numscope.compiled.decompile.context import UnstructuredError, Writer
from numscope.compiled.decompile.differences import Difference, same_tree
from numscope.compiled.decompile.effects import effect
from numscope.compiled.decompile.graph import Block
from numscope.compiled.decompile.nodes import Caught, ExceptionMatch, IteratorOf, Slot
from numscope.compiled.decompile.path import Path
from numscope.compiled.decompile.statements import INVERSE, negate, tests_pattern, valued

# What takes the one value that is complete: a formatting, or (from 3.12 on) a comprehension that iterates over it.
_BEHIND_VALUE = ("CONVERT", "FORMAT", "LOAD_CLEAR")


def join(writer: Writer, path: Path) -> bool:
    """Join one more branch or value to `path`; say whether there was one."""
    if isinstance(path.test, ExceptionMatch) or (writer.names.plain and valued(path.test)):
        return False
    if tests_pattern(path.test):
        return _join_guard(writer, path)
    if _chained(writer, path):
        return True
    if path.yes is path.no and _join_same(writer, path):
        return True
    yes = None if path.keep_yes else _next(writer, path, path.yes)
    no = None if path.keep_no else _next(writer, path, path.no)
    return (
        (yes is not None and _join_yes(writer, path, yes))
        or (no is not None and _join_no(writer, path, no))
        or _join_both(writer, path, yes, no)
        or _join_kept(writer, path, yes, no)
        or _join_threaded(writer, path, yes, no)
        or _join_exits(writer, path, yes, no)
    )


def _join_guard(writer: Writer, path: Path) -> bool:
    """Join a case's guard, which fails to where its pattern does."""
    other = _next(writer, path, path.yes)
    if other is None or not _is_branch(writer, path, other) or _keeps(other):
        return False
    if other.yes is other.no is not path.no and _keeps_subject(other.stack):
        # A constant in the guard decided. An `if` that decides nothing stands behind the subject.
        test = either(other.test, ast.Constant(True))
        _absorb(writer, path, other, path.yes)
        path.branch(both(path.test, test), other.yes, path.no, False, False)
        return True
    if path.no not in (other.no, other.yes):
        return False
    _absorb(writer, path, other, path.yes)
    if other.no is path.no:
        path.branch(both(path.test, other.test), other.yes, other.no, False, False)
    else:
        path.branch(both(path.test, negate(other.test)), other.no, other.yes, False, False)
    return True


def _next(writer: Writer, path: Path, block: Block) -> Path | None:
    """Look at what follows in `block`, when only `path` leads there and it computes without a statement."""
    if writer.graph.forward_predecessors(block) != path.counts.get(block, 0) or block in path.blocks:
        return None
    if block.handler != path.blocks[-1].handler or block in writer.graph.loops:
        return None
    found: Path | None = writer.look_ahead(block, path.stack)
    return found


def _absorb(writer: Writer, path: Path, other: Path, at: Block) -> None:
    path.blocks = [*path.blocks, *other.blocks]
    counts = dict(path.counts)
    counts.pop(at, None)
    for block, count in other.counts.items():
        counts[block] = counts.get(block, 0) + count
    path.counts = counts


def _is_branch(writer: Writer, path: Path, other: Path) -> bool:
    kept = path.keep_yes or path.keep_no or other.keep_yes or other.keep_no
    if writer.names.plain and (kept or valued(other.test)):
        # Kept in a variable and then tested, `a and b` tests `a` once more than the bytecode does.
        return False
    return (
        other.kind == "branch"
        and not other.statements
        and same_stack(other.stack, path.stack)
        and not isinstance(other.test, ExceptionMatch)
        and not tests_pattern(other.test)
    )


def _join_same(writer: Writer, path: Path) -> bool:
    """Join what follows on a test that decides nothing: a constant behind it did, as in `a and '' or b`."""
    if path.keep_yes or path.keep_no:
        return False
    other = _next(writer, path, path.yes)
    if other is None:
        return False
    if other.statements:
        return _join_decided(writer, path)
    if _is_branch(writer, path, other):
        test = either(both(path.test, ast.Constant(False)), other.test)
        _absorb(writer, path, other, path.yes)
        path.branch(test, other.yes, other.no, other.keep_yes, other.keep_no)
        return True
    if _waiting(path.stack) and _is_value(other, other.target, path.stack):
        value = _decided_value(path.test, other.stack[-1])
        _absorb(writer, path, other, path.yes)
        path.value(value, other.target)
        return True
    return _join_decided(writer, path)


def _join_decided(writer: Writer, path: Path) -> bool:
    """Join a choice that a constant decided to the one value it has, where that is computed in one block."""
    block = path.yes
    end = _value_end(writer, block)
    if end is None or not _waiting(path.stack):
        return False
    value = writer.value(block.start, end, path.stack)
    more = writer.run(block, [*path.stack, _decided_value(path.test, value)], end)
    more.statements = [*path.statements, *more.statements]
    more.blocks = [*path.blocks, block]
    path.become(more)
    return True


def _decided_value(test: Any, value: Any) -> ast.expr:
    """Write a choice that has one value, whatever is tested."""
    test, nothing = either(test, ast.Constant(True)), ast.Constant(None)
    if isinstance(value, IteratorOf):
        return IteratorOf(ast.IfExp(test, value.value, nothing), value.is_async)
    return ast.IfExp(test, value, nothing)


def _value_end(writer: Writer, block: Block) -> int | None:
    """Find where the value that a block computes first is complete: what follows takes more than it, or formats it."""
    depth, end = 0, None
    for place in range(block.start, block.end):
        instruction = writer.code[place]
        taken, left = effect(instruction)
        if taken > depth or (end == place and instruction.op in _BEHIND_VALUE):
            return end
        if taken == depth:
            end = place + 1 if left == 1 else None
        depth += left - taken
    return None


def _join_yes(writer: Writer, path: Path, other: Path) -> bool:
    if not _is_branch(writer, path, other):
        return False
    if other.no is path.no and other.keep_no == path.keep_no:
        test = both(path.test, other.test)
    elif other.yes is path.no and not other.keep_yes and not path.keep_no:
        test = either(negate(path.test), other.test)
    else:
        return False
    _absorb(writer, path, other, path.yes)
    path.branch(test, other.yes, other.no, other.keep_yes, other.keep_no)
    return True


def _join_no(writer: Writer, path: Path, other: Path) -> bool:
    if not _is_branch(writer, path, other):
        return False
    if other.yes is path.yes and other.keep_yes == path.keep_yes:
        test = either(path.test, other.test)
    elif other.no is path.yes and not other.keep_no and not path.keep_yes:
        test = both(negate(path.test), other.test)
    else:
        return False
    _absorb(writer, path, other, path.no)
    path.branch(test, other.yes, other.no, other.keep_yes, other.keep_no)
    return True


def _join_both(writer: Writer, path: Path, yes: Path | None, no: Path | None) -> bool:
    """The conditional expression, as a test or as a value."""
    if yes is None or no is None or yes.statements or no.statements:
        return False
    if _is_branch(writer, path, yes) and _is_branch(writer, path, no):
        if (yes.yes, yes.no, yes.keep_yes, yes.keep_no) == (no.yes, no.no, no.keep_yes, no.keep_no):
            test = ast.IfExp(path.test, yes.test, no.test)
            _absorb(writer, path, yes, path.yes)
            _absorb(writer, path, no, path.no)
            path.branch(test, yes.yes, yes.no, yes.keep_yes, yes.keep_no)
            return True
        if (yes.yes, yes.no) == (no.no, no.yes) and not any(_keeps(one) for one in (yes, no)):
            test = ast.IfExp(path.test, yes.test, negate(no.test))
            _absorb(writer, path, yes, path.yes)
            _absorb(writer, path, no, path.no)
            path.branch(test, yes.yes, yes.no, False, False)
            return True
        return _join_undecided(writer, path, yes, no)
    if yes.kind == no.kind == "jump" and yes.target is no.target:
        size = len(path.stack)
        if len(yes.stack) == len(no.stack) == size + 1 and all(
            same_stack(way.stack[:-1], path.stack) for way in (yes, no)
        ):
            # A constant decided: the value is one, and may be one that is stored, too.
            if path.yes is path.no:
                value = _decided_value(path.test, yes.stack[-1])
            else:
                value = _either(path.test, yes.stack[-1], no.stack[-1])
                _absorb(writer, path, no, path.no)
            _absorb(writer, path, yes, path.yes)
            path.value(value, yes.target)
            return True
    return False


def _join_undecided(writer: Writer, path: Path, yes: Path, no: Path) -> bool:
    """The conditional expression as a test, where one way leads to one place whatever it tests: a constant decided."""
    way, rest = (yes, no) if yes.yes is yes.no else (no, yes)
    known = _decided(way, rest)
    if known is None:
        return False
    body, orelse = (known, no.test) if way is yes else (yes.test, known)
    _absorb(writer, path, yes, path.yes)
    _absorb(writer, path, no, path.no)
    path.branch(ast.IfExp(path.test, body, orelse), rest.yes, rest.no, False, False)
    return True


def _decided(way: Path, other: Path) -> ast.expr | None:
    """Write what a way tests so that it leads where one of the other way's ends is; None if it does not lead there."""
    if way.yes is not way.no or _keeps(way) or _keeps(other):
        return None
    if way.yes is other.yes:
        return either(way.test, ast.Constant(True))
    return both(way.test, ast.Constant(False)) if way.yes is other.no else None


def _keeps(path: Path) -> bool:
    return path.keep_yes or path.keep_no


def _either(test: ast.expr, one: Any, two: Any) -> ast.expr:
    """Write a choice between two values; between two iterators it is one between what they iterate over."""
    if isinstance(one, IteratorOf) and isinstance(two, IteratorOf) and one.is_async == two.is_async:
        return IteratorOf(ast.IfExp(test, one.value, two.value), one.is_async)
    return ast.IfExp(test, one, two)


def _join_kept(writer: Writer, path: Path, yes: Path | None, no: Path | None) -> bool:
    """`and` and `or` as values."""
    if path.keep_yes and path.keep_no and path.yes is path.no:
        path.value(path.test, path.yes)
        return True
    if path.keep_no and _is_value(yes, path.no, path.stack):
        assert yes is not None
        _absorb(writer, path, yes, path.yes)
        path.value(both(path.test, yes.stack[-1]), yes.target)
        return True
    if path.keep_yes and _is_value(no, path.yes, path.stack):
        assert no is not None
        _absorb(writer, path, no, path.no)
        path.value(either(path.test, no.stack[-1]), no.target)
        return True
    return False


def _join_threaded(writer: Writer, path: Path, yes: Path | None, no: Path | None) -> bool:
    """`and` and `or` as a value that is tested next, where the first operand jumps past that test to where it leads."""
    if no is not None and _leads_on(writer, path, no, (path.yes, path.keep_yes), True):
        _absorb(writer, path, no, path.no)
        path.value(either(path.test, no.stack[-1]), no.target)
        return True
    if yes is not None and _leads_on(writer, path, yes, (path.no, path.keep_no), False):
        _absorb(writer, path, yes, path.yes)
        path.value(both(path.test, yes.stack[-1]), yes.target)
        return True
    return False


def _leads_on(writer: Writer, path: Path, value: Path, way: tuple[Block, bool], truth: bool) -> bool:
    """Say whether a value comes to a block that only tests it, and leads one of that truth the same `way`."""
    test = value.target
    if not _is_value(value, test, path.stack) or test.end != test.start + 1:
        return False
    branch = writer.code[test.start]
    if branch.op != "BRANCH":
        return False
    sense, keep = branch.arg
    return way == ((test.jump, keep) if sense == truth else (test.following, False))


def _join_exits(writer: Writer, path: Path, yes: Path | None, no: Path | None) -> bool:
    """Ways on that the compiler copied because they soon return: they differ in the joined value alone."""
    kept = path.keep_yes or path.keep_no or _waiting(path.stack)
    if not kept and not any(_one_of_several(writer, path, way) for way in (yes, no)):
        return False
    first = _exit(writer, path, yes, path.yes, path.keep_yes)
    second = _exit(writer, path, no, path.no, path.keep_no)
    if first is None or second is None or len(first.statements) != len(second.statements):
        return False
    if first.kind != second.kind:
        return False
    pairs = list(zip([*first.statements, first.test], [*second.statements, second.test], strict=True))
    for alike in (False, True):
        difference = Difference(path, alike)
        merged: list[Any] = [difference.merge(one, two) for one, two in pairs]
        if difference.places:
            break
    if difference.places != 1:
        return False
    shared, count = _shared_end(path, [way for way in (yes, no) if way is not None])
    _absorb(writer, path, first, path.yes)
    _absorb(writer, path, second, path.no)
    path.kind = first.kind
    path.test = merged.pop()
    path.statements = [*path.statements, *merged]
    path.shared, path.counts = None, {}
    if shared is not None and writer.graph.forward_predecessors(shared) > count:
        path.shared, path.counts = shared, {shared: count}
    return True


def _shared_end(path: Path, ways: list[Path]) -> tuple[Block | None, int]:
    """Find the one end to which ways bring a value, and count the edges that lead there."""
    found = next((end for way in ways if (end := _end_of(way)) is not None), None)
    if found is None:
        return None, 0
    direct = path.counts.get(found, 0) if found in (path.yes, path.no) else 0
    return found, direct + sum(way.counts.get(found, 0) for way in ways if _end_of(way) is found)


def _end_of(way: Path) -> Block | None:
    return way.target if way.kind == "jump" else way.shared


def _one_of_several(writer: Writer, path: Path, way: Path | None) -> bool:
    """Say whether a way brings a value to where other ways bring one, too: no statement ends in between."""
    if way is None or way.statements:
        return False
    if way.kind == "jump" and len(way.stack) != len(path.stack) + 1:
        return False
    end = _end_of(way)
    return end is not None and writer.graph.forward_predecessors(end) > way.counts.get(end, 0)


def _exit(writer: Writer, path: Path, known: Path | None, block: Block, keep: bool) -> Path | None:
    handler = path.blocks[-1].handler
    if known is not None and known.kind in ("return", "raise", "reraise"):
        return known
    if known is not None and known.kind == "jump" and not known.statements:
        found: Path | None = writer.run_exit(known.target, known.stack, handler)
        return found
    if known is None:
        copied: Path | None = writer.run_exit(
            block, [*path.stack, path.test] if keep else path.stack, handler
        )
        return copied
    return None


def _chained(writer: Writer, path: Path) -> bool:
    """`a < b < c`: the first comparison keeps a copy of its right side for the second."""
    test, stack = path.test, path.stack
    if not isinstance(test, ast.Compare) or not stack or stack[-1] is not test.comparators[-1]:
        return False
    if path.keep_yes:
        return False
    rest = _rest_of_chain(writer, path)
    if rest is None:
        return False
    used = _used(rest, stack[-1])
    comparison = used or _comparison(rest)
    whole = ast.Compare(test.left, [*test.ops, *comparison.ops], [*test.comparators, *comparison.comparators])
    failed = _failed(writer, path.no, [*stack, test] if path.keep_no else stack)
    if used is None and failed.statements:
        used = _used(writer.extend(rest), stack[-1])
    if used is not None:
        return _chain_used(path, rest, failed, used, whole)
    if failed.statements:
        return False
    if not path.keep_no and rest.kind == "branch" and failed.kind == "jump":
        return _chained_test(writer, path, rest, failed, whole)
    return path.keep_no and _chain_kept(writer, path, rest, failed, whole)


def _together(path: Path, rest: Path, failed: Path) -> None:
    """Make `path` stand for both ways on from the first comparison, too."""
    counts = dict(rest.counts)
    # A longer chain fails to one block from all its comparisons.
    new = [block for block in failed.blocks if block not in rest.blocks]
    for block, count in failed.counts.items() if new else ():
        counts[block] = counts.get(block, 0) + count
    path.blocks = [*path.blocks, *rest.blocks, *new]
    path.counts = counts
    path.stack = path.stack[:-1]


def _chain_kept(writer: Writer, path: Path, rest: Path, failed: Path, whole: ast.expr) -> bool:
    """The value of a chain."""
    if failed.kind == "jump" and (rest.kind == "return" or _to_return(writer, rest)):
        # One of two copies of a return: the value goes to the other one.
        if not _to_return(writer, failed) or rest.statements:
            return False
    elif rest.kind != failed.kind or rest.kind not in ("jump", "return") or rest.target is not failed.target:
        return False
    _together(path, rest, failed)
    if failed.kind == "return":
        path.kind, path.test = "return", whole
    else:
        path.value(whole, failed.target)
    return True


def _to_return(writer: Writer, path: Path) -> bool:
    """Say whether a path jumps to a return: guarded code leaves its returns out of what is guarded."""
    return bool(path.kind == "jump" and writer.code[path.target.start].op == "RETURN")


def _used(rest: Path, middle: Any) -> Any:
    """Give the comparison with the kept value where more than that was run: its value went into something."""
    if not rest.statements and rest.kind == "jump":
        return None
    trees = [*rest.statements, rest.test] if isinstance(rest.test, ast.AST) else rest.statements
    found = [
        node
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare) and node.left is middle and node is not rest.test
    ]
    return found[0] if len(found) == 1 else None


def _chain_used(path: Path, rest: Path, failed: Path, comparison: ast.Compare, whole: ast.expr) -> bool:
    """Write a chain whose value goes into the same, wherever its first comparison fails and behind the last one."""
    if not path.keep_no or rest.kind != failed.kind or rest.kind not in ("jump", "return", "raise"):
        return False
    marker = ast.Name("", ast.Load())
    mine = substituted([*rest.statements, rest.test], comparison, marker)
    other = substituted([*failed.statements, failed.test], path.test, marker)
    if (
        rest.target is not failed.target
        or not same_stack(rest.stack, failed.stack)
        or not same_tree(mine, other)
    ):
        return False
    before = path.statements
    _together(path, rest, failed)
    *statements, path.test = substituted(mine, marker, whole)
    path.statements = [*before, *statements]
    path.kind, path.target, path.stack = rest.kind, rest.target, rest.stack
    path.keep_no = False
    return True


def substituted(tree: Any, old: Any, new: Any) -> Any:
    """Copy a tree as far as it holds `old`, with `new` in its place."""
    if tree is old:
        return new
    if isinstance(tree, list):
        return [substituted(one, old, new) for one in tree]
    if not isinstance(tree, ast.AST) or not any(node is old for node in ast.walk(tree)):
        return tree
    return type(tree)(**{name: substituted(getattr(tree, name, None), old, new) for name in tree._fields})


def _rest_of_chain(writer: Writer, path: Path) -> Path | None:
    """Run on from the first comparison, up to the one that takes the kept value as its left side."""
    block, middle = path.yes, path.stack[-1]
    if writer.graph.forward_predecessors(block) != path.counts.get(block, 0) or block in writer.graph.loops:
        return None
    if block.handler != path.blocks[-1].handler:
        return None
    rest: Path = writer.run(block, path.stack)
    while True:
        if _used(rest, middle) is not None:
            return rest
        if rest.statements:
            return None
        comparison = _comparison(rest)
        if isinstance(comparison, ast.Compare) and comparison.left is middle:
            chained = rest.kind == "branch" and rest.stack and rest.stack[-1] is comparison.comparators[-1]
            if not chained:
                return rest
            if not _chained(writer, rest):
                return None
        elif not writer.step(rest):
            return None


def _failed(writer: Writer, block: Block, stack: list[Any]) -> Path:
    """Run where a chained comparison goes on when its first part fails: the copy of its middle is dropped."""
    if writer.code[block.start].op not in ("POP", "SWAP"):
        raise UnstructuredError(block)
    middle = stack[-2] if writer.code[block.start].op == "SWAP" else stack[-1]
    # What only passes the stack on here was computed in the comparison.
    middle.compared = True
    found: Path = writer.run(block, stack)
    clause_ends = found.kind == "jump" and writer.code[found.target.start].op == "POP_EXCEPT"
    return found if clause_ends else writer.extend(found)


def _chained_test(writer: Writer, path: Path, rest: Path, failed: Path, whole: ast.Compare) -> bool:
    """A chain as a condition."""
    if len(failed.stack) != len(path.stack) - 1 or rest.keep_yes or rest.keep_no:
        return False
    yes, no = rest.yes, rest.no
    if _same_end(writer, failed.target, yes) and type(whole.ops[-1]) in INVERSE:
        # The last comparison was turned round for its jump.
        whole = ast.Compare(whole.left, [*whole.ops[:-1], INVERSE[type(whole.ops[-1])]()], whole.comparators)
        yes, no = no, yes
    if not _same_end(writer, failed.target, no):
        return False
    _together(path, rest, failed)
    path.branch(whole, yes, no, False, False)
    return True


def _same_end(writer: Writer, one: Block, other: Block) -> bool:
    """Say whether two blocks are one, or copies of an except clause's end, which the compiler makes from 3.13 on."""
    if one is other:
        return True
    ends = all(writer.code[block.start].op == "POP_EXCEPT" and block.harmless for block in (one, other))
    lengths = [block.end - block.start for block in (one, other)]
    return ends and lengths == [1, 1] and one.successors() == other.successors()


def _is_value(path: Path | None, target: Block, stack: list[Any]) -> bool:
    """Say whether a path does nothing but put one value on the stack on its way to `target`."""
    if path is None or path.statements or path.kind != "jump":
        return False
    return path.target is target and bool(path.stack) and same_stack(path.stack[:-1], stack)


def same_stack(one: list[Any], two: list[Any]) -> bool:
    """Say whether the very same values are on both stacks."""
    return len(one) == len(two) and all(mine is other for mine, other in zip(one, two, strict=True))


def _comparison(path: Path) -> Any:
    """Give what a path has computed last."""
    return path.stack[-1] if path.kind == "jump" and path.stack else path.test


def _waiting(stack: list[Any]) -> bool:
    return bool(stack) and not isinstance(stack[-1], (Slot, Caught))


def _keeps_subject(stack: list[Any]) -> bool:
    return bool(stack) and isinstance(stack[-1], Slot) and stack[-1].kind == "subject"
