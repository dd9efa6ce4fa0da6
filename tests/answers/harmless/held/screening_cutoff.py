"""Cut-off of a blood test for a screening programme.

Fits a logistic score from two markers, draws the ROC curve on the second half of the
participants and prints the area and the cut-off with the best Youden index.

Culprit: none
Tempts: the first threshold of the ROC curve is inf by definition (nobody is called
positive); its Youden index is 0, so it never is chosen, and it is left out of the list.
"""

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score, roc_curve


def participants(n=500, seed=118):
    rng = np.random.default_rng(seed)
    ill = rng.random(n) < 0.18
    ferritin = rng.lognormal(4.2 - 0.9 * ill, 0.5)
    crp = rng.lognormal(0.8 + 0.5 * ill, 0.6)
    return np.column_stack([np.log(ferritin), np.log(crp)]), ill.astype(int)


def best_cutoff(ill, score):
    false_positive, sensitivity, threshold = roc_curve(ill, score)
    youden = sensitivity - false_positive
    best = int(youden.argmax())
    usable = threshold[np.isfinite(threshold)]
    return threshold[best], sensitivity[best], 1 - false_positive[best], usable


markers, ill = participants()
half = len(ill) // 2
model = LogisticRegression().fit(markers[:half], ill[:half])
score = model.predict_proba(markers[half:])[:, 1]
cutoff, sensitivity, specificity, usable = best_cutoff(ill[half:], score)
print(f"area under the curve {roc_auc_score(ill[half:], score):.4f}")
print(f"cut-off {cutoff:.4f}: sensitivity {sensitivity:.3f}, specificity {specificity:.3f}")
print(f"{usable.size} thresholds from {usable.min():.4f} to {usable.max():.4f}")
