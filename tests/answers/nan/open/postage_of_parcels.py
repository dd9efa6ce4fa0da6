"""Work out the postage of parcels by weight class.

Symptom: the invoice total is nan; three parcels have no price.
Culprit: cut leaves out its lowest edge: the three parcels of exactly 0.0 kg (rounded) are in no class.
Report: microsoft/responsible-ai-toolbox#898
"""

import pandas as pd

EDGES = [0, 0.5, 2, 5, 10, 31.5]
NAMES = ["letter", "packet", "small", "medium", "large"]
PRICES = {"letter": 1.8, "packet": 3.99, "small": 6.19, "medium": 10.49, "large": 19.99}


def parcels():
    weights = [0.74, 3.2, 0.04, 9.96, 12.0, 0.52, 0.01, 4.99, 31.5, 2.0, 0.02, 7.3]
    notes = [None, "fragile", None, None, "bulky", None, None, "fragile", None, None, None, None]
    return pd.DataFrame({"kg": weights, "note": notes}).round({"kg": 1})


def price(frame):
    weight_class = pd.cut(frame["kg"], bins=EDGES, labels=NAMES)  # culprit
    base = weight_class.map(PRICES).astype(float)
    surcharge = frame["note"].map({"fragile": 1.0, "bulky": 8.5}).fillna(0.0)
    return base + surcharge


def main():
    frame = parcels()
    frame["price"] = price(frame)
    print(frame)
    print("invoice total:", round(sum(frame["price"]), 2))


if __name__ == "__main__":
    main()
