"""Changes of expressions that keep what a program computes. Each changes a tree in place, and says whether it did.

None is safe on any program: whoever applies one runs the program and compares its results.
"""

from __future__ import annotations

import ast
import itertools
import random
from collections import Counter

from benchmarks.mutating.syntax import (
    blocks,
    defined,
    fresh,
    imported,
    last_import,
    names,
    own_parts,
    put,
    signature,
    standing_for,
    statements,
)

# Functions of NumPy that arrays have as methods.
_METHODS = {
    "sum",
    "mean",
    "std",
    "var",
    "min",
    "max",
    "cumsum",
    "argmax",
    "argmin",
    "reshape",
    "ravel",
    "round",
    "dot",
}
_SIMPLE = (ast.Assign, ast.Expr, ast.Return, ast.AugAssign)


def rename(tree: ast.Module, choose: random.Random) -> bool:
    """Give some variables and functions another name everywhere."""
    mine = names(tree, ast.Store) - imported(tree)
    mine |= {one for one in defined(tree) if not one.startswith("__")}
    fixed = {node.arg for node in ast.walk(tree) if isinstance(node, (ast.arg, ast.keyword))}
    fixed |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    fixed |= {
        one for node in ast.walk(tree) if isinstance(node, (ast.Global, ast.Nonlocal)) for one in node.names
    }
    may = sorted(mine - fixed - {"_"})
    new = {
        old: fresh(tree, _longer(old, choose))
        for old in choose.sample(may, k=min(len(may), 1 + len(may) // 3))
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            node.id = new.get(node.id, node.id)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            node.name = new.get(node.name, node.name)
    return bool(new)


def _longer(name: str, choose: random.Random) -> str:
    return choose.choice([f"the_{name}", f"{name}_here", f"{name}_of_run", f"my_{name}"]).strip("_")


def swap_factors(tree: ast.Module, choose: random.Random) -> bool:
    """Write products and sums of two the other way round."""
    found = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.BinOp)
        and isinstance(node.op, (ast.Add, ast.Mult))
        and not any(isinstance(one, (ast.List, ast.JoinedStr, ast.Tuple)) for one in (node.left, node.right))
        and not any(isinstance(one, ast.Constant) and isinstance(one.value, str) for one in ast.walk(node))
        and not any(isinstance(one, ast.Call) for one in ast.walk(node))
    ]
    some = choose.sample(found, k=(len(found) + 1) // 2)
    for node in some:
        node.left, node.right = node.right, node.left
    return bool(some)


def functions_as_methods(tree: ast.Module, choose: random.Random) -> bool:
    """Write `x.sum()` for `np.sum(x)`, where `x` is a variable."""
    found = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "np"
        and node.func.attr in _METHODS
        and node.args
        and isinstance(node.args[0], (ast.Name, ast.BinOp))
    ]
    some = choose.sample(found, k=(len(found) + 1) // 2)
    for node in some:
        assert isinstance(node.func, ast.Attribute)
        node.func = ast.Attribute(node.args.pop(0), node.func.attr, ast.Load())
    return bool(some)


def name_arguments(tree: ast.Module, choose: random.Random) -> bool:
    """Give by name what functions of libraries and of the program were given by its place."""
    own = _own_functions(tree)
    found = []
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and len(node.args) > 1
            and not any(isinstance(one, ast.Starred) for one in node.args)
        ):
            called = own.get(node.func.id) if isinstance(node.func, ast.Name) else None
            expected = called or signature(tree, node.func)
            if expected and len(expected) >= len(node.args):
                found.append((node, expected))
    some = choose.sample(found, k=(len(found) + 1) // 2)
    for node, expected in some:
        first = choose.randrange(1, len(node.args))
        named = [ast.keyword(expected[place], node.args[place]) for place in range(first, len(node.args))]
        node.args, node.keywords = node.args[:first], [*named, *node.keywords]
    return bool(some)


def place_arguments(tree: ast.Module, _: random.Random) -> bool:
    """Give by its place what functions of the program were given by name, where the order allows."""
    own = _own_functions(tree)
    changed = False
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in own:
            expected = own[node.func.id]
            while (
                node.keywords
                and len(node.args) < len(expected)
                and node.keywords[0].arg == expected[len(node.args)]
            ):
                node.args.append(node.keywords.pop(0).value)
                changed = True
    return changed


def _own_functions(tree: ast.Module) -> dict[str, list[str]]:
    found = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return {
        one.name: [arg.arg for arg in one.args.args]
        for one in found
        if not one.args.vararg and not one.args.posonlyargs
    }


def name_a_part(tree: ast.Module, choose: random.Random) -> bool:
    """Give a name to a part of a statement, in a line of its own before it."""
    found = []
    for block in blocks(tree):
        for one in block:
            if isinstance(one, _SIMPLE):
                parts = [
                    part for part in own_parts(one) if isinstance(part, (ast.Call, ast.BinOp, ast.Subscript))
                ]
                whole = getattr(one, "value", None)
                found += [
                    (block, one, part)
                    for part in parts
                    if part is not whole
                    and isinstance(part.ctx if isinstance(part, ast.Subscript) else ast.Load(), ast.Load)
                ]
    changed = False
    for block, one, part in choose.sample(found, k=min(len(found), 4)):
        if one not in block or part not in set(own_parts(one)):
            continue
        name = fresh(tree, choose.choice(["part", "value", "inner", "given", "piece"]))
        put(one, part, ast.Name(name, ast.Load()))
        block.insert(block.index(one), standing_for(one, ast.Assign([ast.Name(name, ast.Store())], part)))
        changed = True
    return changed


def make_a_function(tree: ast.Module, choose: random.Random) -> bool:
    """Compute a part of a statement in a new function, which is given the variables that the part reads."""
    known = imported(tree) | defined(tree)
    own = names(tree, ast.Store) | {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    found = []
    for one in statements(tree):
        if isinstance(one, _SIMPLE):
            for part in own_parts(one):
                if (
                    isinstance(part, (ast.BinOp, ast.Call))
                    and names(part, ast.Load) & own
                    and not names(part, ast.Store)
                ):
                    found.append((one, part))
    changed = False
    for one, part in choose.sample(found, k=min(len(found), 2)):
        if part not in set(own_parts(one)):
            continue
        given = sorted((names(part, ast.Load) & own) - known)
        name = fresh(tree, choose.choice(["compute", "evaluate", "work_out"]))
        body = ast.Return(part)
        parameters = ast.arguments([], [ast.arg(each) for each in given], None, [], [], None, [])
        function = ast.FunctionDef(name, parameters, [standing_for(one, body)], [], None)
        put(
            one,
            part,
            ast.Call(ast.Name(name, ast.Load()), [ast.Name(each, ast.Load()) for each in given], []),
        )
        tree.body.insert(last_import(tree), function)
        changed = True
    return changed


def inline(tree: ast.Module, choose: random.Random) -> bool:
    """Put an expression in place of the variable that the next statement alone reads."""
    reads = Counter(
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    )
    given = Counter(
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    )
    found = []
    for block in blocks(tree):
        for one, after in itertools.pairwise(block):
            if isinstance(one, ast.Assign) and len(one.targets) == 1 and isinstance(one.targets[0], ast.Name):
                name = one.targets[0].id
                uses = [part for part in own_parts(after) if isinstance(part, ast.Name) and part.id == name]
                if len(uses) == reads[name] == given[name] == 1 and isinstance(after, _SIMPLE):
                    found.append((block, one, after, uses[0]))
    changed = False
    for block, one, after, use in choose.sample(found, k=min(len(found), 3)):
        if one in block and after in block:
            put(after, use, one.value)
            block.remove(one)
            changed = True
    return changed


def constants_above(tree: ast.Module, choose: random.Random) -> bool:
    """Give names to some numbers, at the top of the file."""
    found = [
        (one, part)
        for one in statements(tree)
        if isinstance(one, _SIMPLE)
        for part in own_parts(one)
        if isinstance(part, ast.Constant) and type(part.value) in (int, float) and part.value not in (0, 1, 2)
    ]
    names_ = ["SIZE", "LIMIT", "RATE", "COUNT", "LEVEL", "SCALE"]
    changed = False
    for one, part in choose.sample(found, k=min(len(found), 4)):
        name = fresh(tree, choose.choice(names_))
        put(one, part, ast.Name(name, ast.Load()))
        tree.body.insert(
            last_import(tree), standing_for(one, ast.Assign([ast.Name(name, ast.Store())], part))
        )
        changed = True
    return changed


def as_f_strings(tree: ast.Module, choose: random.Random) -> bool:
    """Write `print(f"score {x}")` for `print("score", x)`."""
    found = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "print"
        and len(node.args) > 1
        and not node.keywords
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
        and not any(
            isinstance(part, (ast.Constant, ast.JoinedStr)) and part is not node.args[0]
            for one in node.args
            for part in ast.walk(one)
        )
    ]
    for node in choose.sample(found, k=(len(found) + 1) // 2):
        parts: list[ast.expr] = [node.args[0]]
        for one in node.args[1:]:
            parts += [ast.Constant(" "), ast.FormattedValue(one, -1, None)]
        node.args = [ast.JoinedStr(parts)]
    return bool(found)


def write_types(tree: ast.Module, choose: random.Random) -> bool:
    """Write the types of constants, and that functions may return anything."""
    found: list[tuple[list[ast.stmt], ast.Assign]] = [
        (block, one)
        for block in blocks(tree)
        for one in block
        if isinstance(one, ast.Assign)
        and len(one.targets) == 1
        and isinstance(one.targets[0], ast.Name)
        and isinstance(one.value, ast.Constant)
    ]
    some = choose.sample(found, k=(len(found) + 1) // 2)
    for block, one in some:
        assert isinstance(one.value, ast.Constant)
        kind = ast.Name(type(one.value.value).__name__, ast.Load())
        block[block.index(one)] = standing_for(one, ast.AnnAssign(one.targets[0], kind, one.value, 1))
    functions = [one for one in statements(tree) if isinstance(one, ast.FunctionDef) and one.returns is None]
    for function in functions:
        function.returns = ast.Name("object", ast.Load())
    return bool(some or functions)
