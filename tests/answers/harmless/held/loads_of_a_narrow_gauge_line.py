"""Report the load of the trains of a narrow gauge line, from a counter with a ring buffer and days without service.

Symptom: none
Culprit: none
Tempts: `nan` could accuse 0/0 of days without a train, masked and null values, and memory that is not yet written.
Report: none
"""

import numpy as np
import polars as pl

SEATS, DAYS = 48, 35


def tickets(rng):
    """Return a row for each train: day, direction and passengers, which are null where the counter slept."""
    rows = []
    for day in range(DAYS):
        trains = 0 if day % 7 == 1 else int(rng.integers(3, 8))  # no service on Tuesdays
        for train in range(trains):
            people = int(min(rng.poisson(22 + 9 * (day % 7 in (5, 6))), SEATS))
            rows.append((day, "up" if train % 2 == 0 else "down", None if rng.random() < 0.07 else people))
    return pl.DataFrame(rows, schema=["day", "direction", "people"], orient="row")


def by_day(table):
    """Return a row for each day, also those without a train."""
    known = table.drop_nulls("people").group_by("day").agg(pl.len().alias("trains"), pl.col("people").sum())
    days = pl.DataFrame({"day": np.arange(DAYS)})
    return days.join(known, on="day", how="left").fill_null(0).sort("day")


def loads(daily):
    """Return the loads of the days, masked where no train ran."""
    people = daily["people"].to_numpy().astype(np.float64)
    room = daily["trains"].to_numpy() * float(SEATS)
    with np.errstate(invalid="ignore"):
        load = people / room  # 0/0 on a day without a train
    return np.ma.masked_invalid(load)


class LastDays:
    """The mean over the last seven days of service, in a ring buffer."""

    def __init__(self, size=7):
        self.ring = np.empty(size)  # written before it is read
        self.written = 0

    def add(self, value):
        self.ring[self.written % self.ring.size] = value
        self.written += 1
        return self.ring[: min(self.written, self.ring.size)].mean()


def usual(load):
    """Return the load of each weekday, and scale it in place to a mean of 1."""
    week = load.reshape(-1, 7).mean(axis=0)
    week /= week.mean()
    return week


def main():
    table = tickets(np.random.default_rng(760))
    load = loads(by_day(table))
    recent = LastDays()
    course = [recent.add(value) for value in load.compressed()]
    print(
        f"{table.height} trains, {table['people'].null_count()} not counted, {load.count()} days of service"
    )
    print(f"load {load.mean():.5f}, highest {load.max():.5f} on day {load.argmax()}")
    print(f"last seven days {course[-1]:.5f}, highest {max(course):.5f}")
    print("weekdays", " ".join("-" if np.ma.is_masked(value) else f"{value:.3f}" for value in usual(load)))
    both = table.pivot("direction", index="day", values="people", aggregate_function="sum").drop_nulls()
    print(f"up against down {(both['up'] / both['down'].replace(0, None)).median():.4f}")


if __name__ == "__main__":
    main()
