"""Syntax trees as text."""

from __future__ import annotations

import ast


def unparse(tree: ast.AST) -> str:
    """Write a tree as source text."""
    return ast.unparse(tree)
