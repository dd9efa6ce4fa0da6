"""pdb, debugpy and coverage at work in the dumped files, each driven for real."""

from __future__ import annotations

import functools
import json
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="torch.compile needs PyTorch")

from .debug_adapter_client import DebugAdapterClient
from .programs import environment, line_with, run, write_program

DEBUGGED = """
with numscope.compiled.prepare_debug(sys.argv[1]):
    main()
    with numscope.compiled.debug():
        main()
"""

# backend -> files whose code runs, each with a piece of the line to stop at and an expression to ask for there
STOPS = {
    "eager": [("__compiled_fn_2.Captured_Graph.py", ".sin()", "l_x_.shape")],
    "aot_eager": [
        ("__compiled_fn_2.Forward_Graph.py", "aten.sin", "primals_1.shape"),
        ("__compiled_fn_2.Backward_Graph.py", "aten.cos", "primals_1.shape"),
    ],
    "inductor": [
        ("__compiled_fn_2.kernel_0.py", "cpp_fused_sin_0(primals_1", "primals_1.shape"),
        ("__compiled_fn_2.kernel_1.py", "cpp_fused_cos_mul_0(tangents_1", "primals_1.shape"),
    ],
}


@pytest.fixture(scope="module")
def earlier_dump(tmp_path_factory: pytest.TempPathFactory):
    """Give the dump of an earlier run with a backend: files and lines are the same in each run."""

    @functools.cache
    def dumped(backend: str) -> Path:
        directory = tmp_path_factory.mktemp(backend)
        program = write_program(directory, DEBUGGED, backend)
        first = run(program, directory / "dump", environ={"PYTHONBREAKPOINT": "0"})
        assert first.returncode == 0, first.stderr
        return directory / "dump"

    return dumped


@pytest.mark.parametrize(
    "backend", ["aot_eager", *(pytest.param(one, marks=pytest.mark.long) for one in ("eager", "inductor"))]
)
def test_pdb_stops_in_dumped_files(backend: str, earlier_dump, tmp_path: Path):
    program = write_program(tmp_path, DEBUGGED, backend)
    dump = tmp_path / "dump"
    commands = []
    for name, piece, _ in STOPS[backend]:
        commands.append(f"break {dump / name}:{line_with(earlier_dump(backend) / name, piece)}")
    for _, _, expression in STOPS[backend]:
        commands += ["continue", f"p 'asked', {expression}"]
    commands += ["clear 1", "clear 2", "continue"]

    result = run(program, dump, stdin="\n".join(commands) + "\n")

    assert result.returncode == 0, result.stdout + result.stderr
    assert "numscope: set breakpoints" in result.stderr
    for name, piece, _ in STOPS[backend]:
        assert f"{dump / name}(" in result.stdout
        stopped = result.stdout.index(f"> {dump / name}(")
        assert piece in result.stdout[stopped : stopped + 600]
    assert result.stdout.count("('asked', torch.Size([3]))") == len(STOPS[backend])


@pytest.mark.long
def test_pdb_steps_through_transformed_code_and_resume_functions(earlier_dump, tmp_path: Path):
    program = write_program(tmp_path, DEBUGGED, "eager")
    dump, earlier = tmp_path / "dump", earlier_dump("eager")
    first = dump / "__transformed_code_0_for_f.py"
    (found,) = earlier.glob("__transformed_code_0_for_torch_dynamo_resume_in_f_at_*.py")
    rest = dump / found.name
    commands = [
        f"break {first}:{line_with(earlier / first.name, 'return __resume_at_')}",
        f"break {rest}:{line_with(earlier / rest.name, 'return graph_out_0[0]')}",
        "continue",
        "p 'first', y.shape",
        "continue",
        "p 'rest', graph_out_0[0].shape",
        "next",
        "continue",
    ]
    result = run(program, dump, stdin="\n".join(commands) + "\n")
    assert result.returncode == 0, result.stdout + result.stderr
    assert f"> {first}(" in result.stdout
    assert "('first', torch.Size([3]))" in result.stdout
    assert f"> {rest}(" in result.stdout
    assert "('rest', torch.Size([]))" in result.stdout


@pytest.mark.parametrize("backend", [pytest.param("aot_eager", marks=pytest.mark.long)])
def test_coverage_sees_the_dumped_graphs(backend: str, tmp_path: Path):
    pytest.importorskip("coverage", reason="coverage.py is not installed")
    program = write_program(
        tmp_path, "with numscope.compiled.prepare_debug(sys.argv[1]):\n    main()\n", backend
    )
    dump, data = tmp_path / "dump", tmp_path / "coverage.data"
    ran = run("-m", "coverage", "run", f"--data-file={data}", "--include=*/dump/*", program, dump)
    assert ran.returncode == 0, ran.stderr
    run("-m", "coverage", "json", f"--data-file={data}", "-o", tmp_path / "report.json")
    files = {
        Path(name).name: entry
        for name, entry in json.loads((tmp_path / "report.json").read_text())["files"].items()
    }
    for name, piece, _ in STOPS[backend]:
        assert line_with(dump / name, piece) in files[name]["executed_lines"]


@pytest.mark.parametrize(
    "backend", [pytest.param(backend, marks=pytest.mark.long) for backend in ("eager", "inductor")]
)
def test_debugpy_stops_in_dumped_files(backend: str, tmp_path: Path):
    pytest.importorskip("debugpy", reason="debugpy is not installed")
    program = write_program(tmp_path, DEBUGGED, backend)
    dump = tmp_path / "dump"
    client = DebugAdapterClient(program, dump, environ=environment())

    thread, frame = client.stop()
    assert frame["source"]["path"].endswith("session.py")  # the pause of debug()
    for name, piece, _ in STOPS[backend]:
        client.break_at(dump / name, line_with(dump / name, piece))
    for name, piece, expression in STOPS[backend]:
        client.request("continue", threadId=thread)
        thread, frame = client.stop()
        assert (frame["source"]["path"], frame["line"]) == (str(dump / name), line_with(dump / name, piece))
        assert client.evaluate(frame, expression) == "torch.Size([3])"
        client.request("next", threadId=thread)
        thread, frame = client.stop()
        assert frame["source"]["path"] == str(dump / name)
    client.request("continue", threadId=thread)
    output = client.close()
    assert client.process.returncode == 0, output
