"""What computes the pieces of a question: an executor, and how many pieces it computes at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, as_completed
from dataclasses import dataclass
from typing import Any, Protocol

from numscope.errors import NumscopeError


class Submits(Protocol):
    """What is needed of an executor: `concurrent.futures.Executor` has it, and Dask's `Client.get_executor()`."""

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        """Have `function(*arguments)` computed somewhere."""


class SchedulerError(NumscopeError):
    """The pieces of a question could not be computed where they should be."""


@dataclass(frozen=True)
class Scheduler:
    """An executor. workers: how many pieces it computes at a time."""

    executor: Submits
    workers: int

    def each(
        self, function: Callable[..., Any], pieces: Iterable[tuple[Any, ...]], in_order: bool = True
    ) -> Iterator[Any]:
        """Yield `function(*piece)` for each piece, in their order, or as they are done.

        Raises what the function raises of ours; SchedulerError where a worker is lost for good.
        """
        futures = [self.executor.submit(function, *piece) for piece in pieces]
        try:
            for future in futures if in_order else as_completed(futures):
                yield _result(future)
        finally:
            for future in futures:
                future.cancel()


def _result(future: Future[Any]) -> Any:
    try:
        return future.result()
    except NumscopeError:
        raise
    except Exception as error:
        # What an engine raises for workers that died is a type of its own; a fault of ours stays its cause.
        raise SchedulerError(
            f"a piece could not be computed: {type(error).__name__}: {error}. "
            "Its worker may have died; see the scheduler's log, or ask without --scheduler."
        ) from error
