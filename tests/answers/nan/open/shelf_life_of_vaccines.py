"""Shelf life of vaccines from the temperatures of a fridge, by the law of Arrhenius.

Symptom: the shelf life is inf for all fridges.
Culprit: the loggers write degrees Celsius and Arrhenius' law needs kelvin, so exp(-2500) underflows to 0, by which
is divided.
Report: none
"""

import io

import numpy as np
import pandas as pd

GAS = 8.314
ACTIVATION = 83_000.0
FACTOR = 4.0e12  # 1 / day

LOG = """fridge,hour,temperature
A,0,4
A,1,5
A,2,3
B,0,2
B,1,3
B,2,1
C,0,5
C,1,6
C,2,4
"""


def load():
    return pd.read_csv(io.StringIO(LOG))


def decay(table):
    temperature = table["temperature"].to_numpy(dtype=float)  # culprit
    exponent = ACTIVATION / (GAS * temperature)
    return FACTOR * np.exp(-exponent)


def main():
    np.seterr(all="ignore")
    table = load()
    table["decay"] = decay(table)
    mean = table.groupby("fridge")["decay"].mean()
    life = 0.1 / mean.to_numpy()
    for fridge, days in zip(mean.index, life):
        print(f"fridge {fridge}: shelf life {days:.3g} days")
    print(f"shortest {life.min():.3g} days")


if __name__ == "__main__":
    main()
