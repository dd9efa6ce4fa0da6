"""Who recorded a trace: a manifest is signed with a key that only this user on this host has.

The signature covers the manifest as it was when the recording began and the inode of the trace's folder. A manifest of
the user's own that comes back in a folder of a stranger's has a signature that does not fit that folder. See
docs/decisions/whose-trace.md.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import platform
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from numscope.format.files import Folder

SIGNATURE = "signature"
KEY_BYTES = 32
# What sealing adds to a manifest.
UPLOADED = "uploaded"
_LATER = (SIGNATURE, UPLOADED, "state", "operations", "problems", "programs")


def key_path() -> Path:
    """Return where the user's key is: `$XDG_CONFIG_HOME/numscope/key`."""
    home = os.environ.get("XDG_CONFIG_HOME") or os.path.join(os.path.expanduser("~"), ".config")
    return Path(home) / "numscope" / "key"


def make_key() -> None:
    """Make the user's key, readable for its owner only, unless it is there. Raises OSError."""
    path = key_path()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f".key.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        try:
            os.write(descriptor, os.urandom(KEY_BYTES))
        finally:
            os.close(descriptor)
        os.link(draft, path)  # never replaces the key of another process that was quicker
    except FileExistsError:
        pass
    finally:
        draft.unlink(missing_ok=True)


def sign(manifest: Mapping[str, Any], place: int | str, key: bytes) -> str:
    """Return the signature of `manifest` in a folder, by its inode, or at a URL: HMAC-SHA256, in hexadecimal digits."""
    signed = {name: value for name, value in manifest.items() if name not in _LATER}
    text = json.dumps([signed, place, os.getuid()], sort_keys=True)
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()


def recorded_here(trace: Folder, manifest: Mapping[str, Any]) -> bool:
    """Return whether this user recorded `trace` on this host, and no other user could have changed it since."""
    signature = manifest.get(SIGNATURE)
    try:
        state, key = trace.state(), _key()
    except OSError:
        return False
    if not isinstance(signature, str) or not signature.isascii() or len(key) != KEY_BYTES:
        return False
    mine = state.st_uid == os.getuid() and not state.st_mode & stat.S_IWOTH
    here = manifest.get("host") == platform.node()
    return mine and here and hmac.compare_digest(signature, sign(manifest, state.st_ino, key))


def signed_for(manifest: Mapping[str, Any], url: str) -> dict[str, Any]:
    """Return `manifest` as it goes to `url`: it says there that this user sent it. Raises OSError without a key."""
    return {**manifest, UPLOADED: sign(manifest, url, _key())}


def uploaded_by_user(manifest: Mapping[str, Any], url: str) -> bool:
    """Return whether this user sent the manifest to `url`, from any host that has the user's key."""
    signature = manifest.get(UPLOADED)
    try:
        key = _key()
    except OSError:
        return False
    known = isinstance(signature, str) and signature.isascii() and len(key) == KEY_BYTES
    return known and hmac.compare_digest(str(signature), sign(manifest, url, key))


def _key() -> bytes:
    """Return the user's key. Raises OSError; a key that others may read is none."""
    path = key_path()
    folder = Folder.at(path.parent)
    with folder.file(path.name) as file:
        state = os.fstat(file.descriptor)
        if state.st_uid != os.getuid() or state.st_mode & 0o077:
            return b""
        return file.read(0, KEY_BYTES)
