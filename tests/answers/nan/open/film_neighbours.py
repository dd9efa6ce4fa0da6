"""What would Ines give "Solaris"? A neighbourhood recommender for a film club.

Centres each member's stars, takes the cosine between members and averages the
centred stars of all who saw the film, weighted by their likeness to Ines.

Culprit: the filter meant to drop members with fewer than 2 ratings counts by film;
Pavel, whose only rating is the often seen "Solaris", stays, his centred row is all 0,
its norm is 0 and his cosine 0/0 = NaN, which enters the weighted mean.
"""

import numpy as np
import pandas as pd

RATINGS = pd.DataFrame(
    [
        ("Ines", "Alien", 5),
        ("Ines", "Dune", 4),
        ("Ines", "Amelie", 2),
        ("Ines", "Heat", 3),
        ("Jonas", "Alien", 4),
        ("Jonas", "Dune", 5),
        ("Jonas", "Solaris", 5),
        ("Jonas", "Heat", 2),
        ("Mira", "Amelie", 5),
        ("Mira", "Alien", 1),
        ("Mira", "Solaris", 2),
        ("Mira", "Dune", 2),
        ("Omar", "Heat", 4),
        ("Omar", "Solaris", 3),
        ("Omar", "Alien", 4),
        ("Omar", "Amelie", 3),
        ("Pavel", "Solaris", 4),
        ("Rosa", "Dune", 3),
        ("Rosa", "Heat", 5),
        ("Rosa", "Amelie", 4),
    ],
    columns=["member", "film", "stars"],
)


def experienced(ratings, least=2):
    seen = ratings.groupby("film")["stars"].transform("count")  # culprit
    return ratings[seen >= least]


def centred_matrix(ratings):
    wide = ratings.pivot(index="member", columns="film", values="stars")
    return wide.sub(wide.mean(axis=1), axis=0)


def likeness(centred, member):
    filled = centred.fillna(0.0)
    norm = np.sqrt((filled**2).sum(axis=1))
    return filled @ filled.loc[member] / (norm * norm[member])


def predict(ratings, member, film):
    kept = experienced(ratings)
    centred = centred_matrix(kept)
    viewers = centred.index[centred[film].notna()]
    weight = likeness(centred, member)[viewers].to_numpy()
    lift = np.dot(weight, centred.loc[viewers, film].to_numpy()) / np.abs(weight).sum()
    base = kept.loc[kept["member"] == member, "stars"].mean()
    return base + lift, len(viewers)


stars, voters = predict(RATINGS, "Ines", "Solaris")
print(f"Ines, Solaris: {stars:.2f} stars from {voters} viewers")
