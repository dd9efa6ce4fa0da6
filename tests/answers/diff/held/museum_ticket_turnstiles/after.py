"""Counts the visitors of a museum from turnstile events and tells how long they stay,
which halls are crowded at noon and what the ticket kinds earn.
Symptom: none, e.g. 444 adults with a mean stay of 1.671 h before and after.
Culprit: none: equal
Report: none
"""

import numpy as np
import pandas as pd

PRICES = {"adult": 14.0, "student": 8.0, "family": 29.0}
SHARES = [0.5, 0.3, 0.2]
CLOSING = 18.0


def turnstile_events(visitors=900, seed=71):
    rng = np.random.default_rng(seed)
    kind = rng.choice(list(PRICES), size=visitors, p=SHARES)
    enter = np.clip(rng.normal(12.6, 1.8, visitors), 9, 17)
    leave = (enter + rng.gamma(4.0, 0.42, visitors)).clip(max=CLOSING)
    hall = rng.choice(["Egypt", "Rome", "Modern"], size=visitors)
    events = pd.DataFrame({"hall": hall, "kind": kind, "enter": enter, "leave": leave})
    return events.assign(hours=events.leave - events.enter, paid=events.kind.map(PRICES))


def inside(events, clock):
    return events[(events.enter <= clock) & (clock < events.leave)]


def by_kind(events):
    return events.groupby("kind").agg(
        n=("hours", "size"),
        mean=("hours", "mean"),
        median=("hours", "median"),
        income=("paid", "sum"),
    )


def busiest_hour(events):
    hours = np.floor(events.enter).astype(int)
    return hours.groupby(hours).size().idxmax()


def main():
    events = turnstile_events()
    for row in by_kind(events).itertuples():
        print(
            f"{row.Index:<8s} n {row.n:4d}  mean stay {row.mean:.3f} h  "
            f"median {row.median:.3f} h  income {row.income:.2f}"
        )
    noon = inside(events, 12.0).groupby("hall").size()
    print("in the halls at noon:", {hall: int(count) for hall, count in noon.items()})
    print("busiest entry hour:", busiest_hour(events))
    print(f"still inside at closing: {(events.leave == CLOSING).sum()}")


if __name__ == "__main__":
    main()
