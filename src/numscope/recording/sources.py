"""Where options come from: command line, then environment, then pyproject.toml, then the default."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from numscope.errors import UsageError
from numscope.recording.policy import LEAST_SEGMENT, Option, Policy, options
from numscope.recording.sizes import format_size
from numscope.stores.store import is_url


def resolve(given: Mapping[str, Any], environ: Mapping[str, str], folder: Path) -> Policy:
    """Return the policy for a program started in `folder`.

    `given` holds what the caller or the command line said, by field name (None: not said); it wins over the
    variables in `environ`, which win over the `[tool.numscope]` table of the nearest pyproject.toml in `folder`
    or above. Raises UsageError that names the source of a wrong value.
    """
    values: dict[str, Any] = {}
    for option, value, source in _said(given, environ, folder):
        try:
            values[option.name] = option.kind.parse(value)
        except ValueError as error:
            raise UsageError(f"{source}: {error}") from None
    for name in ("output", "npy"):
        if values.get(name):
            _require_folder(values[name])
            values[name] = str(folder / values[name])
    policy = Policy(**values)
    _require_consistent(policy)
    return policy


def _require_folder(place: str) -> None:
    if is_url(place):
        raise UsageError(
            f"{place} is in a store: only `numscope run -o {place} ...` writes there; else record into a folder, and "
            "`numscope upload` it."
        )


def _require_consistent(policy: Policy) -> None:
    least = 2 * policy.keep * LEAST_SEGMENT
    if 0 < policy.max_disk < least:
        raise UsageError(
            f"max-disk {format_size(policy.max_disk)} has no room for {policy.keep} segments (--keep) and as many that "
            f"are kept for good: give {format_size(least)} or more."
        )
    if policy.keep_on and not policy.rotates:
        raise UsageError(
            "keep-on keeps what would be dropped, and nothing is: give --max-disk, --rotate, --last or --ring, too."
        )


def origins(given: Mapping[str, Any], environ: Mapping[str, str], folder: Path) -> dict[str, str]:
    """Return where each option that is not the default comes from, by field name; arguments as for `resolve`."""
    return {option.name: source for option, _, source in _said(given, environ, folder)}


def _said(
    given: Mapping[str, Any], environ: Mapping[str, str], folder: Path
) -> Iterator[tuple[Option, Any, str]]:
    """Yield each option that a source speaks of, with what the strongest source says and that source's name."""
    table, table_path = read_table(folder)
    for option in options():
        if given.get(option.name) is not None:
            yield option, given[option.name], option.flag
        elif environ.get(option.variable):
            yield option, environ[option.variable], option.variable
        elif option.key in table:
            yield option, table[option.key], f"'{option.key}' in {table_path}"


def read_table(folder: Path) -> tuple[Mapping[str, Any], Path]:
    """Return the `[tool.numscope]` table that holds for `folder`, keys with hyphens, and the file it is in.

    Raises UsageError for a key that is no option, or a file that is no TOML.
    """
    path = _nearest_pyproject(folder)
    table = _load(path).get("tool", {}).get("numscope", {}) if path else {}
    if not isinstance(table, dict):
        raise UsageError(f"[tool.numscope] in {path} is not a table")
    table = {key.replace("_", "-"): value for key, value in table.items()}
    unknown = sorted(table.keys() - {option.key for option in options()})
    if unknown:
        keys = ", ".join(option.key for option in options())
        raise UsageError(f"'{unknown[0]}' in [tool.numscope] of {path} is no option; there are: {keys}")
    return table, path or folder / "pyproject.toml"


def _nearest_pyproject(folder: Path) -> Path | None:
    for parent in (folder, *folder.parents):
        path = parent / "pyproject.toml"
        if path.is_file() and os.access(path, os.R_OK):
            return path
    return None


def _load(path: Path) -> dict[str, Any]:
    text = path.read_text(encoding="utf-8", errors="replace")
    # A recorded process pays for the TOML parser only where there is something of ours to read.
    if "tool.numscope" not in text:
        return {}
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path} is not valid TOML: {error}") from None
