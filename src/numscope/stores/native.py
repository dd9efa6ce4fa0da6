"""S3, Google Cloud Storage and Azure by obstore: the client of the object_store library, without the GIL.

Credentials and endpoints come from the environment, as for other tools: AWS_ACCESS_KEY_ID, AWS_ENDPOINT_URL ...
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta

import obstore
from obstore.exceptions import BaseError
from obstore.store import from_url

from numscope.errors import UsageError
from numscope.format.files import File
from numscope.stores.store import Part, StoreError

# A store that does not answer is asked again by those who can wait, such as the uploader.
_CLIENT = {"timeout": "60s", "connect_timeout": "10s"}
_RETRY = {"max_retries": 2, "retry_timeout": timedelta(seconds=30)}
_PIECE = 8 << 20
_EMULATOR = "STORAGE_EMULATOR_HOST"


class NativeStore:
    """A store below an s3://, gs:// or az:// URL. Raises UsageError if the URL makes no sense to obstore."""

    def __init__(self, url: str) -> None:
        self.url = url
        try:
            options = {**_CLIENT, **_plain_http()}
            self._store = from_url(url, client_options=options, retry_config=_RETRY, **_emulator(url))
        except (BaseError, ValueError) as error:
            raise UsageError(f"{url} can't be opened: {_first_line(error)}") from None

    def sizes(self) -> dict[str, int]:
        """Return the names of all objects and how many bytes each holds."""
        with self._asked("listed"):
            return {meta["path"]: meta["size"] for batch in obstore.list(self._store) for meta in batch}

    def get_part(self, name: str, part: Part) -> bytes:
        """Return a range of the object called `name`."""
        with self._asked("read"):
            return bytes(obstore.get_range(self._store, name, start=part.start, end=part.stop))

    def put(self, name: str, file: File) -> None:
        """Store what `file` holds as the object called `name`, all of it or nothing."""
        with self._asked("written"), open(file.by_descriptor, "rb") as data:
            obstore.put(self._store, name, data, chunk_size=_PIECE, max_concurrency=4)

    def delete(self, name: str) -> None:
        """Remove the object called `name`, which need not be there."""
        with self._asked("written"), suppress(FileNotFoundError):
            obstore.delete(self._store, name)

    @contextmanager
    def _asked(self, what: str) -> Iterator[None]:
        try:
            yield
        except (BaseError, OSError, ValueError) as error:
            raise StoreError(f"{self.url} can't be {what}: {_first_line(error)}") from None


def _plain_http() -> dict[str, bool]:
    """Return the option for a store of one's own on this host or in this network, which speaks no TLS."""
    endpoints = (os.environ.get(name, "") for name in ("AWS_ENDPOINT_URL", "AWS_ENDPOINT", _EMULATOR))
    return {"allow_http": True} if any(one.startswith("http://") for one in endpoints) else {}


def _emulator(url: str) -> dict[str, str]:
    """Return the options for a server that stands for Google's, by the variable that Google's own clients use.

    obstore has no option for its address but a field of the key; https://docs.rs/object_store calls it `gcs_base_url`.
    """
    address = os.environ.get(_EMULATOR)
    if not address or not url.startswith("gs://"):
        return {}
    nobody = dict.fromkeys(("client_email", "private_key", "private_key_id"), "")
    return {"service_account_key": json.dumps({"gcs_base_url": address, "disable_oauth": True, **nobody})}


def _first_line(error: Exception) -> str:
    """Return what was wrong: obstore says before it which request it was, and how often it was repeated."""
    first = (str(error).strip().splitlines() or [type(error).__name__])[0]
    return first.rpartition(" - ")[2].rstrip(".") + "."
