"""A trace's `manifest.json`: what the directory is, who wrote it, and whether it is sealed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from numscope.errors import TraceError
from numscope.format.constants import number
from numscope.format.files import Folder
from numscope.format.names import MANIFEST
from numscope.format.signature import recorded_here

FORMAT = "numscope-trace"
VERSION = number("FORMAT_VERSION")
# Problems that sealing notes are the most of it: one sentence for each process at least.
MOST_BYTES = 16 << 20
_KINDS: dict[str, type | tuple[type, ...]] = {
    **dict.fromkeys(("state", "creator", "folder", "host", "signature"), str),
    **dict.fromkeys(("created_ns", "operations"), int),
    **dict.fromkeys(("command", "problems"), list),
    **dict.fromkeys(("versions", "policy"), dict),
}
_POLICY_KINDS: dict[str, type | tuple[type, ...]] = {
    **dict.fromkeys(("allow", "rule", "ops", "skip", "callers", "stop_on"), list),
    **dict.fromkeys(("values", "output", "npy", "npy_prefix"), str),
    "scalars": (bool, str),
}


def open_folder(path: Path) -> Folder:
    """Open the trace directory at `path`. Raises TraceError if there is none."""
    try:
        return Folder.at(path)
    except FileNotFoundError:
        raise TraceError(f"there is no trace at {path}.") from None
    except NotADirectoryError:
        raise TraceError(f"{path} is not a trace: a trace is a directory that holds a {MANIFEST}.") from None
    except (OSError, ValueError) as error:
        raise TraceError(f"{path} can't be opened: {getattr(error, 'strerror', None) or error}.") from None


def write_manifest(trace: Folder, manifest: dict[str, Any], mode: int = 0o600) -> None:
    """Replace the manifest of the trace directory `trace` in one step, so that no reader ever sees half of it.

    Raises OSError.
    """
    text = json.dumps(manifest, indent=2) + "\n"
    trace.replace(MANIFEST, text.encode(), mode)


def read_manifest(trace: Folder) -> dict[str, Any]:
    """The manifest of the trace directory `trace`; from then on no hard links are followed in a stranger's.

    Raises TraceError if there is none, if it is not a numscope trace's, or if a newer numscope wrote it.
    """
    manifest = _read(trace)
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise TraceError(f"{trace.path} is not a numscope trace: its {MANIFEST} says so.")
    version = manifest.get("version")
    if not isinstance(version, int) or version < 1:
        raise TraceError(f"{trace.path / MANIFEST} names no usable format version ({version!r}).")
    if version > VERSION:
        raise TraceError(
            f"{trace.path} has format version {version}, and this numscope reads up to {VERSION}: update numscope."
        )
    manifest = {name: value for name, value in manifest.items() if value is not None or name not in _KINDS}
    _check_kinds(trace.path, manifest, _KINDS)
    _check_kinds(trace.path, manifest.get("policy", {}), _POLICY_KINDS)
    trace.single_links = not recorded_here(trace, manifest)
    return manifest


def _read(trace: Folder) -> Any:
    path = trace.path / MANIFEST
    try:
        return json.loads(trace.read(MANIFEST, MOST_BYTES).decode())
    except FileNotFoundError:
        raise TraceError(f"{trace.path} is not a trace: it holds no {MANIFEST}.") from None
    except OSError as error:
        raise TraceError(f"{path} can't be read: {error.strerror or error}.") from None
    except (ValueError, RecursionError) as error:
        raise TraceError(f"{path} can't be read: {error}.") from None


def _check_kinds(path: Path, facts: dict[str, Any], kinds: dict[str, Any]) -> None:
    for name, kind in kinds.items():
        value = facts.get(name)
        if value is not None and not isinstance(value, kind):
            raise TraceError(f"{path / MANIFEST} can't be read: its {name} is no {_words(kind)}.")


def _words(kind: Any) -> str:
    return " or ".join(one.__name__ for one in (kind if isinstance(kind, tuple) else (kind,)))


def noted_problems(manifest: dict[str, Any]) -> tuple[str, ...]:
    """The sentences about what could not be read that sealing left in the manifest."""
    problems = manifest.get("problems")
    return tuple(str(problem) for problem in problems) if isinstance(problems, list) else ()
