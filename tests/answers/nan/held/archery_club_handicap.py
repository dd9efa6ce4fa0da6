"""Yearly handicap of the members of an archery club from their competition rounds.

The club list is indexed by member code; the handicap is computed with NumPy and attached.
Symptom: the column "handicap" is NaN for every member and the club median is nan.
Culprit: the handicaps are wrapped in a Series with the default index 0..n-1 and assigned to a frame indexed by member code, so nothing aligns.
Report: pandas-dev/pandas#43079
"""

import numpy as np
import pandas as pd

CODES = ["AB12", "CC07", "DK31", "EM02", "FR55", "GH18", "JL40"]


def competition_rounds(seed=101):
    rng = np.random.default_rng(seed)
    n = 90
    return pd.DataFrame(
        {
            "member": rng.choice(CODES, n),
            "arrows": rng.choice([72, 144], n),
            "score_per_arrow": np.clip(rng.normal(7.6, 0.6, n), 0, 10),
        }
    )


def club_list():
    joined = [2011, 2015, 2019, 2008, 2021, 2017, 2012]
    return pd.DataFrame({"joined": joined, "bow": list("RCRRBCR")}, index=pd.Index(CODES, name="member"))


def best_three(rounds):
    top = rounds.sort_values("score_per_arrow", ascending=False).groupby("member")["score_per_arrow"].head(3)
    return rounds.loc[top.index].groupby("member")["score_per_arrow"].mean()


def handicap_scale(mean_arrow):
    return np.round(100 * (1 - np.asarray(mean_arrow) / 10) ** 0.8, 1)


def build_table(rounds, members):
    table = members.copy()
    best = best_three(rounds).reindex(members.index)
    table["best_three"] = best
    table["handicap"] = pd.Series(handicap_scale(best))  # culprit
    table["class"] = pd.cut(table["handicap"], [0, 18, 24, 100], labels=["A", "B", "C"])
    return table


if __name__ == "__main__":
    rounds = competition_rounds()
    table = build_table(rounds, club_list())
    print(table.round(2).to_string())
    print("rounds used:", len(rounds))
    print("median handicap:", table["handicap"].median())
    print("recurve mean:", table.loc[table["bow"] == "R", "handicap"].mean())
