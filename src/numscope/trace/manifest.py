"""A trace's `manifest.json`: what the directory is, who wrote it, and whether it is sealed."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from numscope.errors import TraceError
from numscope.format.constants import number

FORMAT = "numscope-trace"
VERSION = number("FORMAT_VERSION")
FILE_NAME = "manifest.json"


def write_manifest(trace: Path, manifest: dict[str, Any]) -> None:
    """Replace the manifest of the trace directory `trace` in one step, so that no reader ever sees half of it.

    Raises OSError.
    """
    partial = trace / f".{FILE_NAME}.{os.getpid()}"
    try:
        with open(
            os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8"
        ) as file:
            file.write(json.dumps(manifest, indent=2) + "\n")
        partial.replace(trace / FILE_NAME)
    finally:
        partial.unlink(missing_ok=True)


def read_manifest(trace: Path) -> dict[str, Any]:
    """The manifest of the trace directory `trace`.

    Raises TraceError if there is none, if it is not a numscope trace's, or if a newer numscope wrote it.
    """
    if not trace.exists():
        raise TraceError(f"there is no trace at {trace}.")
    if not trace.is_dir():
        raise TraceError(f"{trace} is not a trace: a trace is a directory that holds a {FILE_NAME}.")
    try:
        manifest = json.loads((trace / FILE_NAME).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise TraceError(f"{trace} is not a trace: it holds no {FILE_NAME}.") from None
    except (OSError, ValueError, RecursionError) as error:
        raise TraceError(f"{trace / FILE_NAME} can't be read: {error}.") from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise TraceError(f"{trace} is not a numscope trace: its {FILE_NAME} says so.")
    version = manifest.get("version")
    if not isinstance(version, int) or version < 1:
        raise TraceError(f"{trace / FILE_NAME} names no usable format version ({version!r}).")
    if version > VERSION:
        raise TraceError(
            f"{trace} has format version {version}, and this numscope reads up to {VERSION}: update numscope."
        )
    return manifest


def noted_problems(manifest: dict[str, Any]) -> tuple[str, ...]:
    """The sentences about what could not be read that sealing left in the manifest."""
    problems = manifest.get("problems")
    return tuple(str(problem) for problem in problems) if isinstance(problems, list) else ()
