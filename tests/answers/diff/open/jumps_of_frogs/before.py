"""Scale the jumps of frogs by their length and compare the ponds."""

import numpy as np

rng = np.random.default_rng(12)
records = []
for pond, mean in (("reed", 60.0), ("stone", 72.0), ("mill", 66.0)):
    for _ in range(30):
        length = rng.normal(6.5, 0.8)
        jump = rng.normal(mean, 9.0) * (length / 6.5) ** 0.7
        records.append({"pond": pond, "length": length, "jump": jump})

long_enough = [r for r in records if r["length"] > 5.5]
mean_length = np.mean([r["length"] for r in long_enough])
mean_jump = np.mean([r["jump"] for r in long_enough])
print(f"{len(long_enough)} frogs, {mean_length:.4f} cm, {mean_jump:.4f} cm")

scaled = {}
for r in long_enough:
    value = r["jump"] * (mean_length / r["length"]) ** 0.7
    scaled.setdefault(r["pond"], []).append(value)
for pond, values in scaled.items():
    m = np.mean(values)
    s = np.std(values, ddof=1)
    print(f"{pond:6s} {m:8.4f} +- {s / np.sqrt(len(values)):.4f}")
best = max(scaled, key=lambda pond: np.mean(scaled[pond]))
print("best:", best)
