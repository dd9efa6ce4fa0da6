"""`numscope upload`: a trace goes into an object store."""

from __future__ import annotations

import argparse
from pathlib import Path

from numscope.errors import UsageError
from numscope.recording.reporting import tell
from numscope.recording.sizes import format_size
from numscope.stores.opening import open_store
from numscope.stores.uploading import Upload
from numscope.trace.manifest import open_folder, read_manifest
from numscope.trace.sealing import may_be_sealed, seal
from numscope.views.progress import sealing_progress


class UploadCommand:
    """Bring a trace into an object store, such as s3://bucket/run.numscope; go on where an earlier upload ended.

    A trace that is not sealed yet is sealed first, so that questions fetch only what they read.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        parser.add_argument("trace", metavar="TRACE", help="a trace directory, NAME.numscope")
        parser.add_argument("url", metavar="URL", help="where it goes: s3://, gs://, az://, hf:// ...")

    def run(self, arguments: argparse.Namespace) -> int:
        """Upload, and return 0. Raises UsageError, TraceError, StoreError."""
        folder = open_folder(Path(arguments.trace))
        manifest = read_manifest(folder)
        upload = Upload(folder, open_store(arguments.url))
        if manifest.get("state") != "sealed" and may_be_sealed(folder.path):
            with sealing_progress() as progress:
                seal(folder.path, progress)
        try:
            upload.begin()
            upload.whole()
        except OSError as error:
            raise UsageError(f"{arguments.trace} can't be read: {error.strerror or error}.") from None
        tell(f"sent {format_size(upload.bytes_put)} to {arguments.url}")
        return 0
