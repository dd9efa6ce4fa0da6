"""Open invoices of a small company and the interest due at the year's end.

Symptom: The last number is another one.
Culprit: Small edit: to_datetime without dayfirst swaps day and month.
Report: pandas-dev/pandas#12585
"""

import numpy as np
import pandas as pd

YEAR_END = pd.Timestamp("2023-12-31")
RATE = 0.085
GRACE = pd.Timedelta(days=30)


def ledger(n=160, seed=27):
    rng = np.random.default_rng(seed)
    day = rng.choice([1, 3, 5, 10], n)
    month = rng.integers(1, 10, n)
    issued = [f"{d:02d}/{m:02d}/2023" for d, m in zip(day, month)]
    return pd.DataFrame(
        {
            "issued": issued,
            "amount": np.round(rng.gamma(2.5, 320, n), 2),
            "paid": rng.random(n) < 0.55,
        }
    )


def parse(frame):
    issued = pd.to_datetime(frame["issued"])  # culprit
    return frame.assign(issued=issued)


def interest(frame, rate=RATE):
    open_items = frame.loc[~frame["paid"]]
    due = open_items["issued"] + GRACE
    days = (YEAR_END - due).dt.days.clip(lower=0)
    return (open_items["amount"] * rate * days / 365).sum()


def main():
    frame = parse(ledger())
    print(f"invoices: {len(frame)}, open: {(~frame['paid']).sum()}")
    print(f"interest due: {interest(frame):.2f}")


if __name__ == "__main__":
    main()
