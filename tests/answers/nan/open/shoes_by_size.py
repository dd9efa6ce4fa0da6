"""Add up what the shoes in a warehouse are worth, by model.

Symptom: the worth of three of five models is nan, and so is the sum.
Culprit: the pivoted table has nan where a model is not in stock in a size, and the product with the prices keeps it.
Report: none (a question asked often: pivot fills combinations that don't exist with nan)
"""

import numpy as np
import pandas as pd

SIZES = np.arange(36, 42)
PRICES = pd.Series(np.round(49.9 + 2.5 * (SIZES - 36), 2), index=SIZES, name="price")


def stock(seed):
    """Return boxes on the shelves: model, size and number of pairs."""
    rng = np.random.default_rng(seed)
    rows = []
    for model in ("Alp", "Brook", "Cliff", "Dune", "Elm"):
        for size in SIZES:
            if model in ("Alp", "Dune") or rng.random() < 0.8:
                rows.append((model, size, rng.integers(1, 12)))
    return pd.DataFrame(rows, columns=["model", "size", "pairs"])


def worth(boxes, prices):
    table = boxes.pivot(index="model", columns="size", values="pairs")  # culprit
    value = table.to_numpy() @ prices.loc[table.columns].to_numpy()
    return pd.Series(value, index=table.index, name="worth")


if __name__ == "__main__":
    boxes = stock(seed=14)
    values = worth(boxes, PRICES)
    for model, value in values.items():
        print(f"{model:<6}{value:10.2f}")
    print(f"total {np.sum(values.to_numpy()):10.2f}")
    print("pairs:", boxes["pairs"].sum())
