"""Load vehicles on a ferry so that the lanes stay balanced (plain functions)."""

import csv
import io

import numpy as np

QUEUE = """plate,kind,length,weight
A1,car,450,1400
A2,van,600,2600
A3,lorry,1200,14500
A4,car,430,1250
A5,coach,1150,12800
A6,car,470,1600
A7,van,580,2400
A8,lorry,900,9100
A9,car,440,1350
"""

LANES = 3
LENGTH = 2400
GAP = 40


def read():
    rows = list(csv.DictReader(io.StringIO(QUEUE)))
    length = np.array([int(r["length"]) for r in rows])
    weight = np.array([int(r["weight"]) for r in rows])
    return [r["plate"] for r in rows], length, weight


def load(length, weight):
    used = np.zeros(LANES, dtype=int)
    mass = np.zeros(LANES, dtype=int)
    lane = np.full(len(length), -1)
    for i in np.argsort(-weight, kind="stable"):
        room = used + length[i] + GAP <= LENGTH
        if not room.any():
            continue
        candidates = np.flatnonzero(room)
        best = candidates[np.argmin(mass[candidates])]
        lane[i] = best
        used[best] += length[i] + GAP
        mass[best] += weight[i]
    return lane, used, mass


def heel(mass):
    arm = np.arange(LANES) - (LANES - 1) / 2
    return float((mass * arm).sum() * 2.8 / mass.sum())


def main():
    plates, length, weight = read()
    lane, used, mass = load(length, weight)
    for k in range(LANES):
        here = [p for p, lane_no in zip(plates, lane) if lane_no == k]
        print(f"lane {k}: {' '.join(here)} ({used[k]} cm, {mass[k]} kg)")
    print("left ashore", int((lane < 0).sum()))
    print(f"heel moment arm {heel(mass):.6f} m")


if __name__ == "__main__":
    main()
