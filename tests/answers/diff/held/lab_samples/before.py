"""Joins arsenic samples with the depth of their wells and counts the high ones."""

import numpy as np
import pandas as pd


def measurements(seed=6):
    rng = np.random.default_rng(seed)
    wells = [f"w{i:02d}" for i in range(40)]
    return pd.DataFrame(
        {
            "sample": rng.choice(wells, 300),
            "arsenic": rng.lognormal(1.5, 0.6, 300),
        }
    )


def register():
    """Wells and their depth in m; some were entered again after a survey."""
    wells = [f"w{i:02d}" for i in range(40)]
    depths = [12.0 + 2.5 * i for i in range(40)]
    table = pd.DataFrame({"well": wells, "depth": depths})
    again = table.iloc[30:].copy()
    again["depth"] = again["depth"] + 1.0
    return pd.concat([table, again], ignore_index=True)


def add_depth(samples, wells):
    depth_of = dict(zip(wells["well"], wells["depth"]))
    samples = samples.copy()
    samples["depth"] = [depth_of[name] for name in samples["sample"]]
    return samples


def main():
    samples = add_depth(measurements(), register())
    deep = samples[samples["depth"] > 60.0]
    print("samples:", len(samples))
    print("mean depth: %.2f m" % samples["depth"].mean())
    print("deep samples: %.1f %%" % (100 * len(deep) / len(samples)))
    above = samples["arsenic"] > 10.0
    print("samples above 10 ug/l:", int(above.sum()))
    print("of these from deep wells: %d" % int((deep["arsenic"] > 10.0).sum()))


if __name__ == "__main__":
    main()
