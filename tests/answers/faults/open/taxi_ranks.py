"""Taxi ranks.

Symptom: The number is wrong.
Culprit: Haversine DBSCAN fed (lon, lat) instead of (lat, lon) (50.3 instead of 17.8 % outside clusters).
Report: scikit-mobility/scikit-mobility#43
"""

import numpy as np
import pandas as pd
from sklearn.cluster import DBSCAN

EARTH_KM = 6371.0088


def pickups(seed=19):
    rng = np.random.default_rng(seed)
    centre = np.array([59.91, 10.75])
    rows = []
    for rank in range(12):
        at = centre + rng.uniform([-0.03, -0.07], [0.03, 0.07])
        n = rng.integers(25, 60)
        east_m, north_m = rng.normal(0, 55, (2, n))
        lat = at[0] + north_m / 111_195
        lon = at[1] + east_m / (111_195 * np.cos(np.deg2rad(at[0])))
        rows.append(pd.DataFrame({"rank": rank, "lat": lat, "lon": lon}))
    return pd.concat(rows, ignore_index=True)


def cluster(trips, radius_m=45, min_samples=6):
    points = np.radians(trips[["lon", "lat"]].to_numpy())  # culprit
    model = DBSCAN(
        eps=radius_m / 1000 / EARTH_KM, min_samples=min_samples, metric="haversine", algorithm="ball_tree"
    )
    return model.fit_predict(points)


def describe(trips, labels):
    trips = trips.assign(cluster=labels)
    inside = trips[trips["cluster"] >= 0]
    return inside.groupby("cluster").agg(n=("lat", "size"), lat=("lat", "mean"), lon=("lon", "mean"))


def main():
    trips = pickups()
    labels = cluster(trips)
    table = describe(trips, labels)
    print(table.round(4).to_string())
    print("pick-ups:", len(trips))
    print("clusters:", len(table))
    print(f"pick-ups outside any cluster: {100 * (labels < 0).mean():.1f} %")


main()
