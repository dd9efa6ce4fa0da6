"""Responses to doses in a figure, a network of neighbouring doses, and a NaN that reaches the figure.

python -m pip install matplotlib networkx scipy
numscope run examples/libraries/dose_curves.py
"""

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import networkx as nx
import numpy as np

dose = np.linspace(0.0, 10.0, 50)
response = np.log(dose - 1.0)
figure, axes = plt.subplots()
lines = axes.plot(dose, response, label="response")
image = axes.imshow(np.outer(dose, dose))
counts, edges, bars = axes.hist(dose)
near = np.abs(dose[:, None] - dose) < 0.5
network = nx.from_numpy_array(near.astype(float))
weights = nx.to_numpy_array(network)
ranks = nx.pagerank(network)
print(counts.sum(), weights.sum(), max(ranks.values()))
