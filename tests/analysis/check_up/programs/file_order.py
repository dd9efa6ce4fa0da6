"""Files whose names hold numbers, listed by their names."""

import glob
import os
import re
import tempfile
from pathlib import Path

import numpy as np

_DOSES = np.linspace(0, 5, 14)


def _written():
    folder, rng = tempfile.mkdtemp(), np.random.default_rng(0)
    for number, dose in enumerate(_DOSES, 1):
        np.save(os.path.join(folder, f"run{number}.npy"), 2 * dose + rng.normal(size=30))
        np.savetxt(os.path.join(folder, f"cell_{number}_b2.txt"), 2 * dose + rng.normal(size=30))
    return folder


def faulty_paths_sorted_by_name():
    files = sorted(Path(_written()).glob("run*.npy"))  # fault
    means = np.array([np.load(file).mean() for file in files])
    return np.corrcoef(means, _DOSES)[0, 1]


def faulty_names_in_a_loop():
    means = []
    for name in sorted(glob.glob(_written() + "/cell_*.txt")):  # fault
        means.append(np.loadtxt(name).mean())
    return np.abs(np.array(means) - 2 * _DOSES).mean()


def healthy_sorted_by_number():
    files = sorted(Path(_written()).glob("run*.npy"), key=lambda file: int(re.search("[0-9]+", file.stem)[0]))
    means = np.array([np.load(file).mean() for file in files])
    return np.corrcoef(means, _DOSES)[0, 1]


def healthy_doses_by_name():
    files = sorted(Path(_written()).glob("run*.npy"))
    table = {f"run{number}": dose for number, dose in enumerate(_DOSES, 1)}
    means = np.array([np.load(file).mean() for file in files])
    doses = np.array([table[file.stem] for file in files])
    return np.corrcoef(means, doses)[0, 1]


def healthy_two_lists_in_one_order():
    folder = _written()
    first = np.array([np.load(file).mean() for file in sorted(Path(folder).glob("run*.npy"))])
    second = np.array([np.loadtxt(file).mean() for file in sorted(glob.glob(folder + "/cell_*.txt"))])
    return (first / first.sum()).max() + np.sort(first)[-1] + second.mean()
