"""What is recorded and what is kept: every option once, with its help, its kind and its default."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from numscope.recording.kinds import (
    Choice,
    Count,
    Duration,
    Expressions,
    Flag,
    Kind,
    Patterns,
    Ranges,
    Rules,
    Size,
    Switch,
    Text,
)

DEFAULT_NPY_FOLDER = "np_op_dumps"
# Less than that, and the rings of the segments that are open at a time would be most of it.
LEAST_SEGMENT = 16_000_000
# `--values auto` keeps so many bytes of values over 4 KB in each step behind the first, and in all of a process.
AUTO_STEP_BYTES, AUTO_RUN_BYTES = 16_000_000, 1_000_000_000
# What a program can be stopped on, beside rules.
STOP_WORDS = ("nan", "inf", "zero-div")
# When segments are kept, beside rules: at these, at an exception of an operation, and at signals.
EXCEPTION = "exception"
KEEP_SIGNALS = ("SIGUSR1", "SIGUSR2", "SIGHUP", "SIGTERM", "SIGQUIT")


@dataclass(frozen=True)
class Option:
    """One option as its three sources see it; `name` is the field of `Policy`."""

    name: str
    key: str
    kind: Kind
    help: str
    default: Any

    @property
    def flag(self) -> str:
        """The command-line flag: `--max-bytes`."""
        return f"--{self.key}"

    @property
    def variable(self) -> str:
        """The environment variable: `NUMSCOPE_MAX_BYTES`."""
        return "NUMSCOPE_" + self.key.upper().replace("-", "_")


def _option(kind: Kind, default: Any, help: str, key: str = "") -> Any:  # noqa: A002 - argparse's word
    return field(default=default, metadata={"kind": kind, "help": help, "key": key})


@dataclass(frozen=True)
class Policy:
    """The options of one recording. Paths are absolute once resolved (see `sources`)."""

    output: str = _option(
        Text("PATH"), "", "the trace to write (default: NAME.numscope in the current folder)"
    )
    force: bool = _option(Flag(), False, "replace the trace if it exists")
    values: str = _option(
        Choice("auto", "full", "stats", "none"),
        "auto",
        "what is kept of arrays: full = bytes, statistics and hash; auto = the same, bytes of values over 4 KB up to "
        "16 MB a training step and 1 GB a process; stats = statistics and hash; none = layout only; "
        "of strings the text, its length and hash, its length",
    )
    redact: tuple[str, ...] = _option(
        Expressions(),
        (),
        "replace what this regular expression matches in strings, arguments, the command line, exceptions and "
        "the kept source",
    )
    max_bytes: int = _option(Size(), 0, "stop keeping values once the trace holds this much (0: no limit)")
    max_array_bytes: int = _option(Size(), 0, "keep no value that is larger than this (0: no limit)")
    rotate: int = _option(
        Size(LEAST_SEGMENT),
        0,
        "drop the oldest operations while the program runs: record into segments of this size at most, and keep the "
        "newest (0: keep all)",
    )
    keep: int = _option(
        Count(2), 3, "with --rotate: the number of segments on the disk, the one that is written included"
    )
    last: int = _option(
        Duration(), 0, "drop what is older than this, such as 10m or 24h, a segment at a time (0: keep all)"
    )
    ring: int = _option(
        Count(0),
        0,
        "drop what is older than this many steps of the program (0: keep all); a step ends with numscope.step(), or "
        "with each batch of a trainer, or with each step of an optimiser",
    )
    steps: tuple[str, ...] = _option(
        Ranges(),
        (),
        "record these steps of the program only, counted from 0, such as 100:110,5000 or ::50; a step ends with "
        "numscope.step(), or with each batch of a trainer, or with each step of an optimiser",
    )
    ranks: tuple[str, ...] = _option(
        Ranges(),
        (),
        "record these ranks of a job only, such as 0,7 or 0:4; processes without a rank are recorded",
    )
    max_disk: int = _option(
        Size(),
        0,
        "drop the oldest operations so that a process never has more than this on the disk while it runs, half of it "
        "for what --keep-on keeps (0: no limit)",
    )
    keep_on: tuple[str, ...] = _option(
        Rules((*STOP_WORDS, EXCEPTION, *KEEP_SIGNALS), "nan|inf|zero-div|exception|SIGNAL|RULE"),
        (),
        "keep the newest segments for good when this first happens: NaN or Inf made of finite inputs, a division by "
        "zero, an exception of an operation, a signal such as SIGUSR1, a rule that holds",
    )
    ops: tuple[str, ...] = _option(Patterns(), (), "record these operations only, such as 'numpy.linalg.*'")
    skip: tuple[str, ...] = _option(Patterns(), (), "leave these operations out")
    callers: tuple[str, ...] = _option(Patterns(), (), "record what these modules call only", key="from")
    inside: tuple[str, ...] = _option(
        Patterns(),
        (),
        "record the public calls that these libraries make inside their own calls too, such as 'pandas'",
    )
    every: int = _option(Count(1), 1, "record one call in N of each operation")
    depth: int = _option(Count(0), 0, "record N nesting levels only: 1 = outermost calls (0: all)")
    scalars: bool | None = _option(
        Switch(),
        None,
        "record all arithmetic of NumPy scalars, or with --no-scalars none "
        "(default: that on the program's own lines, as long as it costs little)",
    )
    npy: str = _option(
        Text("DIR", optional=DEFAULT_NPY_FOLDER),
        "",
        f"also write each operand of user-visible operations to a .npy file (default folder: {DEFAULT_NPY_FOLDER})",
    )
    npy_prefix: str = _option(
        Text("PREFIX"), "", "the prefix in .npy file names (default: the script's stem)"
    )
    log: bool = _option(Flag(), False, "print a line to stderr as each operation ends")
    stop_on: tuple[str, ...] = _option(
        Rules(STOP_WORDS, "nan|inf|zero-div|RULE"),
        (),
        "halt where an operation makes a NaN or Inf of finite inputs, divides by zero, or a rule holds",
    )
    allow: tuple[str, ...] = _option(
        Patterns(),
        (),
        "--stop-on and --keep-on leave these operations ('numpy.log') and places ('script.py:12') alone",
    )
    pdb: bool = _option(Flag(), False, "where --stop-on halts, open the debugger instead")
    rule: tuple[str, ...] = _option(
        Rules(), (), "tell where this rule holds, such as 'mean > 10' or exploding; exit code 87 if it did"
    )
    rules_in_libraries: bool = _option(
        Flag(),
        False,
        "rules hold for what libraries call, too, not for what the program's own lines call only",
    )

    @property
    def rotates(self) -> bool:
        """Whether old operations are dropped while the program runs."""
        return bool(self.rotate or self.last or self.ring or self.max_disk)

    @property
    def segment_bytes(self) -> int:
        """What a segment holds at most; 0: no limit. Half of max_disk is for segments that are kept for good."""
        share = self.max_disk // (2 * self.keep)
        return min(self.rotate, share) if self.rotate and share else self.rotate or share

    def to_json(self) -> dict[str, Any]:
        """Return the policy as JSON can hold it; `from_json` turns it back."""
        return {option.name: getattr(self, option.name) for option in options()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Policy:
        """Make a policy of what `to_json` returned; names this version does not know are ignored."""
        known = {option.name for option in options()}
        values: dict[str, Any] = {
            name: tuple(v) if isinstance(v, list) else v for name, v in data.items() if name in known
        }
        return cls(**values)


def options() -> Iterator[Option]:
    """Yield every option in the order in which help and documentation show them."""
    for item in fields(Policy):
        key = item.metadata["key"] or item.name.replace("_", "-")
        yield Option(item.name, key, item.metadata["kind"], item.metadata["help"], item.default)
