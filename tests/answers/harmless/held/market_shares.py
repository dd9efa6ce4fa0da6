"""Share of each stall in the day's takings; on days without any takings the share is zero.

Symptom: none
Culprit: none
Tempts: a question could accuse this: errstate with where around 0/0.
Report: milcent/benford_py#52
"""

import numpy as np

rng = np.random.default_rng(3)

STALLS, DAYS = 5, 40
takings = rng.gamma(2.0, 60.0, size=(DAYS, STALLS))
closed = rng.random(DAYS) < 0.15
takings[closed] = 0.0

totals = takings.sum(axis=1, keepdims=True)
with np.errstate(divide="ignore", invalid="ignore"):
    share = np.where(totals > 0, takings / totals, 0.0)

assert np.isfinite(share).all()
ranking = np.argsort(share.sum(axis=0))[::-1]
print("ranking of the stalls:", ranking.tolist())
print("takings:", totals.sum().round(2))
best_day = int(totals.argmax())
print("best day:", best_day, totals[best_day, 0].round(2))

open_days = int((totals > 0).sum())
print("open days:", open_days, "of", DAYS)
print("largest share on one day:", share.max().round(3))
print("mean share on open days:", share.sum(axis=0) / open_days)
print("sum of the mean shares:", share.sum() / open_days)
