"""Whether `check-up` accuses the examples in packages' own documentation, which are healthy but for those on NaN.

`python -m benchmarks.package_examples [--most N] [--only scipy.optimize] [--verbose]`: each docstring's examples are
one program, recorded in this process. Examples that raise, that are to be skipped or that need files are left out, and
counted.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import doctest
import importlib
import inspect
import io
import os
import shutil
import tempfile
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

import numpy as np

import numscope
from numscope.analysis.check_up import check_up
from numscope.analysis.check_up.finding import Finding

# Where each package's public functions and classes are.
MODULES = (
    *(
        f"scipy.{part}"
        for part in ("cluster.hierarchy", "fft", "integrate", "interpolate", "linalg", "ndimage")
    ),
    *(f"scipy.{part}" for part in ("optimize", "signal", "sparse", "spatial", "special", "stats")),
    *(
        f"sklearn.{part}"
        for part in ("cluster", "decomposition", "ensemble", "impute", "linear_model", "metrics")
    ),
    *(
        f"sklearn.{part}"
        for part in ("model_selection", "neighbors", "pipeline", "preprocessing", "svm", "tree")
    ),
    *("pandas", "xarray", "numpy", "numpy.linalg", "numpy.ma"),
)
_METHODS_OF = ("pandas.DataFrame", "pandas.Series", "xarray.DataArray", "xarray.Dataset")
# `import numpy as np` is understood in most docstrings.
_PROLOGUE = {
    "scipy": "import numpy as np",
    "sklearn": "import numpy as np",
    "numpy": "import numpy as np",
    "pandas": "import numpy as np\nimport pandas as pd",
    "xarray": "import numpy as np\nimport pandas as pd\nimport xarray as xr",
}


@dataclass
class Asked:
    """What came of a module's examples: findings by the name of what was documented."""

    healthy: int = 0
    left_out: Counter[str] = field(default_factory=Counter)
    accused: list[tuple[str, str, str, str]] = field(default_factory=list)


def main() -> None:
    """Ask, and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--most", type=int, default=25, help="examples of a module, evenly spaced (default: 25)"
    )
    parser.add_argument("--only", nargs="*", default=MODULES, help="modules")
    parser.add_argument("--verbose", action="store_true", help="print each finding")
    given = parser.parse_args()
    os.environ["MPLBACKEND"] = "Agg"
    print("| module | examples asked | accused | left out |\n|---|---|---|---|")
    every = Asked()
    for name in given.only:
        asked = ask(name, given.most)
        count = asked.healthy + len(asked.accused)
        left_out = ", ".join(f"{number} {why}" for why, number in asked.left_out.items())
        print(f"| {name} | {count} | {len(asked.accused)} | {left_out or 'none'} |", flush=True)
        for finding in asked.accused if given.verbose else ():
            print("   ", *finding, sep="  ", flush=True)
        every.healthy += asked.healthy
        every.accused += asked.accused
    kinds = Counter(kind for _, kind, _, _ in every.accused)
    print(f"\n{every.healthy + len(every.accused)} examples, {len(every.accused)} accused: {dict(kinds)}")


def ask(module: str, most: int) -> Asked:
    """Record and judge the examples of a module."""
    asked = Asked()
    programs = list(_programs(importlib.import_module(module)))
    for name, text in programs[:: max(1, -(-len(programs) // most))]:
        folder = Path(tempfile.mkdtemp())
        try:
            found = _judge(folder, text)
        except Exception as error:  # noqa: BLE001 - an example may raise anything
            asked.left_out[type(error).__name__] += 1
            continue
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        if found:
            asked.accused.append((name, found.kind, found.source.strip(), found.problem))
        else:
            asked.healthy += 1
    return asked


def _judge(folder: Path, text: str) -> Finding | None:
    script, trace = folder / "example.py", folder / "run.numscope"
    script.write_text(text)
    before = Path.cwd()
    np.random.seed(0)
    os.chdir(folder)
    try:
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            with numscope.record(trace):
                exec(compile(text, str(script), "exec"), {"__name__": "__main__"})
    finally:
        os.chdir(before)
    with numscope.open(trace) as opened:
        return next(iter(check_up(opened, limit=1).findings), None)


def _programs(module: ModuleType) -> Iterator[tuple[str, str]]:
    """Yield (name, program) of what a module documents with examples."""
    package = module.__name__.partition(".")[0]
    for name, thing in _documented(module):
        try:
            examples = doctest.DocTestParser().get_examples(inspect.getdoc(thing) or "")
        except ValueError:
            continue
        if not examples or any(one.exc_msg or one.options.get(doctest.SKIP) for one in examples):
            continue
        lines = [_PROLOGUE.get(package, "import numpy as np")]
        with contextlib.suppress(SyntaxError):
            lines += [_shown(one.source) for one in examples]
            yield name, "\n".join(lines) + "\n"


def _documented(module: ModuleType) -> Iterator[tuple[str, object]]:
    for name in sorted(getattr(module, "__all__", dir(module))):
        try:
            thing = getattr(module, name, None)
        except ImportError:
            continue  # what is experimental is asked for by an import of its own
        if name.startswith("_") or isinstance(thing, ModuleType) or not callable(thing):
            continue
        full = f"{module.__name__}.{name}"
        yield full, thing
        if full in _METHODS_OF:
            yield from (
                (f"{full}.{one}", getattr(thing, one))
                for one in sorted(dir(thing))
                if not one.startswith("_")
            )


def _shown(source: str) -> str:
    """Return a statement of a session as a program has it: what the session displays is printed."""
    (node, *others) = ast.parse(source).body
    text = source.rstrip("\n")
    return (
        f"print({text.rstrip(';')})"
        if isinstance(node, ast.Expr) and not others and "\n#" not in text
        else text
    )


if __name__ == "__main__":
    main()
