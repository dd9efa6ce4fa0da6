"""Findings as GitHub's runners read them from a job's output: `::error file=fit.py,line=7::text` marks the line."""

from __future__ import annotations

import os
from pathlib import Path

_VARIABLE = "GITHUB_ACTIONS"
_ROOT = "GITHUB_WORKSPACE"


def wanted() -> bool:
    """Return whether this process runs in a job of GitHub Actions."""
    return os.environ.get(_VARIABLE) == "true"


def error_command(file: str, line: int, text: str) -> str:
    """Return the workflow command that marks a line with an error. file: absolute, or relative to this folder."""
    place = f"file={_property(_in_repository(file))},line={line},title=numscope"
    return f"::error {place}::{_data(text)}"


def _in_repository(file: str) -> str:
    """Return a path as the runner's pages need it: relative to the checkout."""
    root = os.environ.get(_ROOT, os.getcwd())
    path = Path(os.path.abspath(file))
    return str(path.relative_to(root)) if path.is_relative_to(root) else file


def _data(text: str) -> str:
    """Return a text in one line, escaped as https://github.com/actions/toolkit (command.ts) reads it."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
