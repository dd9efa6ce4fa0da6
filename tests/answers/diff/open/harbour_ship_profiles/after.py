"""Profile ships by their tracks in a harbour, several at a time (pandas, NumPy and scikit-learn).

Symptom: Reading and profiling were split into functions and run in a thread pool; the table is the same.
Culprit: none: equal
Report: none
"""

import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.decomposition import PCA


def write_tracks(path):
    rng = np.random.default_rng(88)
    rows = []
    for ship in range(6):
        turn = rng.normal(0, 0.2 + 0.05 * ship, 80).cumsum()
        track = np.column_stack([np.cos(turn), np.sin(turn)]).cumsum(axis=0)
        rows.append(pd.DataFrame({"ship": ship, "east": track[:, 0], "north": track[:, 1]}))
    pd.concat(rows).to_csv(path, index=False)


def profile(group):
    ship, track = group
    points = track[["east", "north"]].to_numpy()
    steps = np.diff(points, axis=0)
    straightness = np.hypot(*(points[-1] - points[0])) / np.hypot(steps[:, 0], steps[:, 1]).sum()
    share = PCA(n_components=1).fit(points).explained_variance_ratio_[0]
    return {"ship": ship, "straightness": straightness, "main_axis": share}


def profiles(path):
    groups = list(pd.read_csv(path).groupby("ship"))
    with ThreadPoolExecutor(max_workers=2) as pool:
        return pd.DataFrame(list(pool.map(profile, groups))).set_index("ship")


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tracks.csv"
        write_tracks(path)
        table = profiles(path)
    print(table.to_string(float_format="{:.12f}".format))
    print("straightest ship:", int(table["straightness"].idxmax()))


main()
