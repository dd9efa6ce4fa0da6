"""Turnout of an election by district, for a table of results with numbers of districts.

Adds the number of voters, which the office lists by the district's name, and prints the turnout.

Symptom: the number of voters is NaN for every district, and so is the turnout.
Culprit: the dictionary that turns a district's number into its name is built the wrong way round, from names to
numbers: `map` finds none of the five numbers.
Report: none
"""

import pandas as pd

OFFICE = {"Altona": 21_300, "Barmbek": 34_850, "Curslack": 4_120, "Dulsberg": 12_440, "Eidelstedt": 27_900}
NUMBERS = [("Altona", 11), ("Barmbek", 12), ("Curslack", 13), ("Dulsberg", 14), ("Eidelstedt", 15)]
VOTES = [(11, 9_870), (12, 17_210), (13, 2_900), (14, 5_130), (15, 13_660)]


def names_of_districts():
    return dict(NUMBERS)  # culprit


def with_voters(results, voters):
    results = results.assign(name=results["district"].map(names_of_districts()))
    return results.assign(voters=results["name"].map(voters))


results = pd.DataFrame(VOTES, columns=["district", "votes"])
results = with_voters(results, pd.Series(OFFICE, dtype=float))
results["turnout"] = results["votes"] / results["voters"]
for row in results.itertuples():
    print(f"{row.district}  {row.votes:7,d}  {100 * row.turnout:5.1f} %")
print(f"best {100 * results['turnout'].to_numpy().max():.1f} %")
