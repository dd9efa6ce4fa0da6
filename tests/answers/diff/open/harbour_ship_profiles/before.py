"""Profile ships by their tracks in a harbour, several at a time (pandas, NumPy and scikit-learn)."""

import tempfile
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.decomposition import PCA

rng = np.random.default_rng(88)
rows = []
for ship in range(6):
    turn = rng.normal(0, 0.2 + 0.05 * ship, 80).cumsum()
    track = np.column_stack([np.cos(turn), np.sin(turn)]).cumsum(axis=0)
    rows.append(pd.DataFrame({"ship": ship, "east": track[:, 0], "north": track[:, 1]}))
with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "tracks.csv"
    pd.concat(rows).to_csv(path, index=False)
    tracks = pd.read_csv(path)

out = []
for ship, g in tracks.groupby("ship"):
    xy = g[["east", "north"]].to_numpy()
    d = np.diff(xy, axis=0)
    s = np.hypot(*(xy[-1] - xy[0])) / np.hypot(d[:, 0], d[:, 1]).sum()
    pca = PCA(n_components=1)
    pca.fit(xy)
    out.append({"ship": ship, "straightness": s, "main_axis": pca.explained_variance_ratio_[0]})
table = pd.DataFrame(out).set_index("ship")
print(table.to_string(float_format="{:.12f}".format))
print("straightest ship:", int(table["straightness"].idxmax()))
