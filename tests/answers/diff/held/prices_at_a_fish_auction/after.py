"""Work out what the boats of a harbour earned from their landings and the prices called at the auction.

Symptom: The earnings of all boats, the table by kind and the fees change slightly; the kilos stay.
Culprit: A landing gets the call nearest in time, which for many is one made after the weighing.
Report: none
"""

import numpy as np
import pandas as pd

KINDS = {"cod": 4.2, "plaice": 3.1, "sole": 13.5, "whiting": 1.9}
FEE = 0.045
BOATS = ["Anna", "Godetia", "Morgenster", "Zeehond"]
START = pd.Timestamp("2024-02-05 04:00")


def landings(rng, count=180):
    minutes = np.sort(rng.choice(np.arange(45, 3 * 24 * 60), count, replace=False))
    return pd.DataFrame(
        {
            "time": START + pd.to_timedelta(minutes, unit="min"),
            "boat": rng.choice(BOATS, count),
            "kind": rng.choice(list(KINDS), count, p=[0.4, 0.3, 0.1, 0.2]),
            "kilos": rng.gamma(3.0, 18.0, count).round(1),
        }
    )


def calls(rng):
    """Prices in euros per kilogram: each holds until the next call for that kind."""
    rows = []
    for kind, price in KINDS.items():
        time, current = START, price
        while time < START + pd.Timedelta(days=3):
            rows.append((time, kind, round(current, 2)))
            time += pd.Timedelta(minutes=int(rng.integers(30, 240)))
            current *= np.exp(rng.normal(0.0, 0.08))
    return pd.DataFrame(rows, columns=["time", "kind", "price"])


def priced(landed, called):
    """Give every landing the price that held when it was weighed."""
    called = called.sort_values("time")
    table = pd.merge_asof(landed, called, on="time", by="kind", direction="nearest")  # culprit
    return table.assign(value=table["kilos"].mul(table["price"]))


def earnings(table):
    boats = table.groupby("boat").agg(
        landings=("kilos", "size"),
        kilos=("kilos", "sum"),
        value=("value", "sum"),
    )
    boats["per_kilo"] = boats["value"] / boats["kilos"]
    boats["fee"] = boats["value"] * FEE
    return boats.sort_values("value", ascending=False)


def kinds(table):
    return table.pivot_table(index="kind", columns="boat", values="value", aggfunc="sum", fill_value=0.0)


def main():
    rng = np.random.default_rng(2402)
    landed = landings(rng)
    called = calls(rng)
    table = priced(landed, called)
    print(f"{len(landed)} landings, {len(called)} calls")
    boats = earnings(table)
    print(boats.round(3).to_string())
    print(kinds(table).round(2).to_string())
    dearest = table.loc[table["value"].idxmax()]
    print(f"dearest landing: {dearest['kilos']} kg of {dearest['kind']} by {dearest['boat']}")
    print(f"fees of the harbour: {boats['fee'].sum():.2f} euros")


if __name__ == "__main__":
    main()
