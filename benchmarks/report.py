"""A report of a million operations: seconds to write it, its size, and seconds until a real browser shows it.

`python -m benchmarks.report [ROUNDS]`; needs Chromium and Playwright (pip install playwright). The program below is
recorded once, with all values. Opening is measured from the navigation to the page's last work, by the page's own
clock, in a new browser each time.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROGRAM = """
import numpy as np
rng = np.random.default_rng(0)
def step(x, w):
    h = np.tanh(x @ w)
    h -= h.mean(axis=0)
    return h / np.sqrt((h * h).sum() + 1)
w, x = rng.normal(size=(4, 4)), rng.normal(size=(8, 4))
for i in range({steps}):
    x = step(x, w)
    x[i % 8, 1] += i
"""
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def main() -> None:
    """Measure both sizes and print them."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    for steps in (3_600, 72_000):
        with tempfile.TemporaryDirectory() as folder:
            measure(Path(folder), steps, rounds)


def measure(folder: Path, steps: int, rounds: int) -> None:
    """Record, report, open."""
    script, trace, page = folder / "program.py", folder / "program.numscope", folder / "program.html"
    script.write_text(PROGRAM.format(steps=steps))
    numscope = [sys.executable, "-m", "numscope"]
    subprocess.run([*numscope, "run", "--output", str(trace), str(script)], check=True, capture_output=True)
    start = time.perf_counter()
    done = subprocess.run(
        [*numscope, "report", str(trace), "-o", str(page)], check=True, capture_output=True, text=True
    )
    written = time.perf_counter() - start
    print(done.stdout.strip().replace(str(folder), "").replace("numscope: ", ""))
    print(f"  written in {written:.1f} s; {page.stat().st_size / 1e6:.2f} MB")
    times = [opened(page) for _ in range(rounds)]
    print(f"  opened in {statistics.median(times):.2f} s (median of {rounds}, slowest {max(times):.2f} s)")


def opened(page: Path) -> float:
    """Seconds from the navigation until all is shown."""
    from playwright.sync_api import sync_playwright

    program = next(path for path in map(shutil.which, NAMES) if path)
    with sync_playwright() as runner:
        browser = runner.chromium.launch(executable_path=program, args=["--no-sandbox"])
        tab = browser.new_page(viewport={"width": 1280, "height": 800})
        tab.goto(page.as_uri())
        tab.wait_for_selector("html[data-ready]", timeout=60_000)
        milliseconds = tab.evaluate(
            "new Promise(r => requestAnimationFrame(() => setTimeout(() => r(performance.now()))))"
        )
        browser.close()
    return float(milliseconds) / 1000


if __name__ == "__main__":
    main()
