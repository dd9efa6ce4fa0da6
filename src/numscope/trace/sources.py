"""The text of the program's own source files, kept in the trace: `sources/HASH`, found through `sources/index.json`.

Lines that an answer shows come from here, so that they are right on other machines and after edits.
"""

from __future__ import annotations

import io
import json
import linecache
import os
import platform
import re
import stat
import tokenize
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

import xxhash

from numscope.redaction import Redactor
from numscope.user_code import is_user_file

FOLDER = "sources"
_INDEX = "index.json"
_MOST_BYTES = 1_000_000
_HASH = re.compile(r"[0-9a-f]{32}")


class Sources:
    """Source files of the recorded program, as they ran.

    A file that the trace does not keep is read where it is, if the trace was recorded on this host by this user.
    """

    def __init__(self, trace: Path, manifest: dict[str, Any]) -> None:
        self._trace = trace
        self._manifest = manifest
        self._lines: dict[str, list[str]] = {}

    def files(self) -> tuple[str, ...]:
        """Return the files whose text the trace keeps."""
        return tuple(self._index)

    def text(self, file: str) -> str | None:
        """Return the text of `file`; None if the trace does not keep it and it can't be read here."""
        lines = self.lines(file)
        return "\n".join(lines) if lines else None

    def line(self, file: str, number: int) -> str:
        """Return line `number` of `file`, from 1, without its indentation; empty if it is not known."""
        lines = self.lines(file)
        return lines[number - 1].strip() if 0 < number <= len(lines) else ""

    def lines(self, file: str) -> list[str]:
        """Return the lines of `file` without their ends; none if it is not known."""
        if file not in self._lines:
            kept = self._kept(file)
            self._lines[file] = self._as_it_is_now(file) if kept is None else kept.split("\n")
        return self._lines[file]

    @cached_property
    def _index(self) -> dict[str, str]:
        try:
            index = json.loads((self._trace / FOLDER / _INDEX).read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}  # an older trace, or one that is read aside
        found = index.items() if isinstance(index, dict) else ()
        return {file: name for file, name in found if isinstance(name, str) and _HASH.fullmatch(name)}

    def _kept(self, file: str) -> str | None:
        name = self._index.get(file)
        try:
            return None if name is None else _decoded((self._trace / FOLDER / name).read_bytes())
        except OSError:
            return None

    def _as_it_is_now(self, file: str) -> list[str]:
        if not recorded_here(self._trace, self._manifest):
            return []
        # Of linecache, so that the cells of a notebook and what was typed at a prompt are found.
        lines = [line.rstrip("\n") for line in linecache.getlines(file)]
        redactor = redactor_of(self._manifest)
        return redactor.text("\n".join(lines)).split("\n") if redactor and lines else lines


def redactor_of(manifest: dict[str, Any]) -> Redactor:
    """Return what --redact asked for; nothing where the manifest is damaged."""
    policy = manifest.get("policy")
    patterns = policy.get("redact") if isinstance(policy, dict) else None
    try:
        return Redactor([pattern for pattern in patterns or () if isinstance(pattern, str)])
    except (re.error, TypeError):
        return Redactor(())


def recorded_here(trace: Path, manifest: dict[str, Any]) -> bool:
    """Return whether this user recorded `trace` on this host, where a path of the trace means the same file."""
    try:
        return manifest.get("host") == platform.node() and trace.stat().st_uid == os.getuid()
    except OSError:
        return False


def keep_sources(trace: Path, manifest: dict[str, Any], files: Iterable[str]) -> None:
    """Copy the user's own among `files` into the trace at `trace`, readable for its owner only. Raises OSError.

    Left out: files of libraries, of more than 1 MB, and those that changed after the recording began. With
    `--values none` nothing is kept.
    """
    redactor = redactor_of(manifest)
    if manifest.get("policy", {}).get("values") == "none" or not recorded_here(trace, manifest):
        return
    index = {}
    for file in sorted(set(files)):
        data = (
            _as_it_ran(Path(str(manifest.get("folder", "")), file), manifest) if is_user_file(file) else None
        )
        if data is not None:
            if redactor:
                data = redactor.text(_decoded(data)).encode()
            index[file] = xxhash.xxh3_128_hexdigest(data)
            _write(trace / FOLDER / index[file], data)
    if index:
        _write(trace / FOLDER / _INDEX, json.dumps(index, indent=1).encode())


def _as_it_ran(path: Path, manifest: dict[str, Any]) -> bytes | None:
    """Return what `path` held when the recording began; None if that is not known."""
    try:
        state = path.stat()
        changed = state.st_mtime_ns > manifest.get("created_ns", 0)
        if changed or not stat.S_ISREG(state.st_mode) or state.st_size > _MOST_BYTES:
            return None
        return path.read_bytes()
    except (OSError, ValueError):
        return None


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(mode=0o700, exist_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(descriptor, "wb") as file:
        file.write(data)


def _decoded(data: bytes) -> str:
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    except SyntaxError:
        encoding = "utf-8"
    return io.TextIOWrapper(io.BytesIO(data), encoding, errors="replace").read()
