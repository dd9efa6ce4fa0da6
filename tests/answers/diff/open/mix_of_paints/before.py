"""Find the mix of five paints that comes nearest to a wanted colour, by many small changes."""

import numpy as np

PAINTS = np.array(
    [[0.95, 0.94, 0.90], [0.85, 0.12, 0.10], [0.95, 0.80, 0.10], [0.10, 0.20, 0.60], [0.08, 0.08, 0.08]]
)
WANTED = np.array([0.42, 0.38, 0.20])

rng = np.random.default_rng(30)
mix = np.full(5, 0.2)
best = mix.copy()
best_error = np.inf
heat = 0.05

for _ in range(400):
    proposal = mix.copy()
    a, b = rng.choice(5, 2, replace=False)
    amount = min(rng.uniform(0, 0.1), proposal[a])
    proposal[a] -= amount
    proposal[b] += amount
    old = np.linalg.norm(mix @ PAINTS - WANTED)
    new = np.linalg.norm(proposal @ PAINTS - WANTED)
    if new < old or rng.random() < np.exp((old - new) / heat):
        mix = proposal
    error = np.linalg.norm(mix @ PAINTS - WANTED)
    if error < best_error:
        best, best_error = mix.copy(), error
    heat *= 0.985

print("best mix", best.round(5))
print(f"error {best_error:.7f}")
print("last mix", mix.round(5))
print(f"colour {np.round(best @ PAINTS, 5)}")
