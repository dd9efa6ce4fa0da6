"""Look up the insured value of the exhibits of a museum by the department that keeps them.

Symptom: the factor of all six exhibits is NaN, and the dearest is insured for nan euros.
Culprit: a loan without a department makes floats of the codes; as strings they are "12.0" instead of "12".
Report: none
"""

import io

import pandas as pd

EXHIBITS = """\
exhibit,department,value
astrolabe,12,42000
sextant,12,8500
amphora,7,15500
mosaic,7,98000
loan from Turin,,61000
herbarium,31,4300
meteorite,31,27000
"""

FACTORS = {"7": 1.25, "12": 1.10, "31": 1.40}


def exhibits(text):
    table = pd.read_csv(io.StringIO(text))  # culprit, too
    owned = table.dropna(subset=["department"]).copy()
    owned["department"] = owned["department"].astype(str)  # culprit
    return owned


def insure(table):
    factor = table["department"].map(FACTORS)
    return table.assign(factor=factor, insured=table["value"] * factor)


def by_department(table):
    return table.groupby("department", as_index=False)["insured"].agg(["count", "sum", "max"])


def main():
    table = insure(exhibits(EXHIBITS))
    print(table[["exhibit", "value", "factor", "insured"]].to_string(index=False))
    print(by_department(table).to_string(index=False))
    print(f"insured sum: {table['insured'].sum():,.0f} euros, dearest {table['insured'].max():,.0f} euros")


if __name__ == "__main__":
    main()
