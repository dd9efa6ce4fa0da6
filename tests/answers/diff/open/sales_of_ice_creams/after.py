"""Which ice creams sell better in the heat, by shops with and without a terrace.

Symptom: lower means, and other gains
Culprit: days of which nothing is known count as days on which nothing was sold
Report: none
"""

import numpy as np
import pandas as pd

HOT = 25


def read(seed, rows=300):
    rng = np.random.default_rng(seed)
    table = pd.DataFrame(
        {
            "kind": rng.choice(["lemon", "nut", "plum"], rows),
            "terrace": rng.random(rows) < 0.4,
            "heat": rng.normal(24, 5, rows),
        }
    )
    table["sold"] = rng.poisson(20 + 2 * (table["heat"] - 20).clip(lower=0) + 8 * table["terrace"])
    table.loc[rng.choice(rows, 25, replace=False), "sold"] = np.nan
    return table


def cleaned(table):
    return table.fillna({"sold": 0})  # culprit


class Report:
    def __init__(self, table):
        self.table = table
        self.hot = table.query("heat >= @HOT")

    def means(self):
        return self.hot.pivot_table(index="kind", columns="terrace", values="sold")

    def gain(self):
        means = self.means()
        return means[True] - means[False]

    def share(self):
        return len(self.hot) / len(self.table)


def main():
    report = Report(cleaned(read(44)))
    print(report.means().round(5).to_string())
    print("gain", report.gain().round(6).to_dict())
    print(f"share {report.share():.6f}, sold {report.table['sold'].sum():.1f}")


main()
