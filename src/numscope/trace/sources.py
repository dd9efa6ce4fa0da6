"""The text of the program's own source files, kept in the trace: `sources/HASH`, found through `sources/index.json`.

Lines that an answer shows come from here, so that they are right on other machines and after edits. A file of this
machine is opened for a trace that this user recorded here, and shown if it is still the one that ran.
"""

from __future__ import annotations

import io
import json
import linecache
import os
import re
import tokenize
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any

import xxhash

from numscope.format.files import Folder
from numscope.format.names import SOURCES
from numscope.redaction import Redactor, masked_settings
from numscope.trace.own_modules import connected_modules
from numscope.trace.settings_files import settings_files
from numscope.user_code import is_user_file

# In the manifest: the hashes of files whose text the trace does not keep.
HASHES = "programs"
_INDEX, _SETTINGS = "index.json", "settings.json"
_MOST_BYTES = 1_000_000
_MOST_SETTINGS_BYTES = 64_000  # a larger file of such a name holds data
_MOST_BYTES_READ = 16_000_000
_MOST_INDEX_BYTES = 16 << 20
_HASH = re.compile(r"[0-9a-f]{32}")


class Sources:
    """Source files of the recorded program, as they ran. own: this user recorded the trace on this host."""

    def __init__(self, home: Folder, manifest: dict[str, Any], own: bool) -> None:
        self._folder = home.folder(SOURCES)
        self._manifest = manifest
        self.own = own
        self._lines: dict[str, list[str]] = {}

    def files(self) -> tuple[str, ...]:
        """Return the files whose text the trace keeps."""
        return tuple(self._index)

    def settings(self) -> dict[str, list[str]]:
        """Return the files of settings whose text the trace keeps, with their lines."""
        found = {}
        for file, name in self._read_index(_SETTINGS).items():
            with suppress(OSError):
                found[file] = _decoded(self._folder.read(name, _MOST_BYTES)).split("\n")
        return found

    def kept(self) -> dict[str, tuple[str, bytes]]:
        """Return the files whose text the trace keeps: the name under which it is kept, and its bytes."""
        found = {}
        for file, name in self._index.items():
            with suppress(OSError):
                found[file] = name, self._folder.read(name, _MOST_BYTES)
        return found

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
            self._lines[file] = self._as_it_is_here(file) if kept is None else kept.split("\n")
        return self._lines[file]

    @cached_property
    def _index(self) -> dict[str, str]:
        return self._read_index(_INDEX)

    def _read_index(self, file: str) -> dict[str, str]:
        try:
            index = json.loads(self._folder.read(file, _MOST_INDEX_BYTES))
        except (OSError, ValueError, RecursionError):
            return {}  # an older trace, or one that keeps none
        return _hashes(index)

    def _kept(self, file: str) -> str | None:
        name = self._index.get(file)
        try:
            return None if name is None else _decoded(self._folder.read(name, _MOST_BYTES))
        except OSError:
            return None

    def _as_it_is_here(self, file: str) -> list[str]:
        if not self.own:
            return []
        typed = _typed(file)
        wanted = _hashes(self._manifest.get(HASHES)).get(file)
        redactor = redactor_of(self._manifest)
        if typed or wanted is None:
            return redactor.text("\n".join(typed)).split("\n") if redactor and typed else typed
        data = _read_here(Path(str(self._manifest.get("folder") or ""), file))
        if data is None or xxhash.xxh3_128_hexdigest(data) != wanted:
            return []
        text = _decoded(data)
        return (redactor.text(text) if redactor else text).split("\n")


def redactor_of(manifest: dict[str, Any]) -> Redactor:
    """Return what --redact asked for; nothing where the manifest is damaged."""
    policy = manifest.get("policy")
    patterns = policy.get("redact") if isinstance(policy, dict) else None
    try:
        return Redactor([pattern for pattern in patterns or () if isinstance(pattern, str)])
    except (re.error, TypeError):
        return Redactor(())


def _typed(file: str) -> list[str]:
    """Return the lines of a notebook's cell or of what was typed at the prompt, in this process."""
    entry = linecache.cache.get(file, ())
    # An entry of a file has the file's time of change at this place.
    if len(entry) == 4 and entry[1] is None:
        return [line.rstrip("\n") for line in entry[2]]
    return []


def keep_sources(
    home: Folder, manifest: dict[str, Any], called: Iterable[str], loaded: Iterable[str] = ()
) -> dict[str, Any]:
    """Copy the user's own files into `home`, readable for its owner only, and return the manifest with hashes.

    called: the files from which operations were called; of a program that called none, its main file counts as one.
    loaded: those of modules, of which the ones count that have to do with these. The files of settings that all these
    name are kept, too.

    Hashes only are kept of files with more than 1 MB, and with `--values none`; nothing of libraries, and of files that
    changed after the recording began. Call it for a trace that was recorded here only. Raises OSError.
    """
    # Python has forgotten the file of its main module when a process ends.
    started = _started(manifest)
    called = set(called) or set(started)
    loaded = {*loaded, *started}
    found = {file: data for file in {*called, *loaded} if (data := _own_file(file, manifest)) is not None}
    texts = {file: _decoded(data) for file, data in found.items()}
    connected = connected_modules(called, loaded, texts.get)
    if manifest.get("policy", {}).get("values") == "none":
        large, settings = set(connected), dict[str, bytes]()
    else:
        large = {file for file in connected if len(found[file]) > _MOST_BYTES}
        settings = _settings(manifest, {file: texts[file] for file in connected})
    sources = {file: found[file] for file in connected if file not in large}
    if sources:
        home.remove_folder(SOURCES)
        folder, redactor = home.make(SOURCES, 0o700), redactor_of(manifest)
        _keep(folder, _INDEX, sources, redactor)
        if settings:
            _keep(folder, _SETTINGS, settings, redactor)
    hashes = {file: xxhash.xxh3_128_hexdigest(found[file]) for file in sorted(large)}
    return {**manifest, HASHES: hashes} if hashes else manifest


def _settings(manifest: dict[str, Any], texts: Mapping[str, str]) -> dict[str, bytes]:
    """Return the files of settings that the command and these texts name, with what they held but for secrets."""
    named = settings_files(str(manifest.get("folder") or ""), manifest.get("command") or (), texts)
    known = ((file, _own_file(file, manifest)) for file in named)
    return {
        file: masked_settings(_decoded(data)).encode()
        for file, data in known
        if data is not None and len(data) <= _MOST_SETTINGS_BYTES
    }


def _keep(folder: Folder, index: str, files: Mapping[str, bytes], redactor: Redactor) -> None:
    """Write files into `folder`, each text once, and an index of them."""
    names: dict[str, str] = {}
    for file, data in sorted(files.items()):
        text = redactor.text(_decoded(data)).encode() if redactor else data
        name = xxhash.xxh3_128_hexdigest(text)
        if name not in names.values():
            folder.replace(name, text, 0o600)
        names[file] = name
    folder.replace(index, json.dumps(names, indent=1).encode(), 0o600)


def own_texts(manifest: dict[str, Any], files: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the user's own among `files`, and the program's main file, with their texts as they ran.

    Call it for a trace that was recorded here only.
    """
    folder = str(manifest.get("folder") or "")
    # The main file may be among them by another name.
    by_place = {
        os.path.realpath(os.path.join(folder, file)): file for file in (*_started(manifest), *sorted(files))
    }
    for file in by_place.values():
        data = _own_file(file, manifest)
        if data is not None:
            yield file, _decoded(data)


def _started(manifest: dict[str, Any]) -> list[str]:
    """Return the files of Python that the command line names: the program's main file is one."""
    folder = str(manifest.get("folder") or "")
    return [os.path.join(folder, word) for word in manifest.get("command") or () if word.endswith(".py")]


def _own_file(file: str, manifest: dict[str, Any]) -> bytes | None:
    """Return what a file of the user's held when the recording began; None if it is none, or that is not known."""
    if not is_user_file(file):
        return None
    return _as_it_ran(Path(str(manifest.get("folder") or ""), file), manifest)


def _as_it_ran(path: Path, manifest: dict[str, Any]) -> bytes | None:
    """Return what `path` held when the recording began; None if that is not known."""
    try:
        changed = path.stat().st_mtime_ns > (manifest.get("created_ns") or 0)
    except (OSError, ValueError):
        return None
    return None if changed else _read_here(path)


def _read_here(path: Path) -> bytes | None:
    """Return what the program's file `path` holds; None if it can't be read, is no regular file or too large."""
    try:
        name = os.path.basename(os.path.realpath(path))
        return Folder.at(os.path.dirname(os.path.realpath(path))).read(name, _MOST_BYTES_READ)
    except (OSError, ValueError):
        return None


def _hashes(index: object) -> dict[str, str]:
    found = index.items() if isinstance(index, dict) else ()
    return {file: name for file, name in found if isinstance(name, str) and _HASH.fullmatch(name)}


def _decoded(data: bytes) -> str:
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    except SyntaxError:
        encoding = "utf-8"
    return io.TextIOWrapper(io.BytesIO(data), encoding, errors="replace").read()
