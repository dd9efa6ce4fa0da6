"""Regress wages on schooling in a survey where some people skipped a question, and check the residuals.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the skipped questions, which `> 0` and the formula of the regression leave out.
Report: none
"""

import numpy as np
import pandas as pd
import statsmodels.formula.api as smf
from scipy.stats import jarque_bera


def survey(rng, people):
    """Return one row a person; a wage of 0 is somebody without work."""
    school = rng.integers(8, 20, people).astype(float)
    age = rng.integers(20, 65, people).astype(float)
    log_wage = 1.1 + 0.085 * school + 0.012 * (age - school - 6.0) + rng.normal(0.0, 0.35, people)
    table = pd.DataFrame({"wage": np.exp(log_wage), "school": school, "age": age})
    table.loc[rng.random(people) < 0.07, "wage"] = 0.0
    return table.mask(rng.random((people, 3)) < [0.03, 0.05, 0.02])


def prepare(table):
    """Return the working people with the logarithm of the wage."""
    working = table[table["wage"] > 0]
    return working.assign(
        log_wage=np.log(working["wage"]), experience=working["age"] - working["school"] - 6.0
    )


def main():
    table = survey(np.random.default_rng(1974), people=1_200)
    working = prepare(table)
    fit = smf.ols("log_wage ~ school + experience", data=working, missing="drop").fit()
    skipped = table.isna().any(axis=1)
    print(f"{skipped.sum()} people skipped a question, {int(fit.nobs)} of {len(table)} enter the regression")
    low, high = fit.conf_int().loc["school"]
    print(f"a year of school: {fit.params['school']:+.2%} wage ({low:.2%} to {high:.2%})")
    print(f"a year of work: {fit.params['experience']:+.2%} wage, R2 {fit.rsquared:.4f}")
    print(f"residuals look normal: {bool(jarque_bera(fit.resid).pvalue > 0.05)}")
    by_school = working.groupby(pd.cut(working["school"], [7, 10, 13, 16, 19]), observed=True)[
        "wage"
    ].median()
    print(", ".join(f"{years.left + 1}-{years.right} years {wage:.2f}" for years, wage in by_school.items()))


if __name__ == "__main__":
    main()
