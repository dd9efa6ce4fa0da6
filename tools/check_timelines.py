"""Open exported timelines with their viewers' own parsers; by hand, as it needs the network.

speedscope: the application itself, as npm has it, in a headless Chromium, and its published JSON schema (`pip install
jsonschema`). Perfetto: its trace processor, which the `perfetto` package of PyPI fetches from Google's storage. And the
viewer behind chrome://tracing, for which the Trace Event Format was made, as torch-tb-profiler carries it, in Chromium.
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


def npm_package(name: str, folder: Path) -> Path:
    """Where the files of a package of npm's registry are."""
    packed = subprocess.run(
        ["npm", "pack", "--silent", name], cwd=folder, check=True, capture_output=True, text=True
    )
    archive = packed.stdout.split()[-1]
    shutil.unpack_archive(folder / archive, folder / name)
    return folder / name / "package"


def page_after_loading(address: str) -> str:
    """The page as Chromium shows it once its scripts have run."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome") or "chromium"
    options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000"]
    options += ["--window-size=1400,3000", "--dump-dom", address]
    return subprocess.run([chromium, *options], check=True, capture_output=True, text=True).stdout


def check_speedscope(file: Path, names: Counter[str], folder: Path) -> str:
    """What speedscope's importer made of `file`, held against the operations' names."""
    package = npm_package("speedscope", folder)
    version = json.loads((package / "package.json").read_text())["version"]
    release = package / "dist" / "release"
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
    opened = page_after_loading(f"file://{release}/index.html#localProfilePath={script}&view=sandwich")
    shown = set(re.findall(r"numpy[\w.]*", html.unescape(re.sub(r"<[^>]*>", " ", opened))))
    # Its table draws only the rows that the window has room for.
    if len(shown) < min(50, len(names)) or not shown <= set(names) or "process 0, thread 1" not in opened:
        raise SystemExit(
            f"speedscope {version} shows {len(shown)} names; not ours: {sorted(shown - set(names))[:5]}"
        )
    return f"{version} opens it and shows {len(shown)} of the {len(names)} names of operations, {checked}"


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


IMPORT = """
<script>
addEventListener("load", () => {
  const model = new tr.Model();
  new tr.importer.Import(model).importTraces([document.getElementById("events").textContent]);
  const slices = [];
  for (const process of model.getAllProcesses())
    for (const thread of Object.values(process.threads))
      for (const slice of thread.sliceGroup.slices)
        slices.push([slice.args.id, slice.title, slice.parentSlice ? slice.parentSlice.args.id : null]);
  const found = {slices, warnings: model.importWarnings.map((warning) => warning.message)};
  document.body.innerHTML = "<pre id=found></pre>";
  document.getElementById("found").textContent = JSON.stringify(found);
});
</script>
"""


def check_chrome(file: Path, folder: Path) -> str:
    """What chrome://tracing's importer makes of `file`: each operation a slice, inside the one that called it."""
    download = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "torch-tb-profiler==0.4.3"]
    subprocess.run([*download, "--dest", folder], check=True, stdout=subprocess.DEVNULL)
    (wheel,) = folder.glob("torch_tb_profiler-*.whl")
    shutil.unpack_archive(wheel, folder / "viewer", "zip")
    viewer = (folder / "viewer" / "torch_tb_profiler" / "static" / "trace_viewer_full.html").read_text()
    # Written for web components as Chromium had them until 2021.
    components = (npm_package("webcomponents.js@0.7.24", folder) / "webcomponents.min.js").read_text()
    data = file.read_text().replace("</", "<\\/")
    page = folder / "viewer.html"
    events = f'<script id="events" type="application/json">{data}</script>'
    page.write_text(f"<script>{components}</script>{viewer}{events}{IMPORT}")
    shown = re.search(r'<pre id="found">(.*?)</pre>', page_after_loading(page.as_uri()), re.S)
    if shown is None:
        raise SystemExit("chrome://tracing's viewer shows nothing")
    found = json.loads(html.unescape(shown[1]))
    expected = json.loads(file.read_text())["traceEvents"]
    if found["warnings"] or Counter(number for number, _, _ in found["slices"]) != Counter(
        event["args"]["id"] for event in expected
    ):
        raise SystemExit(f"chrome://tracing finds other slices: {found['warnings'][:3]}")
    inside = sum(parent is not None for _, _, parent in found["slices"])
    return (
        f"its viewer finds all {len(expected):,} slices, {inside:,} of them inside another, without a warning"
    )


def main() -> None:
    """Export a trace, and have the viewers read it."""
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
        print("chrome://tracing:", check_chrome(folder / "tour.trace.json", folder))


if __name__ == "__main__":
    main()
