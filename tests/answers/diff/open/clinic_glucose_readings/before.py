"""Compares the bedside glucose meters of a clinic with the laboratory: Bland-Altman
bias, limits of agreement and the share of readings within the allowed deviation."""

import numpy as np
import pandas as pd

rng = np.random.default_rng(28)
n = 90
ids = np.arange(1000, 1000 + n)
true = rng.lognormal(np.log(128), 0.28, n)
ward = rng.choice(["A2", "B1", "C4"], n)

lab = pd.DataFrame({"sample": ids, "lab": true + rng.normal(0, 2.0, n), "ward": ward})
meter = pd.DataFrame({"sample": ids, "meter": true * 1.025 + rng.normal(0, 6.5, n)})
# the meters upload in the order of their docking
meter = meter.iloc[np.argsort(ids // 6 * 10 + rng.integers(0, 40, n), kind="stable")]

lab = lab.sort_values("sample").reset_index(drop=True)
meter = meter.sort_values("sample").reset_index(drop=True)
diff = meter["meter"] - lab["lab"]
avg = (meter["meter"] + lab["lab"]) / 2

bias = diff.mean()
sd = diff.std()
ok = np.where(lab["lab"] < 100, np.abs(diff) <= 15, np.abs(diff) <= 0.15 * lab["lab"])
slope = np.polyfit(avg, diff, 1)[0]

print("samples %d" % n)
print("bias %.3f mg/dl, limits %.2f to %.2f" % (bias, bias - 1.96 * sd, bias + 1.96 * sd))
print("within the allowed deviation: %.1f %%" % (100 * ok.mean()))
print("slope of the difference: %.4f" % slope)
print("correlation: %.4f" % np.corrcoef(meter["meter"], lab["lab"])[0, 1])
for w in sorted(set(ward)):
    m = lab["ward"] == w
    print("ward %s: n %d, bias %.3f" % (w, m.sum(), diff[m].mean()))
