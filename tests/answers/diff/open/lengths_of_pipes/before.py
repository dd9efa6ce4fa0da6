"""Estimate the loss of pressure in a water main, pipe by pipe, from lengths, widths and roughness."""

import math
import random

GRAVITY = 9.81
VISCOSITY = 1.3e-6


def build_network(count, seed):
    source = random.Random(seed)
    pipes = []
    for number in range(count):
        pipes.append(
            {
                "name": f"P{number:03d}",
                "length": source.uniform(40, 400),
                "diameter": source.choice([0.08, 0.1, 0.15, 0.2, 0.3]),
                "roughness": source.choice([1.5e-6, 4.5e-5, 2.6e-4]),
                "flow": source.uniform(0.0005, 0.02),
            }
        )
    return pipes


pipes = build_network(60, seed=81)
total = 0.0
worst = ("", 0.0)
by_diameter = {}
for pipe in pipes:
    area = math.pi * pipe["diameter"] ** 2 / 4
    speed = pipe["flow"] / area
    reynolds = speed * pipe["diameter"] / VISCOSITY
    if reynolds < 2300:
        friction = 64 / reynolds
    else:
        relative = pipe["roughness"] / pipe["diameter"]
        term = relative / 3.7 + 5.74 / reynolds**0.9
        friction = 0.25 / math.log10(term) ** 2
    loss = friction * pipe["length"] / pipe["diameter"] * speed**2 / (2 * GRAVITY)
    total += loss
    by_diameter[pipe["diameter"]] = by_diameter.get(pipe["diameter"], 0.0) + loss
    if loss > worst[1]:
        worst = (pipe["name"], loss)

print(f"loss of all pipes: {total:.4f} m")
print(f"worst pipe: {worst[0]} with {worst[1]:.4f} m")
for diameter in sorted(by_diameter):
    print(f"{diameter * 1000:4.0f} mm: {by_diameter[diameter]:.4f} m")
