"""Whether two samples can be told apart, after each feature was scaled.

Symptom: the largest feature is nan
Culprit: one of 3 features is constant, so its spread is 0
Report: sbi-dev/sbi#1204
"""

import numpy as np
import torch
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_score


def z_scored(a, b):
    mean, spread = a.mean(dim=0), a.std(dim=0)
    return (a - mean) / spread, (b - mean) / spread  # culprit


def c2st(a, b):
    a, b = z_scored(a, b)
    data = torch.cat([a, b]).numpy()
    target = np.r_[np.zeros(len(a)), np.ones(len(b))]
    usable = np.nan_to_num(data)
    return cross_val_score(LogisticRegression(), usable, target, cv=4).mean(), data


def main():
    torch.manual_seed(0)
    prior = torch.randn(80, 3)
    prior[:, 1] = 2.5
    posterior = torch.randn(80, 3) + 0.2
    score, data = c2st(prior, posterior)
    print("accuracy:", round(score, 3), "largest:", data.max())


main()
