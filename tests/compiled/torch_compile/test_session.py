"""What a dump holds, where it goes, and how it behaves beside other things."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import re
import sys
import threading
from html.parser import HTMLParser
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="torch.compile needs PyTorch")

import numscope.compiled
from numscope.compiled import prepare_debug
from numscope.errors import UsageError

from .programs import SOURCE, run, write_program

DUMPED = "with numscope.compiled.prepare_debug(sys.argv[1]):\n    main()\n"

PLAIN_OR_DUMPED = """
import contextlib
dumping = numscope.compiled.prepare_debug(sys.argv[1]) if sys.argv[1:] else contextlib.nullcontext()
with dumping:
    main()
"""


def names(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.iterdir())


def test_files_are_named_as_documented(tmp_path: Path):
    def double(x: torch.Tensor) -> torch.Tensor:
        return (x * 2).sum()

    with prepare_debug(tmp_path):
        torch.compile(double, backend="aot_eager")(torch.ones(3, requires_grad=True)).backward()
    found = [re.sub(r"__compiled_fn_\d+", "__compiled_fn_N", name) for name in names(tmp_path)]
    assert found == [
        ".numscope-compile",
        "__compiled_fn_N.AOT_metadata.txt",
        "__compiled_fn_N.AOT_settings.txt",
        "__compiled_fn_N.Backward_Graph.py",
        "__compiled_fn_N.Captured_Graph.py",
        "__compiled_fn_N.Forward_Graph.py",
        "__compiled_fn_N.Joint_Graph.py",
        "__compiled_fn_N.Runtime_Wrapper.py",
        "__transformed_code_0_for_double.py",
        "__transformed_code_0_for_double.py.double_bytecode",
        "__transformed_code_0_for_double.py.double_disassembly.txt",
        "__transformed_code_0_for_double.py.double_guards.txt",
        "full_code_for_double_0.py",
        "index.html",
        "index.json",
        "timeline.json",
    ]


@pytest.mark.long
def test_two_runs_make_the_same_files(tmp_path: Path):
    program = write_program(tmp_path, DUMPED, "aot_eager")
    dumps = tmp_path / "one", tmp_path / "two"
    for dump in dumps:
        assert run(program, dump).returncode == 0
    assert names(dumps[0]) == names(dumps[1])
    for path in dumps[0].iterdir():
        if path.name not in ("index.html", "index.json", "timeline.json"):  # they tell times
            other = (dumps[1] / path.name).read_bytes().replace(b"/two", b"/one")
            assert path.read_bytes() == other, path.name


class Blocks(torch.nn.Module):
    """The shapes of a small transformer: blocks with more than 30 parameters, a break under no_grad."""

    def __init__(self) -> None:
        super().__init__()
        self.blocks = torch.nn.ModuleList(torch.nn.Linear(4, 4) for _ in range(18))

    def forward(self, x: torch.Tensor) -> dict[str, torch.Tensor]:
        total = x
        for block in self.blocks:
            total = total + block(total)
        half = total / 2
        with torch.no_grad():
            torch._dynamo.graph_break()
            y = total * 2
        return {"last": y, "first": total, "half": half}


def test_the_text_reads_as_a_person_would_write_it(tmp_path: Path):
    model, x = Blocks(), torch.ones(2, 4)
    with prepare_debug(tmp_path) as session:
        made = torch.compile(model, backend="aot_eager")(x)
    assert torch.equal(made["last"], model(x)["last"])
    compilations = [each for function in session.record.functions for each in function.compilations]
    assert [each.decompile_failure for each in compilations] == ["", ""]
    for compilation in compilations:
        text = (tmp_path / compilation.transformed).read_text()
        assert not re.search(r"stack_\d+ = stack_\d+\[|\[\d*:\d*\]|\.extend\(|pregraph", text)
    first = (tmp_path / compilations[0].transformed).read_text()
    assert re.search(r"total, half = __compiled_fn_\d+\(|half, total = __compiled_fn_\d+\(", first)
    assert not re.search(r"stack_\d+ = (graph_out|tmp)_", first)
    assert "except BaseException:" in first
    assert "stack_state" not in first


def test_the_timeline_holds_the_steps_of_each_compilation_inside_one_another(tmp_path: Path):
    with prepare_debug(tmp_path):
        torch.compile(lambda x: x.sin() + 1, backend="aot_eager")(torch.ones(3))
    events = json.loads((tmp_path / "timeline.json").read_text())["traceEvents"]
    steps = {each["name"]: each for each in events if each["ph"] == "X"}
    whole, backend = steps["entire_frame_compile"], steps["backend_compile"]
    assert whole["args"]["compile_id"] == backend["args"]["compile_id"] == "0/0"
    assert whole["ts"] <= backend["ts"]
    assert 0 < backend["dur"] < whole["dur"]
    assert backend["ts"] + backend["dur"] <= whole["ts"] + whole["dur"]
    assert "entire_frame_compile, 0/0" in (tmp_path / "index.html").read_text()


@pytest.fixture(scope="module")
def inductor_dump(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The dump of a program that ran without us before, so that every cache is warm."""
    directory = tmp_path_factory.mktemp("inductor")
    program = write_program(directory, PLAIN_OR_DUMPED, "inductor")
    assert run(program).returncode == 0
    result = run(program, directory / "dump")
    assert result.returncode == 0, result.stderr
    return directory / "dump"


def test_the_dump_is_complete_with_warm_caches(inductor_dump: Path):
    found = names(inductor_dump)
    for kind in ("Captured", "Joint", "Forward", "Backward"):
        assert sum(f".{kind}_Graph.py" in name for name in found) == 2
    assert sum(".kernel_" in name for name in found) == 4
    for role in ("Forward", "Backward"):
        assert sum(f".{role}_Post_Grad_Graph.py" in name for name in found) == 2
        assert sum(f".{role}_Runnable.py" in name for name in found) == 2
    assert sum(".Pre_Grad_Graph.py" in name for name in found) == 2


def test_kernels_are_traced_to_source_lines(inductor_dump: Path):
    record = json.loads((inductor_dump / "index.json").read_text())
    kernels = [
        (line["code"].partition("(")[0], line["source"])
        for function in record["functions"]
        for each in function["compilations"]
        for graph in each["graphs"]
        for kernel in graph["kernels"][:1]
        for line in kernel["lines"]
    ]
    assert ("cpp_fused_sin_0", "y = x.sin()") in kernels
    assert ("cpp_fused_mul_sum_0", "return (y * n).sum()") in kernels


def test_what_was_compiled_before_is_dumped_too(tmp_path: Path):
    compiled = torch.compile(lambda x: x + 1, backend="eager")
    compiled(torch.ones(3))
    with prepare_debug(tmp_path) as session:
        compiled(torch.ones(3))
    assert session.record.totals()["graphs"] == 1


def test_a_recompilation_tells_the_guard_and_the_value(tmp_path: Path):
    def scale(x: torch.Tensor, n: int) -> torch.Tensor:
        return x * n

    compiled = torch.compile(scale, backend="eager")
    with prepare_debug(tmp_path) as session:
        compiled(torch.ones(3), 5)
        compiled(torch.ones(3), 6)
        compiled(torch.ones(3, 2), 6)
    again = [
        (failed.guard, failed.value)
        for each in session.record.functions[0].compilations[1:]
        for failed in each.failed_guards[:1]
    ]
    assert again[0] == ("n == 5", "n is 6")
    assert "tensor 'x' rank mismatch. expected 1, actual 2" in again[1][0]
    assert "shape [3, 2]" in again[1][1]


def test_a_graph_break_tells_cause_and_line(tmp_path: Path):
    def broken(x: torch.Tensor) -> torch.Tensor:
        y = x + 1
        torch._dynamo.graph_break()  # here
        return y * 2

    with prepare_debug(tmp_path) as session:
        torch.compile(broken, backend="eager")(torch.ones(3))
    (found,) = session.record.functions[0].compilations[0].breaks
    assert found.cause == "Call to `torch._dynamo.graph_break()`"
    assert found.source.endswith("# here")
    assert Path(found.filename) == Path(__file__)
    text = (tmp_path / session.record.functions[0].file).read_text()
    assert text.index("def broken") < text.index("Guards") < text.index("def __compiled_fn")
    assert "# Resume function: torch_dynamo_resume_in_broken_at_" in text


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [(tag, str(value)) for name, value in attrs if name in ("href", "src")]
        self.found += [(tag, "") for _ in [0] if tag in ("script", "link", "img", "b!")]

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_is_self_contained_and_escaped(tmp_path: Path):
    def evil(x: torch.Tensor, text: str) -> torch.Tensor:
        y = x + len(text)
        torch._dynamo.graph_break()  # <script>alert('&')</script>
        return y

    compiled = torch.compile(evil, backend="eager")
    with prepare_debug(tmp_path):
        compiled(torch.ones(3), "<b!>")
        compiled(torch.ones(3), "<img src=x onerror=alert(1)>")
    page = _Links()
    page.feed((tmp_path / "index.html").read_text())
    assert {tag for tag, _ in page.found} == {"a"}
    for _, target in page.found:
        assert target.startswith("#") or (tmp_path / target).is_file(), target
    assert "<script>alert('&')</script>" in page.text
    assert "text is '<img src=x onerror=alert(1)>'" in page.text


# -- beside other things


def test_threads(tmp_path: Path):
    results: dict[int, torch.Tensor] = {}

    def work(number: int) -> None:
        def f(x: torch.Tensor) -> torch.Tensor:
            y = x * number
            torch._dynamo.graph_break()
            return y + 1

        results[number] = torch.compile(f, backend="aot_eager")(torch.ones(3))

    with prepare_debug(tmp_path) as session:
        threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert {number: float(value[0]) for number, value in results.items()} == {n: n + 1.0 for n in range(6)}
    graphs = [graph for function in session.record.functions for graph in function.graphs]
    assert len({graph.name for graph in graphs}) == len(graphs) >= 2


def test_fullgraph_and_dynamic(tmp_path: Path):
    with prepare_debug(tmp_path) as session:
        whole = torch.compile(lambda x: x.sin().sum(), fullgraph=True, dynamic=True, backend="eager")
        for size in (3, 4, 5):
            whole(torch.ones(size))
    (function,) = session.record.functions
    (compilation,) = function.compilations
    assert re.match(
        r"s\d+ \(x.size\(\)\[0\]\): 3 at compile time, between 2", compilation.graphs[0].symbols[0]
    )


def test_fullgraph_error_goes_through(tmp_path: Path):
    def f(x: torch.Tensor) -> torch.Tensor:
        torch._dynamo.graph_break()
        return x

    with prepare_debug(tmp_path) as session, pytest.raises(Exception, match="graph_break"):
        torch.compile(f, fullgraph=True, backend="eager")(torch.ones(3))
    assert "graph_break" in session.record.functions[0].compilations[0].error


def test_torch_logs_stay_the_same(tmp_path: Path):
    def f(x: torch.Tensor, n: int) -> torch.Tensor:
        y = x + n
        torch._dynamo.graph_break()
        return y * n

    def logged() -> list[str]:
        messages: list[str] = []
        handler = logging.Handler()
        handler.emit = lambda record: messages.append(record.getMessage())  # type: ignore[method-assign]
        loggers = [logging.getLogger(f"torch._dynamo.{name}") for name in ("symbolic_convert", "guards")]
        torch._logging.set_logs(graph_breaks=True, recompiles=True)
        torch.compiler.reset()
        for logger in logging.Logger.manager.loggerDict.values():
            if isinstance(logger, logging.Logger) and re.search("graph_breaks|recompiles$", logger.name):
                loggers.append(logger)
        for logger in loggers:
            logger.addHandler(handler)
        try:
            compiled = torch.compile(f, backend="eager")
            compiled(torch.ones(3), 2)
            compiled(torch.ones(3), 3)
        finally:
            for logger in loggers:
                logger.removeHandler(handler)
            torch._logging.set_logs()
        return messages

    plain, dumped = [], []
    for context, messages in ((contextlib.nullcontext(), plain), (prepare_debug(tmp_path), dumped)):
        with context:
            messages += logged()
    assert dumped == plain
    assert any("graph_break" in message for message in plain)
    assert any("recompil" in message.lower() for message in plain)


@pytest.mark.long
def test_processes_share_a_directory(tmp_path: Path):
    body = """
import multiprocessing
def child():
    compiled(torch.ones(3), 5)
if __name__ == "__main__":
    with numscope.compiled.prepare_debug(sys.argv[1]):
        main()
        process = multiprocessing.get_context("fork").Process(target=child)
        process.start()
        process.join()
        assert process.exitcode == 0
"""
    program = write_program(tmp_path, body, "eager")
    result = run(program, tmp_path / "dump")
    assert result.returncode == 0, result.stderr
    inside = names(tmp_path / "dump" / "process_1")
    assert any(name.startswith("__transformed_code_0_for_") for name in inside)
    # and a second run replaces both
    assert run(program, tmp_path / "dump").returncode == 0
    assert names(tmp_path / "dump" / "process_1") == inside


def test_environment_variable(tmp_path: Path):
    hook = SOURCE / "numscope" / "startup" / "numscope.pth"  # what the interpreter runs at its start
    program = write_program(tmp_path, "main()\nassert torch.__spec__.loader is torch.__loader__\n")
    start = f"import sys\nexec(open({str(hook)!r}).read())\nassert 'torch' not in sys.modules\n"
    program.write_text(start + program.read_text())
    result = run(program, environ={"NUMSCOPE_COMPILE": str(tmp_path / "dump")})
    assert result.returncode == 0, result.stderr
    assert "index.html" in names(tmp_path / "dump")
    assert sum("Captured_Graph" in name for name in names(tmp_path / "dump")) == 2


@pytest.mark.long
def test_environment_variable_without_a_hook_in_the_environment(tmp_path: Path):
    folder = SOURCE / "numscope" / "startup" / "path"  # what `numscope path` prints
    program = write_program(tmp_path, "main()\n")
    environ = {"NUMSCOPE_COMPILE": str(tmp_path / "dump"), "PYTHONPATH": str(folder)}
    result = run(program, environ=environ)
    assert result.returncode == 0, result.stderr
    assert "index.html" in names(tmp_path / "dump")
    assert not list(tmp_path.glob("*.numscope"))  # it was not asked to record


@pytest.mark.long
def test_environment_variable_with_a_bad_directory(tmp_path: Path):
    from numscope.compiled.torch_compile.startup import start_from_environment

    assert not start_from_environment({})
    (tmp_path / "mine.txt").touch()
    program = write_program(tmp_path, "print(main())\n")
    program.write_text(
        "from numscope.compiled.torch_compile.startup import start_from_environment as start\nstart()\n"
        + program.read_text()
    )
    result = run(program, environ={"NUMSCOPE_COMPILE": str(tmp_path)})
    assert result.returncode == 0
    assert "tensor(" in result.stdout
    assert "numscope: NUMSCOPE_COMPILE: the dump directory" in result.stderr
    assert "Traceback" not in result.stderr


# -- mistakes


def test_foreign_files_are_left_alone(tmp_path: Path):
    (tmp_path / "thesis.tex").write_text("mine")
    message = r"holds files that are not from an earlier dump \(thesis.tex\)"
    with pytest.raises(UsageError, match=message), prepare_debug(tmp_path):
        pass
    assert names(tmp_path) == ["thesis.tex"]


def test_an_earlier_dump_is_replaced_but_nothing_else(tmp_path: Path):
    with prepare_debug(tmp_path):
        torch.compile(lambda x: x + 1, backend="eager")(torch.ones(3))
    with prepare_debug(tmp_path):
        pass
    assert names(tmp_path) == [".numscope-compile", "index.html", "index.json"]
    (tmp_path / "notes.txt").touch()
    with pytest.raises(UsageError, match=r"notes\.txt"), prepare_debug(tmp_path):
        pass
    assert (tmp_path / "notes.txt").exists()


def test_a_directory_that_can_not_be_written(tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="can't be written"), prepare_debug(tmp_path / "file" / "dump"):
        pass


def test_nested_contexts_are_refused_and_the_outer_goes_on(tmp_path: Path):
    with prepare_debug(tmp_path / "a") as session:
        with pytest.raises(UsageError, match="can't be nested"), prepare_debug(tmp_path / "b"):
            pass
        torch.compile(lambda x: x + 1, backend="eager")(torch.ones(3))
    assert session.record.totals()["graphs"] == 1
    assert not (tmp_path / "b").exists()
    assert "NUMSCOPE_COMPILE_OWNER" not in os.environ


def test_debug_before_anything_is_dumped_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("numscope.compiled.torch_compile.session._last_directory", [])
    with pytest.raises(UsageError, match="inside"), numscope.compiled.debug():
        pass


def test_debug_behind_the_dump_runs_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    stops: list[bool] = []
    monkeypatch.setattr(sys, "breakpointhook", lambda: stops.append(True))
    compiled = torch.compile(lambda x: x.sin() + 1, backend="eager")
    with prepare_debug(tmp_path):
        compiled(torch.ones(3))
    reached: set[str] = set()
    before = sys.gettrace()
    with numscope.compiled.debug():
        sys.settrace(lambda frame, event, argument: reached.add(frame.f_code.co_filename))
        try:
            compiled(torch.ones(3))
        finally:
            sys.settrace(before)
    assert stops == [True]
    assert any(Path(name).parent == tmp_path and "transformed_code" in name for name in reached)
