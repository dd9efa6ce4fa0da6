"""The commands by group: what each does in one line, and the module that does it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    """One command. where: its module and class, loaded when it is asked for. summary: its line in `numscope --help`."""

    where: str
    summary: str


@dataclass(frozen=True)
class Group:
    """Commands that are listed together. examples: two command lines, each with what it answers."""

    title: str
    commands: dict[str, Entry]
    examples: tuple[tuple[str, str], ...]


GROUPS = (
    Group(
        "Record a program",
        {
            "run": Entry("numscope.cli.run:Run", "Run a program and record its numerical operations."),
            "live": Entry("numscope.cli.live:Live", "Watch a program while it is recorded."),
            "attach": Entry("numscope.cli.attach:Attach", "Record a process that runs already."),
            "ctl": Entry("numscope.cli.ctl:Ctl", "Pause, mark, keep or end a recording from outside."),
            "enable": Entry(
                "numscope.cli.enable:Enable", "Let NUMSCOPE=1 record any program of this environment."
            ),
            "disable": Entry("numscope.cli.disable:Disable", "Undo `enable`."),
            "path": Entry(
                "numscope.cli.path:Path", "Print the folder that records a program through PYTHONPATH."
            ),
        },
        (
            ("numscope run train.py --epochs 2", "record a script"),
            ("numscope run --stop-on nan train.py", "stop at the first NaN"),
        ),
    ),
    Group(
        "Ask what is wrong",
        {
            "check-up": Entry(
                "numscope.cli.check_up:CheckUpCommand", "Say on one screen what is wrong with a run."
            ),
            "learn": Entry(
                "numscope.cli.learn:LearnCommand", "Learn from healthy runs what always holds in them."
            ),
            "nan": Entry("numscope.cli.nan:Nan", "Find the lines where NaN and infinities began, and why."),
            "diff": Entry("numscope.cli.diff:Diff", "Compare two runs, and name what changed the results."),
            "check-determinism": Entry(
                "numscope.cli.check_determinism:CheckDeterminism",
                "Run a program twice and name what differs.",
            ),
            "ci": Entry("numscope.cli.ci:Ci", "Run a program and compare its results with a kept baseline."),
            "ranks": Entry(
                "numscope.cli.ranks:Ranks", "Find what goes wrong between the processes of one job."
            ),
            "precision": Entry("numscope.cli.precision:Precision", "Find the lines that lose digits."),
            "advise": Entry(
                "numscope.cli.advise:Advise", "Find slow lines, what they cost, and how to fix them."
            ),
            "check": Entry("numscope.cli.check:Check", "Apply rules to a trace, as `run --rule` does."),
            "halted": Entry("numscope.cli.halted:Halted", "Show where --stop-on stopped a program."),
        },
        (
            ("numscope nan T.numscope", "where did NaN come from?"),
            ("numscope diff old.numscope new.numscope", "why did the result change?"),
        ),
    ),
    Group(
        "Look at a trace",
        {
            "ls": Entry("numscope.cli.ls:Ls", "List what the program's lines called, in order."),
            "top": Entry("numscope.cli.top:Top", "Show which lines or operations take the time."),
            "annotate": Entry(
                "numscope.cli.annotate:Annotate", "Show the source with time, result and NaN of each line."
            ),
            "show": Entry("numscope.cli.show:Show", "Show one operation with its operands and statistics."),
            "graph": Entry("numscope.cli.graph:Graph", "Show how data flows between operations."),
            "view": Entry("numscope.cli.view:View", "Show traces of any size in the browser, also live."),
            "report": Entry("numscope.cli.report:Report", "Write one HTML page about a run."),
            "explain": Entry(
                "numscope.cli.explain:Explain", "Write an HTML page that draws what each line does."
            ),
            "sql": Entry("numscope.cli.sql:Sql", "Query the trace's tables with SQL."),
            "lsp": Entry("numscope.cli.lsp:Lsp", "Serve an editor: results and findings in the source."),
            "mcp": Entry("numscope.cli.mcp:Mcp", "Serve an assistant: record scripts, ask about traces."),
        },
        (
            ("numscope top T.numscope", "which lines take the time?"),
            ("numscope show T.numscope 12", "operation 12 with its values"),
        ),
    ),
    Group(
        "Reuse and share a trace",
        {
            "replay": Entry(
                "numscope.cli.replay:Replay", "Run recorded operations again and compare the results."
            ),
            "testgen": Entry("numscope.cli.testgen:Testgen", "Write pytest files from recorded operations."),
            "mock": Entry(
                "numscope.cli.mock:Mock", "Run a program with recorded results for slow operations."
            ),
            "export": Entry(
                "numscope.cli.export:Export", "Write tables, .npy files and timelines for other tools."
            ),
            "dump": Entry("numscope.cli.dump:Dump", "Print a trace as stable text."),
            "merge": Entry("numscope.cli.merge:Merge", "Write the traces of several hosts as one."),
            "upload": Entry("numscope.cli.upload:UploadCommand", "Bring a trace into an object store."),
            "fetch": Entry("numscope.cli.fetch:FetchCommand", "Bring a trace from an object store here."),
            "share": Entry("numscope.cli.share:Share", "Write a copy without values, paths and source."),
            "verify": Entry("numscope.cli.verify:Verify", "Check that a trace is whole and safe to open."),
        },
        (
            ("numscope testgen T.numscope -o tests", "regression tests"),
            ("numscope share T.numscope -o small.numscope", "a copy that can be sent"),
        ),
    ),
    Group(
        "Models and compilers",
        {
            "summary": Entry(
                "numscope.cli.summary:SummaryCommand",
                "List a model's layers with shapes, parameters, FLOPs, time.",
            ),
            "memory": Entry(
                "numscope.cli.memory:Memory",
                "Show the peak of a model's memory and what holds it.",
            ),
            "inspect": Entry(
                "numscope.cli.inspect:Inspect", "Show what flows through the layers of PyTorch models."
            ),
            "gradients": Entry(
                "numscope.cli.gradients:Gradients", "Show gradient norms by parameter and step."
            ),
            "compile": Entry(
                "numscope.cli.compile:CompileCommand", "Write out what torch.compile makes of a script."
            ),
            "decompile": Entry("numscope.cli.decompile:DecompileCommand", "Turn bytecode back into source."),
            "numba": Entry(
                "numscope.cli.numba:NumbaCommand", "Explain why Numba does not compile, and what it made."
            ),
            "debug": Entry(
                "numscope.cli.debug:DebugCommand", "Debug functions that Numba compiled, with gdb."
            ),
            "dap": Entry(
                "numscope.cli.dap:Dap", "Serve an editor: its breakpoints stop in compiled functions."
            ),
        },
        (
            ("numscope numba explain prog.py", "why does this not compile?"),
            ("numscope gradients T.numscope", "which layers do not learn?"),
        ),
    ),
    Group(
        "This installation",
        {
            "status": Entry(
                "numscope.cli.status:Status", "Show the options in force and where each comes from."
            ),
            "doctor": Entry("numscope.cli.doctor:Doctor", "Check that this environment can record."),
            "coverage": Entry(
                "numscope.cli.coverage:CoverageCommand", "List which public functions are recorded."
            ),
            "completion": Entry(
                "numscope.cli.completion:Completion", "Print completion for bash, zsh or fish."
            ),
        },
        (
            ("numscope doctor", "does recording work here?"),
            ("numscope coverage", "what of NumPy is recorded?"),
        ),
    ),
)

# What the page without any word shows.
TO_KNOW = ("run", "check-up", "nan", "diff", "top")

COMMANDS: dict[str, Entry] = {name: entry for group in GROUPS for name, entry in group.commands.items()}
