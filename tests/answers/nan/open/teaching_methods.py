"""Three ways to teach, compared by a rank test.

Symptom: H and p are nan
Culprit: the word for an absent pupil becomes a missing score
Report: scipy/scipy#20056
"""

import io

import numpy as np
import pandas as pd
from scipy.stats import kruskal

SHEET = """method,score
lecture,20
lecture,21
lecture,19
lecture,22
group,22
group,24
group,absent
group,25
project,26
project,24
project,28
project,27
"""


def load():
    table = pd.read_csv(io.StringIO(SHEET))
    table["score"] = pd.to_numeric(table["score"], errors="coerce")  # culprit
    return table


def main():
    table = load()
    groups = [part["score"].to_numpy() for _, part in table.groupby("method")]
    statistic, p = kruskal(*groups)
    print(f"H = {statistic:.3f}, p = {p:.3f}")
    print("means:", [float(np.round(np.mean(group), 2)) for group in groups])


main()
