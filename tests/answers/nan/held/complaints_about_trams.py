"""Rank the tram lines of a town by complaints per passenger kilometre.

Complaints come from a web form and name a line; the operator's table has the passengers and the length of each line.
Lines without a complaint count as zero. The ranking feeds a bonus that is shared out in proportion.

Symptom: two lines that do not exist show up with nan, and the bonus of every line and its total print nan
Culprit: the outer merge keeps misspelt lines of the form that no table has, without passengers or length
Report: none
"""

import sys

import numpy as np
import pandas as pd

BONUS = 50_000.0
LINES = ["1", "2", "4", "5", "7", "9"]


def form(rng, weeks):
    """Return one row a complaint."""
    count = 60 * weeks
    rows = pd.DataFrame(
        {
            "line": rng.choice(LINES[:-1], count, p=[0.3, 0.25, 0.2, 0.15, 0.1]),
            "topic": rng.choice(["late", "crowded", "heating", None], count, p=[0.5, 0.3, 0.1, 0.1]),
        }
    )
    rows.loc[rng.choice(count, 3, replace=False), "line"] = ["12?", "2a", "12?"]
    return rows


def operator():
    """Return passengers a week and kilometres of each line."""
    return pd.DataFrame(
        {
            "line": LINES,
            "passengers": [61_000, 48_500, 33_000, 27_500, 30_200, 8_100],
            "kilometres": [7.1, 9.4, 6.2, 11.0, 5.3, 3.9],
        }
    )


def rates(complaints, lines, weeks):
    """Return the table of lines with complaints per million passenger kilometres."""
    counts = complaints.groupby("line").size().rename("complaints").reset_index()
    table = lines.merge(counts, on="line", how="outer")  # culprit
    table["complaints"] = table["complaints"].fillna(0).astype(int)
    travelled = table["passengers"] * table["kilometres"] * 0.4 * weeks
    table["rate"] = 1e6 * table["complaints"] / travelled
    return table.sort_values("rate", ignore_index=True)


def bonus(rate):
    """Return the share of the bonus that each line gets: more for fewer complaints."""
    merit = np.exp(-rate / rate.max())
    return BONUS * merit / merit.sum()


def main(weeks=4):
    """Print topics, ranking and bonus."""
    rng = np.random.default_rng(88)
    complaints = form(rng, weeks)
    topics = complaints["topic"].value_counts(dropna=False)
    print(", ".join(f"{'no topic' if pd.isna(topic) else topic} {count}" for topic, count in topics.items()))
    table = rates(complaints, operator(), weeks)
    table["bonus"] = bonus(table["rate"].to_numpy())
    table[["line", "complaints", "rate", "bonus"]].round(2).to_csv(sys.stdout, index=False, na_rep="nan")
    print(f"paid out: {table['bonus'].to_numpy().sum():.2f}")
    print(f"complaints: {table['complaints'].sum()} of {len(complaints)}")


if __name__ == "__main__":
    main()
