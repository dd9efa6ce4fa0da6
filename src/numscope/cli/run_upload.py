"""`numscope run -o URL`: the trace goes into an object store while the program runs."""

from __future__ import annotations

import secrets
import shutil
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from numscope.format.cache import cache_path
from numscope.format.files import Folder
from numscope.recording.policy import Policy
from numscope.recording.reporting import warn
from numscope.stores.fetching import fetch
from numscope.stores.opening import open_store
from numscope.stores.reading import StoredFiles
from numscope.stores.store import StoreError
from numscope.stores.uploader import Uploader, patiently
from numscope.stores.uploading import Upload

# What the disk holds of each process while the store takes the rest: of a store that is away, the oldest are dropped.
_SEGMENT, _KEPT = 32_000_000, 16
# The program has ended, and its user waits.
_PATIENCE_SECONDS = 10.0
# A listing of many thousand objects takes some seconds; a store that hangs holds its client for a minute each time.
_ANSWER_SECONDS = 30.0


class UploadedRun:
    """A run whose trace goes to `url`, by way of a folder in the user's cache. Raises UsageError for a wrong URL."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._store = open_store(url)
        self.folder = cache_path("uploads", secrets.token_hex(4), url.rstrip("/").rpartition("/")[2])

    def bounded(self, policy: Policy) -> Policy:
        """Return the policy with segments, which are what is uploaded while the program runs."""
        return policy if policy.rotates else replace(policy, rotate=_SEGMENT, keep=_KEPT)

    def begin(self) -> None:
        """Start the process that uploads; the trace's folder is there."""
        self._uploader = Uploader(self.folder, self.url)

    def end(self) -> bool:
        """Bring what segments there are into the store and back what was dropped here; return whether that worked."""
        if not self._answers():
            self._uploader.kill()
            self._say_not_uploaded(f"{self.url} does not answer.")
            return False
        self._uploader.end()
        # Made here: it lists what the uploader has brought in.
        self._upload = Upload(Folder.at(self.folder), self._store)
        return self._reached(self._gather)

    def upload(self) -> None:
        """Bring in the rest, and remove the trace's folder; where the store is away, say what to do."""
        if self._reached(self._upload.whole):
            shutil.rmtree(self.folder, ignore_errors=True)
            with suppress(OSError):  # a script that shows a halt again lies beside it
                self.folder.parent.rmdir()

    def _answers(self) -> bool:
        """Return whether the store answers at all, be it that it refuses."""

        def ask() -> None:
            with suppress(StoreError):
                self._store.sizes()

        asking = threading.Thread(target=ask, daemon=True)  # it can't be interrupted, and no end waits for it
        asking.start()
        asking.join(_ANSWER_SECONDS)
        return not asking.is_alive()

    def _gather(self) -> None:
        self._upload.begin()
        self._upload.closed_segments()
        if missing := self._upload.missing_here():
            fetch(StoredFiles(self._store), Folder.at(self.folder), missing)

    def _reached(self, action: Callable[[], object]) -> bool:
        try:
            patiently(action, _PATIENCE_SECONDS)
        except (StoreError, OSError, KeyboardInterrupt) as error:
            self._say_not_uploaded(str(error) or "interrupted.")
            return False
        return True

    def _say_not_uploaded(self, why: str) -> None:
        command = f"numscope upload {self.folder} {self.url}"
        warn("not-uploaded", f"{why} The trace is in {self.folder}; bring it in with: {command}")
