"""Tell from a pharmacy's sales how regularly patients refill their inhalers."""

import numpy as np
import pandas as pd

rng = np.random.default_rng(304)
rows = []
for patient in range(1, 41):
    day = int(rng.integers(0, 25))
    habit = rng.uniform(24, 48)
    while day < 360:
        rows.append((patient, day, int(rng.choice([1, 1, 1, 2]))))
        day += max(int(rng.normal(habit, 6)), 5)
sales = pd.DataFrame(rows, columns=["patient", "day", "inhalers"])
sales = sales.sample(frac=1.0, random_state=5)

# days between two refills, against the days that the inhalers last
gaps, late = {}, {}
for patient, own in sales.groupby("patient"):
    own = own.sort_values("day")
    days = own["day"].to_list()
    inhalers = own["inhalers"].to_list()
    gaps[patient] = []
    late[patient] = 0
    for k in range(1, len(days)):
        gap = days[k] - days[k - 1]
        lasts = 30 * inhalers[k - 1]
        gaps[patient].append(gap - lasts)
        if gap > lasts + 7:
            late[patient] += 1

together = []
for patient in gaps:
    together += gaps[patient]
together = np.array(together)
print(f"{len(sales)} sales, {together.size} refills")
print(f"days without: mean {together.mean():.4f}, spread {together.std():.4f}")
print(f"late refills: {sum(late.values())}")
worst = max(late, key=lambda patient: (late[patient], -patient))
print(f"most often late: patient {worst}, {late[worst]} times")
covered = [1.0 - np.clip(gaps[patient], 0, None).sum() / 360 for patient in gaps]
print(f"covered part of the year: {np.mean(covered):.5f}, least {np.min(covered):.5f}")
