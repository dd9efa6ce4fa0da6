"""`numscope run -o URL`: the trace goes into an object store while the program runs."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from numscope.recording.policy import Policy
from numscope.recording.reporting import warn
from numscope.stores.opening import open_store
from numscope.stores.store import Store, StoreError
from numscope.stores.uploader import Uploader, patiently

if TYPE_CHECKING:
    from numscope.stores.uploading import Upload

# What the disk holds of each process while the store takes the rest: of a store that is away, the oldest are dropped.
_SEGMENT, _KEPT = 32_000_000, 16
# The program has ended, and its user waits.
_PATIENCE_SECONDS = 10.0


class UploadedRun:
    """A run whose trace goes to `url`, by way of a folder in the user's cache. Raises UsageError for a wrong URL."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._store: Store = open_store(url)
        home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
        name = url.rstrip("/").rpartition("/")[2]
        self.folder = Path(home) / "numscope" / "uploads" / secrets.token_hex(4) / name
        self._uploader: Uploader | None = None

    def bounded(self, policy: Policy) -> Policy:
        """Return the policy with segments, which are what is uploaded while the program runs."""
        return policy if policy.rotates else replace(policy, rotate=_SEGMENT, keep=_KEPT)

    def begin(self) -> None:
        """Start the process that uploads; the trace's folder is there."""
        self._uploader = Uploader(self.folder, self.url)

    def end(self) -> bool:
        """Bring what segments there are into the store and back what was dropped here; return whether that worked."""
        if self._uploader is not None:
            self._uploader.end()
        return self._reached(self._gather)

    def upload(self) -> None:
        """Bring in the rest, and remove the folder; where the store is away, say what to do."""
        if self._reached(lambda: self._upload().whole()):
            shutil.rmtree(self.folder.parent, ignore_errors=True)

    def _gather(self) -> None:
        from numscope.format.files import Folder
        from numscope.stores.fetching import fetch
        from numscope.stores.reading import StoredFiles

        upload = self._upload()
        upload.begin()
        upload.closed_segments()
        if missing := upload.missing_here():
            fetch(StoredFiles(self._store), Folder.at(self.folder), missing)

    def _upload(self) -> Upload:
        from numscope.format.files import Folder
        from numscope.stores.uploading import Upload

        return Upload(Folder.at(self.folder), self._store)

    def _reached(self, action: Callable[[], object]) -> bool:
        try:
            patiently(action, _PATIENCE_SECONDS)
        except (StoreError, OSError) as error:
            warn(
                "not-uploaded", f"{error} The trace is in {self.folder}; bring it in with: {self._command()}"
            )
            return False
        return True

    def _command(self) -> str:
        return f"numscope upload {self.folder} {self.url}"
