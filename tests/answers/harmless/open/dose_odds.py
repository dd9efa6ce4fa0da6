"""Estimates from a trial how the odds of response rise with the dose.

Symptom: none
Culprit: none
Tempts: `check-up` could accuse what its twin of `faults/` does wrong, and this does right.
Report: none
"""

import numpy as np
from sklearn.linear_model import LogisticRegression

LOG_ODDS_PER_GRAM = 42.0


def trial(patients=500, seed=29):
    """Dose in grams, age in decades, and whether the patient responded."""
    generator = np.random.default_rng(seed)
    dose = generator.choice([0.0, 0.02, 0.04, 0.06], patients)
    age = generator.normal(5.5, 1.2, patients)
    log_odds = -1.1 + LOG_ODDS_PER_GRAM * dose - 0.15 * (age - 5.5)
    responded = generator.random(patients) < 1.0 / (1.0 + np.exp(-log_odds))
    return np.column_stack([dose, age]), responded.astype(int)


def fit(features, responded):
    model = LogisticRegression(C=np.inf, max_iter=5000)
    return model.fit(features, responded)


def odds_ratio(model, column, step):
    return float(np.exp(model.coef_[0, column] * step))


def response_rates(features, responded):
    for dose in sorted(set(features[:, 0])):
        chosen = responded[features[:, 0] == dose]
        print(f"  {dose * 1000:4.0f} mg: {chosen.mean():.1%} of {chosen.size} responded")


def main():
    features, responded = trial()
    response_rates(features, responded)
    model = fit(features, responded)
    print(f"odds ratio for 20 mg more:      {odds_ratio(model, 0, 0.02):.2f}")
    print(f"odds ratio for ten years more:  {odds_ratio(model, 1, 1.0):.2f}")
    profiles = np.array([[0.0, 5.5], [0.06, 5.5]])
    low, high = model.predict_proba(profiles)[:, 1]
    print(f"fitted response at 55 years: {low:.1%} without, {high:.1%} with 60 mg")
    print(f"number to treat for one more response: {1 / (high - low):.1f}")


if __name__ == "__main__":
    main()
