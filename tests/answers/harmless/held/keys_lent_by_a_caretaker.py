"""Match the keys that a caretaker lent with those that came back, and bill the lost ones.

Symptom: none
Culprit: none
Tempts: `nan` could accuse missing days of an outer merge, the NaT of keys that are still out and a mean of no days.
Report: none
"""

import numpy as np
import pandas as pd

TODAY = pd.Timestamp("2025-06-30")
PRICE = {"cellar": 12.0, "attic": 18.0, "laundry": 9.5, "roof": 41.0}


def lent(rng, number=70):
    start = TODAY - pd.to_timedelta(rng.integers(1, 150, number), unit="D")
    room = rng.choice(list(PRICE), number, p=[0.4, 0.25, 0.3, 0.05])
    return pd.DataFrame({"slip": np.arange(100, 100 + number), "room": room, "lent": start})


def returned(rng, slips):
    """Return the slips that came back; two have a number that nobody lent, and on some the day is missing."""
    back = slips.sample(frac=0.75, random_state=11)
    day = back["lent"] + pd.to_timedelta(rng.geometric(0.08, len(back)), unit="D")
    table = pd.DataFrame({"slip": back["slip"], "back": day.where(day <= TODAY)})
    strange = pd.DataFrame({"slip": [371, 388], "back": [TODAY, pd.NaT]})
    return pd.concat([table, strange], ignore_index=True)


def matched(slips, back):
    table = slips.merge(back, on="slip", how="outer", indicator="found")
    table["days"] = (table["back"] - table["lent"]).dt.days
    return table


def state(table):
    """Name what became of each slip."""
    out = (table["found"] == "left_only") & (TODAY - table["lent"] > pd.Timedelta(days=60))
    cases = [table["found"] == "right_only", table["days"].notna(), out]
    return np.select(cases, ["unknown slip", "back", "lost"], default="out")


def by_room(table):
    grouped = table.dropna(subset=["room"]).groupby("room")
    result = grouped.agg(lent=("slip", "size"), back=("days", "count"), mean=("days", "mean"))
    result["lost"] = (table["state"] == "lost").groupby(table["room"]).sum()
    return result


def main():
    rng = np.random.default_rng(59)
    slips = lent(rng)
    table = matched(slips, returned(rng, slips))
    table["state"] = state(table)
    rooms = by_room(table)
    for room, row in rooms.iterrows():
        mean = "no key came back" if pd.isna(row["mean"]) else f"{row['mean']:.2f} days"
        print(f"{room:8s} {row['lent']:.0f} lent, {row['lost']:.0f} lost, {mean}")
    print(table["state"].value_counts().sort_index().to_dict())
    lost = table.loc[table["state"] == "lost", "room"].map(PRICE)
    print(f"longest {table['days'].max():.0f} days, median {table['days'].median():.1f} days")
    print(f"bill {lost.sum():.2f} euros; dated returns {table['days'].notna().mean():.4f}")


if __name__ == "__main__":
    main()
