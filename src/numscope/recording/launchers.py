"""Where this process stands among the others of its job: its rank, its host, what launched it.

Each launcher is one row of LAUNCHERS: the environment variables that it sets for the processes it starts. A field is
taken from the first row that has it, so that torchrun under Slurm gives the rank and Slurm the job. What starts workers
without such variables is known by the worker's command line or by the name that multiprocessing gives it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True)
class Launcher:
    """How the processes of one launcher are recognised.

    sign: the variable that only this launcher sets. The other fields name the variables that hold the fields of the
    same name of `Place`, each as alternatives in order.
    """

    name: str
    sign: str
    rank: tuple[str, ...] = ()
    world_size: tuple[str, ...] = ()
    local_rank: tuple[str, ...] = ()
    group: tuple[str, ...] = ()
    job: tuple[str, ...] = ()
    task: tuple[str, ...] = ()


# The innermost first: a launcher stands above those that may have started it.
LAUNCHERS = (
    Launcher(
        "torchrun",
        "TORCHELASTIC_RUN_ID",
        ("RANK",),
        ("WORLD_SIZE",),
        ("LOCAL_RANK",),
        ("GROUP_RANK",),
        ("TORCHELASTIC_RUN_ID",),
    ),
    Launcher(
        "mpirun (Open MPI)",
        "OMPI_COMM_WORLD_RANK",
        ("OMPI_COMM_WORLD_RANK",),
        ("OMPI_COMM_WORLD_SIZE",),
        ("OMPI_COMM_WORLD_LOCAL_RANK",),
        (),  # OMPI_COMM_WORLD_NODE_RANK numbers the processes of a host, not hosts
        ("PMIX_NAMESPACE",),
    ),
    Launcher(
        "mpirun (MPICH, PMI)",
        "PMI_RANK",
        ("PMI_RANK",),
        ("PMI_SIZE",),
        ("MPI_LOCALRANKID",),
        (),
        ("PMI_JOBID", "PMI_ID"),
    ),
    Launcher(
        "Slurm",
        "SLURM_PROCID",
        ("SLURM_PROCID",),
        ("SLURM_NTASKS", "SLURM_NPROCS"),
        ("SLURM_LOCALID",),
        ("SLURM_NODEID",),
        ("SLURM_JOB_ID",),
        ("SLURM_ARRAY_TASK_ID",),
    ),
    # Several launchers and many scripts follow this convention.
    Launcher("environment", "RANK", ("RANK",), ("WORLD_SIZE",), ("LOCAL_RANK",), ("GROUP_RANK", "NODE_RANK")),
    # Batch systems that number no processes of their own.
    Launcher("PBS", "PBS_JOBID", job=("PBS_JOBID",), task=("PBS_ARRAY_INDEX",)),
    Launcher("LSF", "LSB_JOBID", job=("LSB_JOBID",), task=("LSB_JOBINDEX",)),
    Launcher("Kubernetes", "KUBERNETES_SERVICE_HOST", job=("JOB_NAME",), task=("JOB_COMPLETION_INDEX",)),
)
# Part of a worker's command line -> what starts such workers. The more particular first.
_COMMANDS = {
    "loky.backend.popen_loky": "joblib",
    "default_worker.py": "ray",
    "multiprocessing.spawn": "multiprocessing",
    "multiprocessing.forkserver": "multiprocessing",
}
# How the names of workers of other packages begin, among those that multiprocessing started.
_WORKERS = {"Dask Worker": "dask", "LokyProcess": "joblib"}
_NUMBERS = ("rank", "world_size", "local_rank", "group")
_LONGEST = 200


@dataclass(frozen=True)
class Place:
    """Where a process stands. None: unknown, or there is no such thing.

    rank, world_size: among all processes of the job. local_rank: among those of the host. group: number of the host,
    or of the agent that started the process. worker: the name of a process that helps another one, such as a
    DataLoader's; it has that one's rank.
    """

    rank: int | None = None
    world_size: int | None = None
    local_rank: int | None = None
    group: int | None = None
    host: str | None = None
    launcher: str | None = None
    job: str | None = None
    task: str | None = None
    worker: str | None = None

    def known(self) -> dict[str, Any]:
        """Return what is known, by name."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in values.items() if value is not None}


def find_place(environment: Mapping[str, str], command: Sequence[str]) -> Place:
    """Return the place of a process with these variables and this command line."""
    present = [one for one in LAUNCHERS if environment.get(one.sign)]
    found: dict[str, Any] = {"host": os.uname().nodename}
    for name in (*_NUMBERS, "job", "task"):
        text = _first(environment, [variable for one in present for variable in getattr(one, name)])
        if text is not None:
            found[name] = int(text) if name in _NUMBERS and text.isdecimal() else text
        if name in _NUMBERS and not isinstance(found.get(name), int):
            found.pop(name, None)
    if present:
        found["launcher"] = present[0].name
    return Place(**{**found, **_worker(command)})


def this_place() -> Place:
    """Return the place of this process."""
    return find_place(os.environ, getattr(sys, "orig_argv", None) or getattr(sys, "argv", []))


def this_job() -> str | None:
    """Return what names the job of which this is one rank; None: there is none."""
    place = this_place()
    several = place.rank is not None and (place.world_size or 1) > 1
    return f"{place.launcher} {place.job}" if several and place.job else None


def _first(environment: Mapping[str, str], names: Sequence[str]) -> str | None:
    return next((environment[name][:_LONGEST] for name in names if environment.get(name)), None)


def _worker(command: Sequence[str]) -> dict[str, str]:
    """Return launcher and name of a worker process; empty: it is none."""
    words = " ".join(command[:12])
    by_command = next((name for part, name in _COMMANDS.items() if part in words), None)
    name = _process_name()
    if name is None:
        return {"launcher": by_command, "worker": by_command} if by_command else {}
    by_name = next((starter for start, starter in _WORKERS.items() if name.startswith(start)), None)
    return {"launcher": by_name or by_command or "multiprocessing", "worker": name}


def _process_name() -> str | None:
    """Return the name that multiprocessing gave this process; None: it did not start it."""
    process = sys.modules.get("multiprocessing.process")
    if process is None or process.parent_process() is None:
        return None
    return str(process.current_process().name)[:_LONGEST]
