"""Quality control of laboratory reagents: control limits per lot.

Culprit: pandas std (ddof 1) became numpy std (ddof 0)
Report: pandas-dev/pandas#13344, #31782
"""

import io

import numpy as np
import pandas as pd

RUNS = """lot,run,level,value
L1,1,low,4.91
L1,2,low,5.07
L1,3,low,4.88
L1,4,low,5.12
L2,5,low,5.20
L2,6,low,5.31
L2,7,low,5.16
L1,1,high,14.8
L1,2,high,15.3
L1,3,high,15.1
L1,4,high,14.9
L2,5,high,15.9
L2,6,high,15.4
L2,7,high,16.2
"""

TARGET = {"low": 5.0, "high": 15.0}


def load():
    return pd.read_csv(io.StringIO(RUNS))


def limits(frame, width=2.0):
    grouped = frame.groupby(["lot", "level"])["value"]
    table = pd.DataFrame({"mean": grouped.mean(), "count": grouped.size()})
    table["std"] = grouped.apply(lambda v: np.std(v.to_numpy()))  # culprit
    reach = width * table["std"]
    return table.assign(low=table["mean"] - reach, high=table["mean"] + reach)


class Control:
    def __init__(self, frame):
        self.frame = frame
        self.limits = limits(frame)

    def cv(self):
        return 100 * self.limits["std"] / self.limits["mean"]

    def bias(self):
        level = self.limits.index.get_level_values("level").map(TARGET)
        return 100 * (self.limits["mean"] / np.asarray(level) - 1)

    def sigma(self, allowed=10.0):
        return (allowed - self.bias().abs()) / self.cv()


def main():
    control = Control(load())
    report = pd.DataFrame({"cv": control.cv(), "bias": control.bias(), "sigma": control.sigma()})
    print(report.round(4))
    worst = report["sigma"].idxmin()
    print("worst", "/".join(worst), round(report.loc[worst, "sigma"], 4))


if __name__ == "__main__":
    main()
