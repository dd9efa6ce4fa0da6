"""Compare how much the cows of six alpine pastures grazed per hectare, from tags and a land register.

Symptom: The grazing of two pastures, the mean and the fitted slope against height are nan.
Culprit: The register's names are merged as they stand; two end with a blank and find no hectares.
Report: pandas-dev/pandas#14385 (a merge on names with surrounding blanks finds no partner)
"""

import io

import numpy as np
import pandas as pd

REGISTER = """pasture;hectares;height
Alp Raguta;64.0;1910
Alp Sura ;41.5;2080
Bärentritt;;1745
Brunnihütte;37.2;1620
Gemsboden;52.8;2210
Obere Wengen ;29.4;1830
"""


def tags(rng):
    """Hours of grazing per cow and day; a tag that lost its signal gives no hours."""
    names = ["Alp Raguta", "Alp Sura", "Bärentritt", "Brunnihütte", "Gemsboden", "Obere Wengen"]
    frames = []
    for k, name in enumerate(names):
        cows = int(rng.integers(14, 40))
        hours = rng.normal(8.2 + 0.15 * k, 1.1, cows * 12)
        hours[rng.random(hours.size) < 0.07] = np.nan
        frames.append(
            pd.DataFrame(
                {
                    "pasture": name,
                    "cow": np.repeat(np.arange(cows), 12),
                    "day": np.tile(np.arange(12), cows),
                    "hours": hours,
                }
            )
        )
    return pd.concat(frames, ignore_index=True)


def register():
    """The land register; the area of Bärentritt was never surveyed and is taken from the old map."""
    table = pd.read_csv(io.StringIO(REGISTER), sep=";")
    table.loc[table["pasture"] == "Bärentritt", "hectares"] = 33.0
    return table


def grazing(seen):
    """Mean hours per day of each pasture's herd, over the tags with a signal."""
    per_cow = seen.groupby(["pasture", "cow"])["hours"].mean()
    return per_cow.groupby("pasture").agg(["sum", "size"]).rename(columns={"sum": "hours", "size": "cows"})


def per_hectare(herd, land):
    joined = herd.reset_index().merge(land, on="pasture", how="left")  # culprit
    joined["load"] = joined["hours"] / joined["hectares"]
    return joined.set_index("pasture")


def slope(table):
    """Change of the load per 100 metres of height."""
    height = table["height"].to_numpy(dtype=float) / 100
    load = table["load"].to_numpy()
    height = height - height.mean()
    return float(height @ load / (height @ height))


def main():
    rng = np.random.default_rng(1291)
    seen = tags(rng)
    print(f"{len(seen)} days of cows, {seen['hours'].isna().sum()} without a signal")
    herd = grazing(seen)
    table = per_hectare(herd, register())
    for name, row in table.iterrows():
        print(f"{name:13s} {int(row['cows']):3d} cows {row['hours']:8.2f} h/day {row['load']:8.4f} h/day/ha")
    mean = np.average(table["load"], weights=table["cows"])
    print(f"mean load {mean:.4f} h/day/ha")
    print(f"slope {slope(table):+.4f} per 100 m")


if __name__ == "__main__":
    main()
