"""Count which tags the visitors of four cities gave to their museum, as a table without holes.

Symptom: none
Culprit: none
Tempts: `check-determinism` could accuse the order of a set of strings, and `nan` the combinations that nobody chose.
Report: none
"""

import pandas as pd

ANSWERS = [
    ("Basel", "quiet modern bright", 4),
    ("Basel", "modern expensive", 3),
    ("Genoa", "crowded old", 2),
    ("Genoa", "old bright friendly", 5),
    ("Ghent", "quiet old friendly", 5),
    ("Ghent", "modern quiet", 4),
    ("Turku", "friendly cheap", 5),
    ("Turku", "quiet cheap bright", 4),
]


def all_tags(answers):
    """Return every word that was given; a set has no order of its own."""
    return {word for _, words, _ in answers for word in words.split()}


def count_tags(answers):
    """Return a table of city and tag; the columns come in the order of the set."""
    cities = sorted({city for city, _, _ in answers})
    counts = {tag: dict.fromkeys(cities, 0) for tag in all_tags(answers)}
    for city, words, _ in answers:
        for word in words.split():
            counts[word][city] += 1
    return pd.DataFrame(counts)


def stars_by_tag(answers):
    """Return the mean stars of each city and tag, 0 where nobody gave the tag."""
    rows = [(city, word, stars) for city, words, stars in answers for word in words.split()]
    table = pd.DataFrame(rows, columns=["city", "tag", "stars"])
    return table.groupby(["city", "tag"])["stars"].mean().unstack().fillna(0.0)


counts = count_tags(ANSWERS).sort_index(axis=1)
print(counts.to_string())
totals = counts.sum()
print(f"most frequent: {totals.idxmax()}, {totals.max()} times")
stars = stars_by_tag(ANSWERS)
print("best tag by city:", ", ".join(f"{city} {tag}" for city, tag in stars.idxmax(axis=1).items()))
