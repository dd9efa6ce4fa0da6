"""Rate the soil of an orchard's plots and work out how much lime it needs.

The laboratory sends one row a sample; samples that were lost have no values and are dropped. A rating from a small
model is written next to each sample, then plots and the whole orchard are averaged by area.

Symptom: the ratings of plot D and of the orchard, and the lime it needs, print nan
Culprit: the ratings get the index 0..n-1 while the kept samples have gaps in theirs: the later rows find no partner
Report: none
"""

import numpy as np
import pandas as pd

rng = np.random.default_rng(64)

# --- what the laboratory sent -------------------------------------------------------------------------------------

plots = pd.DataFrame({"plot": list("ABCD"), "area": [1.4, 0.8, 2.1, 1.1], "depth": [0.9, 0.7, 1.2, 0.8]})
samples = pd.DataFrame(
    {
        "plot": np.repeat(list("ABCD"), 12),
        "acidity": rng.normal(5.8, 0.5, 48).round(2),
        "humus": rng.gamma(4.0, 0.8, 48).round(2),
        "clay": rng.uniform(8, 35, 48).round(1),
    }
)
lost = rng.choice(48, 7, replace=False)
samples.loc[lost, ["acidity", "humus", "clay"]] = np.nan
print(f"{len(samples)} samples, {samples['acidity'].isna().sum()} lost")

kept = samples.dropna().copy()
assert not kept.isna().any().any()

# --- the rating ---------------------------------------------------------------------------------------------------


def rating(values):
    """Return ratings from 0 to 100 for rows of acidity, humus and clay."""
    acidity, humus, clay = values.T
    for_acidity = np.exp(-(((acidity - 6.3) / 0.8) ** 2))
    for_humus = humus / (humus + 2.0)
    for_clay = 1 / (1 + np.exp((clay - 28) / 4))
    return 100 * (for_acidity * for_humus * for_clay) ** (1 / 3)


def lime(acidity, clay):
    """Return the lime in tonnes a hectare that brings a soil to pH 6.3."""
    return np.maximum(6.3 - acidity, 0) * (1.5 + 0.06 * clay)


ratings = pd.Series(rating(kept[["acidity", "humus", "clay"]].to_numpy()))
kept["rating"] = ratings  # culprit
kept["lime"] = lime(kept["acidity"], kept["clay"])

# --- plots --------------------------------------------------------------------------------------------------------

summary = (
    kept.groupby("plot")
    .agg(
        samples=("acidity", "size"),
        rating=("rating", lambda column: column.to_numpy().mean()),
        lime=("lime", "mean"),
    )
    .reset_index()
    .merge(plots, on="plot", validate="one_to_one")
)
print(summary.round(2).to_string(index=False))

# --- the orchard --------------------------------------------------------------------------------------------------

mean_rating = np.average(summary["rating"], weights=summary["area"])
poor = summary["rating"] / summary["rating"].max()
tonnes = (summary["lime"] * summary["area"] * (2 - poor.to_numpy())).to_numpy().sum()
print(f"rating of the orchard {mean_rating:.1f}, lime {tonnes:.1f} t")
