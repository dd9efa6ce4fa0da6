"""Open exported timelines with their viewers' own parsers; by hand, as it needs the network.

speedscope: the application itself, as npm has it, in a headless Chromium, and its published JSON schema (`pip install
jsonschema`). Perfetto: its trace processor, which the `perfetto` package of PyPI fetches from Google's storage.
"""

from __future__ import annotations

import base64
import html
import importlib.util
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def numscope(*words: object) -> None:
    """Run one of our own commands."""
    subprocess.run(
        [sys.executable, "-m", "numscope", *map(str, words)], check=True, stdout=subprocess.DEVNULL
    )


def check_speedscope(file: Path, names: Counter[str], folder: Path) -> str:
    """What speedscope's importer made of `file`, held against the operations' names."""
    subprocess.run(
        ["npm", "pack", "--silent", "speedscope"], cwd=folder, check=True, stdout=subprocess.DEVNULL
    )
    (archive,) = folder.glob("speedscope-*.tgz")
    shutil.unpack_archive(archive, folder)
    release = folder / "package" / "dist" / "release"
    if importlib.util.find_spec("jsonschema") is not None:
        import jsonschema

        schema = json.loads((release / "file-format-schema.json").read_text())
        jsonschema.validate(json.loads(file.read_text()), schema)
        checked = "valid by its schema"
    else:
        checked = "not held against its schema (no jsonschema)"
    # As its own command line does: the profile is given as a script that the page loads.
    script = folder / "profile.js"
    text = base64.b64encode(file.read_bytes()).decode()
    script.write_text(f'speedscope.loadFileFromBase64("{file.name}", "{text}")')
    page = f"file://{release}/index.html#localProfilePath={script}&view=sandwich"
    chromium = shutil.which("chromium") or shutil.which("google-chrome") or "chromium"
    options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000"]
    options += ["--window-size=1400,3000", "--dump-dom", page]
    opened = subprocess.run([chromium, *options], check=True, capture_output=True, text=True).stdout
    shown = set(re.findall(r"numpy[\w.]*", html.unescape(re.sub(r"<[^>]*>", " ", opened))))
    # Its table draws only the rows that the window has room for.
    if len(shown) < min(50, len(names)) or not shown <= set(names) or "process 0, thread 1" not in opened:
        raise SystemExit(
            f"{archive.stem} shows {len(shown)} names; not ours: {sorted(shown - set(names))[:5]}"
        )
    return (
        f"{archive.stem} opens it and shows {len(shown)} of the {len(names)} names of operations, {checked}"
    )


def check_perfetto(file: Path, names: Counter[str]) -> str:
    """How many slices of each name Perfetto's trace processor finds in `file`."""
    if importlib.util.find_spec("perfetto") is None:
        return "not checked: pip install perfetto"
    from perfetto.trace_processor import TraceProcessor

    try:
        processor = TraceProcessor(trace=str(file))
    except (OSError, subprocess.CalledProcessError) as error:
        return f"not checked: its trace processor can't be fetched ({error})"
    found = Counter(
        {row.name: row.n for row in processor.query("select name, count(*) n from slice group by 1")}
    )
    processor.close()
    if found != names:
        raise SystemExit(f"Perfetto finds other slices: {(found - names) or (names - found)}")
    return f"its trace processor finds all {sum(names.values()):,} slices"


def main() -> None:
    """Export a trace, and have both viewers read it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        trace = folder / "tour.numscope"
        numscope("run", "--output", trace, ROOT / "examples" / "tour.py")
        numscope("export", trace, "--speedscope", folder / "tour.speedscope.json")
        numscope("export", trace, "--perfetto", folder / "tour.trace.json")
        events = json.loads((folder / "tour.trace.json").read_text())["traceEvents"]
        names = Counter(event["name"] for event in events)
        print("speedscope:", check_speedscope(folder / "tour.speedscope.json", names, folder))
        print("Perfetto:", check_perfetto(folder / "tour.trace.json", names))


if __name__ == "__main__":
    main()
