"""Which recipes resemble each other? Mean cosine similarity of ingredient vectors.

Symptom: The program prints NaN or inf.
Culprit: Cosine similarity with a zero vector.
Report: iit-cs579/main#326
"""

import numpy as np

INGREDIENTS = ["flour", "egg", "milk", "butter", "sugar", "tomato", "garlic", "rice"]

RECIPES = {
    "pancake": "flour egg milk butter",
    "shortbread": "flour butter sugar",
    "risotto": "rice butter garlic",
    "sauce": "tomato garlic",
    "custard": "egg milk sugar",
    "lemonade": "lemon water honey",
    "rice pudding": "rice milk sugar",
}


def vector(text):
    words = text.split()
    return np.array([words.count(i) for i in INGREDIENTS], dtype=float)


def similarity_matrix(vectors):
    norms = np.linalg.norm(vectors, axis=1)
    dots = vectors @ vectors.T
    return dots / np.outer(norms, norms)  # culprit


names = list(RECIPES)
vectors = np.stack([vector(RECIPES[n]) for n in names])
print("recipes:", len(names), " most used:", INGREDIENTS[int(vectors.sum(0).argmax())])

sim = similarity_matrix(vectors)
pairs = sim[np.triu_indices(len(names), k=1)]
print("pairs:", pairs.size)
print("mean similarity:", pairs.mean())
