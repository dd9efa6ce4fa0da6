"""Whether healthy programs that nobody here wrote are accused: the examples in packages' own documentation.

`python -m benchmarks.package_examples [--most N] [--only MODULE] [--ask QUESTION] [--keep FOLDER] [--verbose]`:
each docstring's examples are one program, recorded in a process of its own. Examples that raise, that are to be
skipped or that need files are left out, and counted. Those on NaN show on purpose what is found.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import doctest
import importlib
import inspect
import io
import json
import os
import shutil
import signal
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

import numpy as np

import numscope
from numscope.cli.main import load_command
from numscope.cli.main import main as command

_SCIPY = (
    *(
        "cluster.hierarchy",
        "cluster.vq",
        "constants",
        "datasets",
        "differentiate",
        "fft",
        "fftpack",
        "integrate",
    ),
    *(
        "interpolate",
        "linalg",
        "ndimage",
        "odr",
        "optimize",
        "optimize.elementwise",
        "signal",
        "signal.windows",
    ),
    *(
        "sparse",
        "sparse.csgraph",
        "sparse.linalg",
        "spatial",
        "spatial.distance",
        "spatial.transform",
        "special",
    ),
    *("stats", "stats.contingency", "stats.mstats", "stats.qmc", "stats.sampling"),
)
_SKLEARN = (
    *("calibration", "cluster", "compose", "covariance", "cross_decomposition", "datasets", "decomposition"),
    *("discriminant_analysis", "dummy", "ensemble", "feature_extraction", "feature_extraction.image"),
    *(
        "feature_extraction.text",
        "feature_selection",
        "gaussian_process",
        "gaussian_process.kernels",
        "impute",
    ),
    *(
        "inspection",
        "isotonic",
        "kernel_approximation",
        "kernel_ridge",
        "linear_model",
        "manifold",
        "metrics",
    ),
    *("metrics.cluster", "metrics.pairwise", "mixture", "model_selection", "multiclass", "multioutput"),
    *("naive_bayes", "neighbors", "neural_network", "pipeline", "preprocessing", "random_projection"),
    *("semi_supervised", "svm", "tree", "utils", "utils.extmath"),
)
_NUMPY = (
    "fft",
    "lib.stride_tricks",
    "linalg",
    "ma",
    "polynomial",
    "polynomial.chebyshev",
    "polynomial.polynomial",
)
_STATSMODELS = (
    "api",
    "formula.api",
    "graphics.api",
    "imputation.mice",
    "nonparametric.api",
    "stats.api",
    "tsa.api",
)
_TORCH = (
    *("distributions", "fft", "func", "linalg", "nn", "nn.functional", "nn.init", "nn.utils", "nn.utils.rnn"),
    *("optim", "optim.lr_scheduler", "optim.swa_utils", "sparse", "special", "utils.data"),
)
# Where each package's public functions and classes are.
MODULES = (
    *(f"scipy.{part}" for part in _SCIPY),
    *(f"sklearn.{part}" for part in _SKLEARN),
    "numpy",
    *(f"numpy.{part}" for part in _NUMPY),
    *("pandas", "xarray", "networkx"),
    *(f"statsmodels.{part}" for part in _STATSMODELS),
    "torch",
    *(f"torch.{part}" for part in _TORCH),
    *("jax.numpy", "jax.nn", "polars"),
)
# Classes of which each public method is documented with examples of its own.
_METHODS_OF = {
    *("pandas.DataFrame", "pandas.Series", "pandas.Index", "pandas.DatetimeIndex", "pandas.MultiIndex"),
    *(
        "xarray.DataArray",
        "xarray.Dataset",
        "numpy.ndarray",
        "torch.Tensor",
        "polars.DataFrame",
        "polars.Series",
    ),
    *("polars.Expr", "scipy.spatial.transform.Rotation", "scipy.stats.rv_continuous"),
}
# What most docstrings of a package understand as imported.
_PROLOGUE = {
    "pandas": "import numpy as np\nimport pandas as pd",
    "xarray": "import numpy as np\nimport pandas as pd\nimport xarray as xr",
    "networkx": "import networkx as nx\nimport numpy as np",
    "statsmodels": "import numpy as np\nimport pandas as pd\nimport statsmodels.api as sm",
    "torch": "import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\nimport torch.optim as optim",
    "jax": "import numpy as np\nimport jax\nimport jax.numpy as jnp",
    "polars": "import polars as pl",
}
# Imported once here, and not again in the fork of each example.
_PRELOADED = ("duckdb", "pandas", "pyarrow.parquet", "numscope.trace.sealing")
_QUESTIONS = ("check-up", "nan", "precision", "advise")
_SECONDS = 40  # of processor time: an example that is not answered by then is left out


class NothingRecordedError(Exception):
    """An example calls no numerical operation."""


@dataclass
class Asked:
    """What came of examples. left_out: why, by name. accused: (name, question, answer)."""

    examples: int = 0
    left_out: dict[str, str] = field(default_factory=dict)
    accused: list[tuple[str, str, str]] = field(default_factory=list)

    def accused_examples(self) -> int:
        """Return how many examples are accused by any question."""
        return len({name for name, _, _ in self.accused})


def main() -> None:
    """Ask, and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--most", type=int, default=25, help="examples of a module, evenly spaced (default: 25)"
    )
    parser.add_argument("--only", nargs="*", default=MODULES, help="modules")
    parser.add_argument(
        "--scripts", nargs="*", default=(), type=Path, help="folders of scripts, in place of modules"
    )
    parser.add_argument("--ask", nargs="*", default=("check-up",), choices=_QUESTIONS, help="questions")
    parser.add_argument("--keep", type=Path, help="a folder for the programs and traces that are accused")
    parser.add_argument("--verbose", action="store_true", help="print each answer")
    given = parser.parse_args()
    os.environ["MPLBACKEND"] = "Agg"
    print("| module | examples asked | accused | left out |\n|---|---|---|---|")
    for question in given.ask:
        load_command(question)
    for module in _PRELOADED:
        importlib.import_module(module)
    every = Asked()
    seen: set[str] = set()
    sources = [(str(folder), _scripts(folder)) for folder in given.scripts] or [
        (module, _programs(importlib.import_module(module))) for module in given.only
    ]
    for source, every_program in sources:
        # Several modules document one function.
        programs = {name: text for name, text in every_program if text not in seen}
        seen.update(programs.values())
        spaced = list(programs.items())[:: max(1, -(-len(programs) // given.most))]
        asked = ask(spaced, given.ask, given.keep)
        reasons = Counter(asked.left_out.values())
        left_out = ", ".join(f"{number} {why}" for why, number in reasons.items())
        print(
            f"| {source} | {asked.examples} | {asked.accused_examples()} | {left_out or 'none'} |", flush=True
        )
        if given.verbose:
            for name, question, answer in asked.accused:
                print(f"--- {name}  {question}\n{answer}", flush=True)
            for name, why in asked.left_out.items():
                print(f"--- {name}  left out: {why}", flush=True)
        every.examples += asked.examples
        every.left_out |= asked.left_out
        every.accused += asked.accused
    by_question = dict(Counter(question for _, question, _ in every.accused))
    print(
        f"\n{every.examples} examples, {every.accused_examples()} accused: {by_question}; "
        f"{len(every.left_out)} left out"
    )


def ask(programs: Iterable[tuple[str, str]], questions: Iterable[str], keep: Path | None) -> Asked:
    """Record and judge programs, each with its name; those that are accused stay in `keep`."""
    asked = Asked()
    for name, text in programs:
        folder = keep / name if keep else Path(tempfile.mkdtemp())
        folder.mkdir(parents=True, exist_ok=True)
        answers: dict[str, str] = {}
        try:
            left_out, answers = _judge(folder, name, text, questions)
            if left_out:
                asked.left_out[name] = left_out
                continue
            asked.examples += 1
            asked.accused += [(name, question, answer) for question, answer in answers.items()]
        finally:
            if not (answers and keep):
                shutil.rmtree(folder, ignore_errors=True)
    return asked


def _judge(folder: Path, name: str, text: str, questions: Iterable[str]) -> tuple[str, dict[str, str]]:
    """Return why the example was left out, and the answers that accuse it, by question.

    It runs in a fork, so that what it sets up for the whole process is gone afterwards.
    """
    script, trace, result = folder / f"{name}.py", folder / "run.numscope", folder / "result.json"
    script.write_text(text)
    child = os.fork()
    if child == 0:
        signal.setitimer(signal.ITIMER_PROF, _SECONDS)
        signal.alarm(10 * _SECONDS)
        os.chdir(folder)
        left_out, answers = "", {}
        try:
            _record(script, trace)
            answers = {question: answer for question in questions if (answer := _answer(question, trace))}
        except BaseException as error:  # noqa: BLE001 - an example may raise anything
            left_out = type(error).__name__
        result.write_text(json.dumps((left_out, answers)))
        os._exit(0)
    os.waitpid(child, 0)
    if not result.exists():
        return "ended or too slow", {}
    left_out, answers = json.loads(result.read_text())
    return left_out, answers


def _record(script: Path, trace: Path) -> None:
    names = {"__name__": "__main__", "__file__": str(script)}
    np.random.seed(0)
    if "torch" in sys.modules:
        sys.modules["torch"].manual_seed(0)
    with warnings.catch_warnings(), _silent():
        warnings.simplefilter("ignore")
        with numscope.record(trace):
            exec(compile(script.read_text(), str(script), "exec"), names)
    with numscope.open(trace) as opened:
        if not len(opened):
            raise NothingRecordedError


def _answer(question: str, trace: Path) -> str:
    """Return what a question answers; empty if it accuses nothing."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(io.StringIO()):
        code = command([question, str(trace)])
    if code not in (0, 1):
        raise RuntimeError(f"{question} ended with {code}")
    return said.getvalue() if code else ""


@contextlib.contextmanager
def _silent() -> Iterator[None]:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        yield


def _scripts(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield (name, program) of the scripts in a folder."""
    for file in sorted(folder.rglob("*.py")):
        yield ".".join(file.relative_to(folder).with_suffix("").parts), file.read_text(encoding="utf-8")


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
    body = ast.parse(source).body
    text = source.rstrip("\n")
    shown = len(body) == 1 and isinstance(body[0], ast.Expr) and "#" not in text
    return f"print({text.rstrip(';')})" if shown else text


if __name__ == "__main__":
    main()
