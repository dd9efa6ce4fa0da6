"""Which client a URL needs."""

from __future__ import annotations

from numscope.errors import UsageError
from numscope.stores.store import Store, is_url

# Stores with a native client of their own; the rest is fsspec's.
_NATIVE = ("s3", "s3a", "gs", "az", "abfs", "abfss")


def open_store(url: str) -> Store:
    """Return the store below `url`, such as s3://bucket/runs/one.numscope.

    Nothing is asked of it yet. Raises UsageError if what its scheme needs is not installed or knows no such URL.
    """
    if not is_url(url):
        raise UsageError(f"{url!r} is no URL of a store, such as s3://bucket/run.numscope.")
    url = url.rstrip("/")
    try:
        if url.partition("://")[0] in _NATIVE:
            from numscope.stores.native import NativeStore

            return NativeStore(url)
        from numscope.stores.filesystems import FilesystemStore

        return FilesystemStore(url)
    except ModuleNotFoundError as error:
        raise UsageError(f"{error.name} is not installed: pip install 'numscope[store]'") from None
