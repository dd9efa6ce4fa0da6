"""What a program's file defines, without what it does. Written into generated tests as it stands here."""

from __future__ import annotations

import ast

# Assignments may call these: they make constants and compiled functions, and run nothing of the program.
MAKERS = (
    "np",
    "numpy",
    "math",
    "numba",
    "njit",
    "jit",
    "vectorize",
    "guvectorize",
    "float",
    "int",
    "complex",
)


def definitions(source: str, path: str) -> ast.Module:
    """The imports, functions, classes and plain assignments of `source`."""
    tree = ast.parse(source, path)
    tree.body = [statement for statement in tree.body if defines(statement)]
    return tree


def defines(statement: ast.stmt) -> bool:
    """Whether `statement` defines something and does nothing else."""
    if isinstance(statement, (ast.Assign, ast.AnnAssign)):
        called = [node.func for node in ast.walk(statement) if isinstance(node, ast.Call)]
        return all(ast.unparse(function).partition(".")[0] in MAKERS for function in called)
    return isinstance(statement, (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef))
