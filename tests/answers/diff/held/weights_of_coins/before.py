"""Tell false coins from true ones by their weight, width and ring, as distances from the mean coin."""

import numpy as np
import torch


def coins(seed):
    rng = np.random.default_rng(seed)
    true = rng.normal([7.50, 23.25, 1.90], [0.02, 0.05, 0.08], (16, 3))
    false = rng.normal([7.31, 23.10, 1.70], [0.08, 0.09, 0.10], (4, 3))
    return np.concatenate([true, false])


measures = coins(seed=19)
scaled = (measures - measures.mean(axis=0)) / measures.std(axis=0)
scaled = torch.from_numpy(scaled)
distance = scaled.pow(2).sum(dim=1).sqrt()
order = distance.argsort(descending=True)
print("farthest coins:", order[:4].tolist())
print("distances:", [round(value, 4) for value in distance[order[:4]].tolist()])
print("beyond 2.4:", (distance > 2.4).sum().item())
