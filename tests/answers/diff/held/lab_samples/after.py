"""Joins arsenic samples with the depth of their wells and counts the high ones.

Symptom: 300 samples become 389, and those above 10 ug/l rise from 30 to 41.
Culprit: 10 wells are in the register twice, and the merge gives each of their samples once for either line, where the dictionary took the last.
Report: https://www.e-learn.cn/qa/answer/136934/542351.html
"""

import numpy as np
import pandas as pd

LIMIT = 10.0
DEEP = 60.0


def measurements(seed=6):
    rng = np.random.default_rng(seed)
    wells = [f"w{i:02d}" for i in range(40)]
    return pd.DataFrame(
        {
            "sample": rng.choice(wells, 300),
            "arsenic": rng.lognormal(1.5, 0.6, 300),
        }
    )


def register():
    """Wells and their depth in m; some were entered again after a survey."""
    wells = [f"w{i:02d}" for i in range(40)]
    table = pd.DataFrame({"well": wells, "depth": 12.0 + 2.5 * np.arange(40)})
    again = table.iloc[30:].assign(depth=lambda rows: rows["depth"] + 1.0)
    return pd.concat([table, again], ignore_index=True)


def add_depth(samples, wells):
    joined = samples.merge(wells, left_on="sample", right_on="well", how="left")  # culprit
    return joined.drop(columns="well")


def summarise(samples):
    deep = samples["depth"] > DEEP
    above = samples["arsenic"] > LIMIT
    return {
        "samples": len(samples),
        "mean depth (m)": round(samples["depth"].mean(), 2),
        "deep samples (%)": round(100 * deep.mean(), 1),
        "samples above 10 ug/l": int(above.sum()),
        "of these from deep wells": int((above & deep).sum()),
    }


def main():
    samples = add_depth(measurements(), register())
    for label, value in summarise(samples).items():
        print(f"{label}: {value}")


if __name__ == "__main__":
    main()
