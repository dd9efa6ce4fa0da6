"""What the members of a choir who pay by direct debit give in a year.

Symptom: The number is wrong.
Culprit: "False" as text becomes True.
Report: pandas-dev/pandas#59575
"""

import io

import numpy as np
import pandas as pd


def member_export(rng, n=150):
    """The association's export; numbers of members begin with zeros."""
    lines = ["member,voice,direct_debit,fee"]
    for k in range(n):
        voice = rng.choice(["soprano", "alto", "tenor", "bass"])
        debit = bool(rng.random() < 0.6)
        fee = rng.choice([60, 90, 120]) if debit else rng.choice([30, 60])
        lines.append(f"{k:05d},{voice},{debit},{fee}")
    return io.StringIO("\n".join(lines))


def load(handle):
    members = pd.read_csv(handle, dtype=str)
    members["fee"] = members["fee"].astype(float)
    members["direct_debit"] = members["direct_debit"].astype(bool)  # culprit
    return members


def main():
    members = load(member_export(np.random.default_rng(17)))
    paying = members[members["direct_debit"]]
    by_voice = paying.groupby("voice")["fee"].mean()
    print(by_voice.round(1).to_string())
    print(f"members in all: {len(members)}")
    print(f"mean fee by direct debit: {paying['fee'].mean():.2f}")


if __name__ == "__main__":
    main()
