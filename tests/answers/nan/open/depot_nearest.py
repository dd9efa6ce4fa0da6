"""Which depot serves which customer? Great-circle distances by hand.

Culprit: arccos of a dot product that rounds just above 1, no clip
Report: NumPy list 2008 "arccos returns NaN"; math.stackexchange "domain error ... law of cosines"
"""

import csv
import io

import numpy as np

EARTH_KM = 6371.0

CUSTOMERS = """name,lat,lon,parcels
Ostrava,49.8346,18.2820,31
Brno,49.1951,16.6068,54
Plzen,49.7384,13.3736,22
Zlin,49.2265,17.6670,9
Jihlava,49.3961,15.5912,14
Liberec,50.7671,15.0562,18
"""

DEPOTS = """name,lat,lon
Praha,50.0755,14.4378
Brno,49.1951,16.6068
Ostrava,49.8346,18.2820
"""


def load(text):
    rows = list(csv.DictReader(io.StringIO(text)))
    names = [r["name"] for r in rows]
    pos = np.array([[float(r["lat"]), float(r["lon"])] for r in rows])
    extra = np.array([float(r.get("parcels", 0)) for r in rows])
    return names, pos, extra


def unit_vectors(latlon):
    lat, lon = np.radians(latlon).T
    xyz = EARTH_KM * np.stack([np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)], axis=1)
    return xyz / np.linalg.norm(xyz, axis=1, keepdims=True)


class Network:
    def __init__(self, customers, depots):
        self.names, self.where, self.parcels = load(customers)
        self.depot_names, self.depot_where, _ = load(depots)

    def distances(self):
        a = unit_vectors(self.where)
        b = unit_vectors(self.depot_where)
        cosines = (a[:, None, :] * b[None, :, :]).sum(axis=-1)
        return EARTH_KM * np.arccos(cosines)  # culprit

    def assign(self):
        km = self.distances()
        nearest = km.argmin(axis=1)
        return nearest, km[np.arange(len(km)), nearest]

    def parcel_km(self):
        nearest, km = self.assign()
        totals = np.zeros(len(self.depot_names))
        np.add.at(totals, nearest, self.parcels * km)
        return totals


def main():
    net = Network(CUSTOMERS, DEPOTS)
    nearest, km = net.assign()
    for name, d, dist in zip(net.names, nearest, km):
        print(f"{name:10s} -> {net.depot_names[d]:8s} {dist:7.1f} km")
    totals = net.parcel_km()
    cost = 0.11 * totals.sum() + 420.0 * len(totals)
    print("parcel-km by depot", totals)
    print("monthly cost", cost)


if __name__ == "__main__":
    main()
