"""`numscope fetch`: a trace comes from an object store."""

from __future__ import annotations

import argparse
from pathlib import Path

from numscope.errors import UsageError
from numscope.format.files import Folder
from numscope.recording.reporting import tell
from numscope.stores.fetching import fetch
from numscope.stores.opening import open_store
from numscope.stores.reading import StoredFiles


class FetchCommand:
    """Copy a trace from an object store to a folder: for commands that need all of it, such as replay.

    Other commands take the URL itself, and fetch what they read. The copy counts as a stranger's: what calls its
    operations asks for --trust.
    """

    def prepare_parser(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""
        parser.add_argument("url", metavar="URL", help="s3://, gs://, az://, hf:// ...")
        parser.add_argument("-o", "--output", metavar="TRACE", required=True, help="the trace to write")

    def run(self, arguments: argparse.Namespace) -> int:
        """Fetch, and return 0. Raises UsageError if it can't be written, TraceError if there is none, StoreError."""
        files = StoredFiles(open_store(arguments.url))
        path = Path(arguments.output)
        try:
            path.mkdir(mode=0o700)
            fetch(files, Folder.at(path), files.paths())
        except OSError as error:
            raise UsageError(f"{path} can't be written: {error.strerror or error}.") from None
        tell(files.summary())
        return 0
