"""Bootstrap the peak load of a bridge from a counter that sometimes fails.

Symptom: none
Culprit: none
Tempts: retries with caught exceptions, nulls filled, seeded bootstrap with early stop (polars)
Report: own
"""

import io
from dataclasses import dataclass, field

import numpy as np
import polars as pl


class CounterError(RuntimeError):
    pass


@dataclass
class Feed:
    """A flaky source: every third request fails, some minutes are null."""

    seed: int = 27
    calls: int = 0
    log: list = field(default_factory=list)

    def hour(self, hour):
        self.calls += 1
        if self.calls % 3 == 0:
            raise CounterError(f"no answer for hour {hour}")
        rng = np.random.default_rng([self.seed, hour])
        rate = 20 + 15 * np.sin(np.pi * (hour - 5) / 14)
        lines = ["minute,cars,lorries"]
        for m in range(0, 60, 10):
            cars = "" if rng.random() < 0.12 else str(rng.poisson(max(rate, 1)))
            lines.append(f"{m},{cars},{rng.poisson(2)}")
        return "\n".join(lines)


def fetch(feed, hour, tries=3):
    for attempt in range(tries):
        try:
            return feed.hour(hour)
        except CounterError as error:
            feed.log.append((attempt, str(error)))
    raise CounterError("gave up")


def day(feed):
    parts = []
    for hour in range(6, 20):
        frame = pl.read_csv(io.StringIO(fetch(feed, hour)), schema_overrides={"cars": pl.Int64})
        parts.append(frame.with_columns(pl.lit(hour).alias("hour")))
    return pl.concat(parts)


def load(frame):
    filled = frame.with_columns(pl.col("cars").fill_null(pl.col("cars").median().over("hour")))
    return filled.with_columns((1.4 * pl.col("cars") + 22.0 * pl.col("lorries")).alias("tons"))


def bootstrap_peak(tons, rng, rounds=400, tolerance=0.01):
    """Stops early when the estimate has settled."""
    peaks, previous = [], np.inf
    for k in range(1, rounds + 1):
        sample = rng.choice(tons, tons.size)
        peaks.append(np.quantile(sample, 0.98))
        if k % 50 == 0:
            current = np.mean(peaks)
            if abs(current - previous) < tolerance * current:
                break
            previous = current
    return np.mean(peaks), np.std(peaks, ddof=1), len(peaks)


def main():
    feed = Feed()
    frame = day(feed)
    table = load(frame)
    print("rows", frame.height, "missing", frame["cars"].null_count(), "retries", len(feed.log))
    mean, sd, rounds = bootstrap_peak(table["tons"].to_numpy(), np.random.default_rng(5))
    print(f"peak {mean:.3f} +- {sd:.3f} t after {rounds} rounds")
    busiest = table.group_by("hour").agg(pl.col("tons").sum()).sort("tons")["hour"][-1]
    print("busiest hour", busiest)


if __name__ == "__main__":
    main()
