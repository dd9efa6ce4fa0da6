"""Sum the emissions of a parcel service's vans from kilometres, classes and a table of factors.

Kilometres come from the tachographs, now and then without a value; such days take the van's median. Factors come from
the authority as JSON, one a class of engine. The report compares the depots.

Symptom: the emissions of every van and depot print nan, the kilometres are right
Culprit: the keys of JSON are texts ("5"), the classes of the vans are numbers (5), and map finds none of them
Report: none
"""

import json

import numpy as np
import pandas as pd

FACTORS = """
{
  "unit": "grams a kilometre",
  "classes": {"3": 268.0, "4": 241.5, "5": 222.0, "6": 204.5},
  "idle_per_day": 310.0
}
"""


def fleet(rng):
    """Return one row a van: its depot and the class of its engine."""
    vans = [f"V{number:02d}" for number in range(1, 15)]
    return pd.DataFrame(
        {
            "van": vans,
            "depot": rng.choice(["harbour", "station", "airport"], len(vans)),
            "engine": rng.choice([3, 4, 5, 6], len(vans), p=[0.1, 0.2, 0.4, 0.3]),
        }
    )


def tachographs(rng, vans, days):
    """Return one row a van and day with kilometres, missing where the tachograph failed."""
    index = pd.MultiIndex.from_product(
        [vans, pd.bdate_range("2024-02-01", periods=days)], names=["van", "day"]
    )
    kilometres = pd.Series(rng.gamma(9, 14, len(index)).round(1), index=index, name="kilometres")
    kilometres[rng.random(len(index)) < 0.05] = np.nan
    return kilometres


def filled(kilometres):
    """Return the kilometres with missing days set to the median of their van."""
    return kilometres.fillna(kilometres.groupby("van").transform("median"))


def factors(text):
    """Return the factors by class of engine, and grams a day of standing with the engine on."""
    content = json.loads(text)
    return content["classes"], content["idle_per_day"]  # culprit


def emissions(vans, kilometres, table, idle):
    """Return the vans with kilometres and kilograms of carbon dioxide."""
    driven = kilometres.groupby("van").agg(["sum", "size"])
    result = vans.join(driven, on="van").rename(columns={"sum": "kilometres", "size": "days"})
    grams = result["engine"].map(table) * result["kilometres"] + idle * result["days"]  # culprit, too
    return result.assign(kilograms=grams / 1000)


def main():
    """Print vans and depots."""
    rng = np.random.default_rng(37)
    vans = fleet(rng)
    raw = tachographs(rng, vans["van"], 20)
    print(f"{len(raw)} days, {int(raw.isna().sum())} without kilometres, {filled(raw).sum():.0f} km in all")
    result = emissions(vans, filled(raw), *factors(FACTORS))
    for _, van in result.head(4).iterrows():
        print(
            f"  {van['van']} class {van['engine']}: {van['kilometres']:7.1f} km, {van['kilograms']:7.1f} kg"
        )
    for depot, group in result.groupby("depot"):
        print(f"{depot:<8} {len(group)} vans, {np.sum(group['kilograms'].to_numpy()):8.1f} kg")
    total = np.sum(result["kilograms"].to_numpy())
    print(f"service {total / 1000:.2f} t, {1000 * total / result['kilometres'].sum():.0f} g a kilometre")


if __name__ == "__main__":
    main()
