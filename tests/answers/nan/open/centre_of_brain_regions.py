"""Read a table of brain regions and report their centre and size.

Symptom: the centre is nan in its last component and no region is found near the seed.
Culprit: the third column of the file is "z (mm)" with values such as "12mm", which genfromtxt reads as nan.
Report: nilearn/nilearn#974
"""

import tempfile
from pathlib import Path

import numpy as np

TABLE = """\
x,y,z,volume
-42,21,12mm,310
38,-18,9mm,275
-7,-55,27mm,402
5,48,-3mm,188
29,11,50mm,
-31,-70,33mm,256
"""


def write_table(folder):
    path = Path(folder) / "regions.csv"
    path.write_text(TABLE)
    return path


def load(path):
    """Return coordinates and volumes; an empty volume is missing."""
    table = np.genfromtxt(path, delimiter=",", skip_header=1)  # culprit
    return table[:, :3], table[:, 3]


def near(coordinates, seed, radius=45.0):
    return np.flatnonzero(np.linalg.norm(coordinates - seed, axis=1) < radius)


with tempfile.TemporaryDirectory() as folder:
    coordinates, volumes = load(write_table(folder))
print("regions:", len(coordinates), "mean volume:", np.nanmean(volumes))
print("centre:", coordinates.mean(axis=0))
print("regions near the seed:", near(coordinates, seed=np.array([-35.0, 10.0, 15.0])))
