"""`--open`: show a page that a command wrote."""

from __future__ import annotations

import argparse
import sys
import webbrowser
from pathlib import Path

from numscope.views.escapes import print_text


def add_open_argument(parser: argparse.ArgumentParser) -> None:
    """Declare --open."""
    parser.add_argument("--open", action="store_true", help="open the page in the browser")


def open_page(page: Path, wanted: bool) -> None:
    """Open the file `page` in the user's browser if `wanted`; print its path to stderr if there is no browser."""
    if wanted and not webbrowser.open(page.absolute().as_uri()):
        print_text(f"numscope: no browser was found. Open {page.absolute()} yourself.", sys.stderr)
