"""Audit of potassium values before and after dialysis at two hospitals.

Exports of both hospitals are stacked and the mean removal per hospital is reported.
Symptom: mean removal of the hospital "St Anna" is NaN, the difference of the hospitals too.
Culprit: to_numeric(errors="coerce") turns values with a decimal comma ("5,4"), as St Anna writes them, into NaN.
Report: none
"""

import io

import pandas as pd

GENERAL = """patient;pre;post
G01;5.4;3.9
G02;6.1;4.2
G03;5.0;3.6
G04;haemolysed;3.8
G05;5.7;4.0
G06;4.9;3.5
"""

ST_ANNA = """patient;pre;post
A11;5,6;4,1
A12;4,8;3,7
A13;6,3;4,4
A14;5,2;3,9
A15;5,9;4,3
"""


def load(text, hospital):
    frame = pd.read_csv(io.StringIO(text), sep=";", dtype=str)
    frame["hospital"] = hospital
    return frame


def stack():
    return pd.concat([load(GENERAL, "General"), load(ST_ANNA, "St Anna")], ignore_index=True)


def clean(raw):
    out = raw.copy()
    # samples that could not be analysed carry a remark instead of a value
    for column in ("pre", "post"):
        out[column] = pd.to_numeric(out[column], errors="coerce")  # culprit
    return out


def removal(frame):
    frame = frame.assign(removal=100 * (frame["pre"] - frame["post"]) / frame["pre"])
    return frame.groupby("hospital")["removal"].agg(["count", "mean", "std"])


def main():
    frame = clean(stack())
    table = removal(frame)
    print("patients:", frame["patient"].nunique())
    print(table.round(3).to_string())
    gap = table.loc["St Anna", "mean"] - table.loc["General", "mean"]
    print(f"difference of mean removal: {gap:.3f} percentage points")
    verdict = "similar" if abs(gap) < 5 else "needs review"
    print("verdict:", verdict)


if __name__ == "__main__":
    main()
