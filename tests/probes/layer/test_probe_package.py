"""A library that numscope has never heard of, with a package that brings its probe: examples/probe_package."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from shutil import copytree
from typing import Any

import numpy as np
import pytest

import numscope

ROOT = Path(__file__).resolve().parents[3]
EXAMPLE = ROOT / "examples" / "probe_package"
SOURCES = str(Path(numscope.__file__).resolve().parent.parent)
COMMAND = "import sys; from numscope.cli.main import main; sys.exit(main())"
Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package installed in it by pip."""
    for tool in ("pip", "setuptools"):
        if find_spec(tool) is None:
            pytest.skip(f"{tool} is not installed here: the package can't be")
    copy = tmp_path_factory.mktemp("package") / "package"
    copytree(EXAMPLE, copy)  # building leaves files beside the sources
    folder = tmp_path_factory.mktemp("site")
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--target", str(folder)]
    command = [sys.executable, "-m", "pip", "install", *options, str(copy)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=200)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def run(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Run Python in a folder of the module's own, where the package is installed."""
    here = tmp_path_factory.mktemp("here")

    def run(*words: str, path: str = "", **environ: str) -> subprocess.CompletedProcess[str]:
        plain = {name: value for name, value in os.environ.items() if not name.startswith("NUMSCOPE")}
        folders = [path, str(site), SOURCES]
        merged = {**plain, "PYTHONPATH": os.pathsep.join(filter(None, folders)), **environ}
        return subprocess.run(
            [sys.executable, *words],
            env=merged,
            cwd=here,
            capture_output=True,
            text=True,
            check=False,
            timeout=200,
        )

    return run


@pytest.fixture(scope="module")
def ask(run: Run) -> Callable[..., Any]:
    """Run a numscope command and return its JSON."""

    def ask(*words: str) -> Any:
        done = run("-c", COMMAND, *words, "--json")
        assert done.stdout, done.stderr
        return json.loads(done.stdout)

    return ask


def recorded(run: Run, name: str, script: str) -> str:
    done = run("-c", COMMAND, "run", "--output", name, script)
    assert done.returncode == 0, done.stderr
    return name


@pytest.fixture(scope="module")
def trace(run: Run) -> str:
    return recorded(run, "demo.numscope", str(EXAMPLE / "demo.py"))


@pytest.fixture(scope="module")
def operations(ask: Callable[..., Any], trace: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = ask("ls", trace)["operations"]
    return found


def only(operations: list[dict[str, Any]], name: str) -> dict[str, Any]:
    (found,) = (operation for operation in operations if operation["name"] == name)
    return found


def test_ls_shows_the_calls_with_their_operands_where_the_user_made_them(
    operations: list[dict[str, Any]],
) -> None:
    lines = {one["name"]: one["site"]["line"] for one in operations if one["name"].startswith("toylib.")}
    program = (EXAMPLE / "demo.py").read_text().splitlines()
    assert set(lines) == {
        "toylib.noise",
        "toylib.Scaler.fit",
        "toylib.Scaler.transform",
        "toylib.clip",
        "toylib.log_ratio",
    }
    for name, line in lines.items():
        assert name.rpartition(".")[2] in program[line - 1]
    # What stands in toylib's own lines is not the user's.
    assert {Path(one["site"]["file"]).name for one in operations} == {"demo.py"}


def test_an_object_is_described_by_what_it_holds(operations: list[dict[str, Any]]) -> None:
    operands = only(operations, "toylib.Scaler.transform")["operands"]
    said = [(one["kind"], one["role"], one["position"], one["name"], one.get("shape")) for one in operands]
    assert said == [
        ("object", "argument", 0, None, None),
        ("array", "input", 0, "mean", [3]),
        ("array", "input", 0, "width", [3]),
        ("array", "input", 1, None, [4, 3]),
        ("array", "output", 0, None, [4, 3]),
    ]
    made = only(operations, "toylib.Scaler.fit")["operands"]
    assert [one["name"] for one in made if one["role"] == "output"] == [None, "mean", "width"]
    hashes = {one["name"]: one["hash"] for one in made if one["role"] == "output" and one["kind"] == "array"}
    assert hashes == {one["name"]: one["hash"] for one in operands if one["name"]}


def test_what_is_changed_in_place_is_kept_before_and_after(operations: list[dict[str, Any]]) -> None:
    operands = only(operations, "toylib.clip")["operands"]
    arrays = [(one["role"], one["statistics"]["maximum"]) for one in operands if one["kind"] == "array"]
    assert [role for role, _ in arrays] == ["input", "mutated"]
    assert arrays[0][1] > 1.0
    assert arrays[1][1] == 1.0


def test_nan_names_the_call_of_the_library(ask: Callable[..., Any], trace: str) -> None:
    (origin,) = ask("nan", trace)["origins"]
    assert origin["operation"]["name"] == "toylib.log_ratio"


def test_graph_leads_through_objects_and_changes_in_place(ask: Callable[..., Any], trace: str) -> None:
    flow = ask("graph", trace)
    labels = {node["id"]: node["label"] for node in flow["nodes"]}
    edges = {(labels[link["source"]], labels[link["target"]]) for link in flow["links"]}
    assert ("toylib.noise", "numpy.add") in edges
    assert ("toylib.Scaler.fit", "toylib.Scaler.transform") in edges
    assert ("toylib.Scaler.transform", "toylib.clip") in edges
    assert ("toylib.clip", "numpy.ndarray.sum") in edges


def test_diff_finds_the_seed_behind_the_draw_that_went_otherwise(
    run: Run, trace: str, tmp_path: Path
) -> None:
    other = tmp_path / "demo.py"
    other.write_text((EXAMPLE / "demo.py").read_text().replace("seed(7)", "seed(8)"))
    second = recorded(run, "other.numscope", str(other))
    said = run("-c", COMMAND, "diff", trace, second).stdout
    assert said.index("1. numpy.random.default_rng") < said.index("argument 0: 7 -> 8")
    assert "1 change;" in said  # what toylib.noise drew is one of those that followed


def test_replay_gives_every_call_again_to_the_last_bit(ask: Callable[..., Any], trace: str) -> None:
    answer = ask("replay", trace)
    assert answer["differs"] == answer["close"] == 0
    said = [reason["text"] for reason in answer["reasons"]]
    assert not [text for text in said if "toylib" in text or "Scaler" in text]
    # The draws too: from the state in which the generator was.
    (number,) = (one["id"] for one in ask("ls", trace)["operations"] if one["name"] == "toylib.noise")
    assert ask("replay", trace, str(number))["identical"] == 1


def test_testgen_writes_tests_that_pass(run: Run, trace: str) -> None:
    done = run("-c", COMMAND, "testgen", trace, "--output", "written")
    assert done.returncode == 0, done.stderr
    (path,) = done.stdout.splitlines()[:1]
    ran = run("-m", "pytest", "-q", "-p", "no:cacheprovider", "written", "--rootdir", "written")
    assert ran.returncode == 0, ran.stdout
    text = Path(run("-c", f"import os; print(os.path.abspath({path!r}))").stdout.strip()).read_text()
    assert "import toylib" in text
    assert "toylib.Scaler(mean=a, width=b).transform(c)" in text
    assert "toylib.clip(a, -1.0, 1.0)" in text


def test_report_shows_them(run: Run, trace: str) -> None:
    done = run("-c", COMMAND, "report", trace, "-o", "page.html")
    assert done.returncode == 0, done.stderr
    code = "import sys; from pathlib import Path; sys.path.insert(0, sys.argv[1]); import page_blocks; "
    code += "print(*page_blocks.read_document(Path('page.html'), 'calls')['texts'])"
    names = run("-c", code, str(ROOT / "tests" / "views")).stdout.split()
    assert {"toylib.Scaler.transform", "toylib.log_ratio"} <= set(names)


def test_a_halt_can_be_shown_again_by_its_script(run: Run) -> None:
    run("-c", COMMAND, "run", "--stop-on", "nan", "--output", "halt.numscope", str(EXAMPLE / "demo.py"))
    assert (
        "toylib.log_ratio("
        in run("-c", "print(open('halt_halted.py').read())").stdout.partition("inputs:")[2]
    )
    done = run("halt_halted.py")
    assert done.returncode == 0, done.stderr
    assert "nan" in done.stdout.partition("result:")[2]


def test_an_exception_is_recorded_and_raised_again(run: Run, ask: Callable[..., Any], tmp_path: Path) -> None:
    script = tmp_path / "wrong.py"
    call = "toylib.log_ratio(np.ones(2), np.ones(3))"
    script.write_text(f"import numpy as np, toylib\ntry: {call}\nexcept ValueError: pass\n")
    name = recorded(run, "wrong.numscope", str(script))
    operation = only(ask("ls", name)["operations"], "toylib.log_ratio")
    assert operation["exception"].startswith("ValueError: operands could not be broadcast")
    assert ask("replay", name, str(operation["id"]))["identical"] == 1


def test_a_block_leaves_the_library_as_it_was(run: Run) -> None:
    code = """
import numpy as np, toylib, numscope
from toylib import clip
kept = toylib.clip, type(clip), toylib.Scaler.transform
for number in range(2):
    with numscope.record(f"block{number}.numscope") as recording:
        clip(np.ones(3), 0.0, 0.5)
        assert toylib.clip is kept[0] and callable(clip)
    assert (toylib.clip, type(clip), toylib.Scaler.transform) == kept
    print(*[operation.name for operation in recording if operation.user_visible])
clip(np.ones(3), 0.0, 0.5)
"""
    done = run("-c", code)
    assert done.stdout.splitlines() == ["numpy.ones toylib.clip"] * 2, done.stderr


def test_the_probe_is_loaded_with_its_library_only(run: Run) -> None:
    code = "import sys, {0}; print('toylib_probe' in sys.modules, 'numscope.probes.registry' in sys.modules)"
    start = "import numscope.startup.begin as begin; begin.begin(); "
    output = {"NUMSCOPE_FORCE": "1", "NUMSCOPE_OUTPUT": "lazy.numscope"}
    expected = [("1", "numpy", "False True"), ("1", "toylib", "True True"), ("0", "toylib", "False False")]
    for switch, module, loaded in expected:
        done = run("-c", start + code.format(module), NUMSCOPE=switch, **output)
        assert done.stdout.strip() == loaded, (switch, module, done.stderr)


def test_status_and_doctor_know_the_library(run: Run, ask: Callable[..., Any], tmp_path: Path) -> None:
    assert "toylib" in ask("status")["libraries"]
    findings = {one["about"]: one for one in ask("doctor", "toylib")}
    assert findings["toylib"] == {"about": "toylib", "good": True, "seen": "0.1"}
    # The canary: a part of the library that is not where the probe looks for it.
    moved = (EXAMPLE / "src" / "toylib.py").read_text().replace("def clip(", "def limit(")
    (tmp_path / "toylib.py").write_text(moved.replace('"0.1"', '"0.2"'))
    done = run("-c", COMMAND, "doctor", "toylib", path=str(tmp_path))
    assert "0.2, a version on which numscope was not tested; moved or gone: clip" in done.stdout, done.stderr
    assert done.returncode == 1


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("raise OSError('no such licence')", "can't be loaded (OSError: no such licence)"),
        ("PROBE = 3", "is a int, not a numscope Probe"),
        (
            "from numscope.probes.probe import Probe\n"
            "class Other(Probe):\n    library = 'otherlib'\n    probe_version = 99\nPROBE = Other()",
            "is made for version 99 of numscope's probes",
        ),
    ],
)
def test_a_probe_that_can_not_be_used_is_left_out_with_one_warning(
    run: Run, tmp_path: Path, source: str, sentence: str
) -> None:
    (tmp_path / "otherlib.py").write_text("import numpy as np\ndef double(x): return np.add(x, x)\n")
    (tmp_path / "other_probe.py").write_text(source)
    folder = tmp_path / "other-1.dist-info"
    folder.mkdir()
    (folder / "entry_points.txt").write_text("[numscope.probes]\notherlib = other_probe:PROBE\n")
    (tmp_path / "program.py").write_text("import otherlib, numpy\nprint(otherlib.double(numpy.ones(2)))\n")
    words = (
        "-c",
        COMMAND,
        "run",
        "--force",
        "--output",
        str(tmp_path / "x.numscope"),
        str(tmp_path / "program.py"),
    )
    done = run(*words, path=str(tmp_path))
    assert done.returncode == 0
    assert done.stdout == "[2. 2.]\n"
    assert done.stderr.count("[broken-probe]") == 1
    assert sentence in done.stderr
    with numscope.open(tmp_path / "x.numscope") as trace:
        assert "numpy.add" in [operation.name for operation in trace]


def test_every_draw_is_replayed_from_the_state_it_had(
    run: Run, ask: Callable[..., Any], tmp_path: Path
) -> None:
    script = tmp_path / "draws.py"
    script.write_text("import toylib\nfor _ in range(3): toylib.noise(4)\ntoylib.seed(3)\ntoylib.noise(2)\n")
    name = recorded(run, "draws.numscope", str(script))
    draws = [one for one in ask("ls", name)["operations"] if one["name"] == "toylib.noise"]
    assert [one["attributes"]["bit_generator.state"].partition(" ")[0] for one in draws] == ["PCG64"] * 4
    assert len({one["attributes"]["bit_generator.state"] for one in draws}) == 4
    answers = [ask("replay", name, str(one["id"]))["identical"] for one in draws]
    assert answers == [1, 1, 1, 1]
    first = np.random.default_rng(0).normal(scale=1.0, size=4)
    outputs = [one for one in draws[0]["operands"] if one["role"] == "output"]
    assert outputs[0]["statistics"]["minimum"] == first.min()  # and the recorder drew nothing itself


def test_its_operations_can_be_chosen_by_name(run: Run, ask: Callable[..., Any]) -> None:
    words = ("run", "--ops", "toylib.Scaler.*", "--output", "chosen.numscope", str(EXAMPLE / "demo.py"))
    done = run("-c", COMMAND, *words)
    assert done.returncode == 0, done.stderr
    names = [one["name"] for one in ask("ls", "chosen.numscope", "--all")["operations"]]
    assert names == ["toylib.Scaler.fit", "toylib.Scaler.transform"]


def test_mock_lets_what_draws_and_what_learns_run(run: Run, ask: Callable[..., Any], tmp_path: Path) -> None:
    script = tmp_path / "later.py"
    script.write_text(
        "import numpy as np, toylib\n"
        "table = toylib.noise((300, 200))\n"
        "scaler = toylib.Scaler()\n"
        "scaler.fit_transform(table)\n"
        "toylib.log_ratio(table, table)\n"
        "print(toylib.noise(2), scaler.transform(np.ones(200)).sum())\n"
    )
    name = recorded(run, "later.numscope", str(script))
    slow = only(ask("ls", name)["operations"], "toylib.log_ratio")
    done = run("-c", COMMAND, "mock", name, "--upto", str(slow["id"]), str(script))
    assert done.returncode == 0, done.stderr
    assert done.stdout == run(str(script)).stdout
    assert " 1 of them stood in for" in done.stderr  # the one that leaves nothing behind


def test_the_page_shows_the_example_as_it_is() -> None:
    page = (ROOT / "docs" / "howto" / "add-a-library.md").read_text()
    for name in ("src/toylib.py", "src/toylib_probe.py", "pyproject.toml"):
        shown = page.partition(f'title="{name}"\n')[2].partition("\n```")[0]
        assert shown == (EXAMPLE / name).read_text().rstrip(), f"docs/howto/add-a-library.md: {name}"


OTHER = """
from numscope.probes.probe import Function, Probe

class Other(Probe):
    library = "otherlib"
    probe_version = 1
    oldest = "{oldest}"
    functions = {{"double": Function(), "gone": Function(), "Missing.method": Function()}}

    def sources(self):
        return ("otherlib", "otherlib_inside")

    def facts(self):
        return {{"mode": "fast"}}

PROBE = Other()
"""


def other_library(folder: Path, oldest: str) -> Path:
    """A library of two modules with a probe that knows more functions than there are; return a program that uses it."""
    (folder / "otherlib.py").write_text(
        "import numpy as np, otherlib_inside\n__version__ = '1.4'\ndef double(x): return np.add(x, x)\n"
    )
    (folder / "otherlib_inside.py").write_text("import numpy as np\ndef halve(x): return np.divide(x, 2)\n")
    (folder / "other_probe.py").write_text(OTHER.format(oldest=oldest))
    (folder / "other-1.dist-info").mkdir()
    text = "[console_scripts]\na = b:c\n[numscope.probes]\n# the probe\notherlib = other_probe:PROBE\n[x]\ny = z\n"
    (folder / "other-1.dist-info" / "entry_points.txt").write_text(text)
    program = folder / "program.py"
    program.write_text(
        "import otherlib, otherlib_inside, numpy\n"
        "print(otherlib.double(numpy.ones(2)), otherlib_inside.halve(numpy.ones(2)))\n"
    )
    return program


def test_what_a_probe_can_not_watch_is_told_and_the_rest_recorded(run: Run, tmp_path: Path) -> None:
    program, trace = other_library(tmp_path, "1.3"), tmp_path / "other.numscope"
    done = run("-c", COMMAND, "run", "--output", str(trace), str(program), path=str(tmp_path))
    assert done.stdout == "[2. 2.] [0.5 0.5]\n", done.stderr
    assert done.stderr.count("[otherlib-reduced]") == 1
    assert "otherlib.gone (" in done.stderr
    assert "otherlib.Missing.method (" in done.stderr
    with numscope.open(trace) as opened:
        visible = {operation.name: operation.user_visible for operation in opened}
    assert visible["otherlib.double"]
    assert not visible["numpy.divide"]  # otherlib_inside is the library's own
    facts = json.loads(next(trace.glob("processes/*/process.json")).read_text())
    assert facts["surroundings"]["otherlib mode"] == "fast"
    assert facts["libraries"]["otherlib"] == "1.4"


def test_a_library_that_is_too_old_is_not_recorded(run: Run, tmp_path: Path) -> None:
    program, trace = other_library(tmp_path, "1.10"), tmp_path / "other.numscope"
    done = run("-c", COMMAND, "run", "--output", str(trace), str(program), path=str(tmp_path))
    assert done.stdout == "[2. 2.] [0.5 0.5]\n"
    assert (
        "otherlib 1.4 is older than 1.10; what otherlib does is not recorded [otherlib-unrecorded]"
        in done.stderr
    )
    with numscope.open(trace) as opened:
        assert "otherlib.double" not in [operation.name for operation in opened]


def test_the_state_of_its_generator_is_testified(run: Run, tmp_path: Path) -> None:
    code = """
import json, os, subprocess, sys
file = sys.argv[1]
for use in ("", "toylib.noise(3)"):
    start = "import numscope.startup.begin as start; start.begin(); import toylib; "
    environ = {**os.environ, "NUMSCOPE_END_STATE": f"{os.getpid()}:{file}"}
    subprocess.run([sys.executable, "-c", start + use], env=environ)
    print(sorted(json.load(open(file))["random_states"]))
import toylib
from toylib_probe import PROBE
state = PROBE.random_state()
toylib.noise(4)
print(repr(PROBE.random_state()) != repr(state))
"""
    done = run("-c", code, str(tmp_path / "testimony"))
    assert done.stdout.splitlines() == ["[]", "['toylib']", "True"], done.stderr


def test_a_folder_that_joins_the_path_later_is_looked_through_too(run: Run, site: Path) -> None:
    code = (
        "import sys; folder = sys.argv[1]; sys.path.remove(folder); from numscope.probes.registry import known; "
        "before = [one.library for one in known()]; sys.path.append(folder); "
        "print('toylib' in before, 'toylib' in [one.library for one in known()])"
    )
    assert run("-c", code, str(site)).stdout.strip() == "False True"
