"""Soil water budget of three orchard terraces over a dry summer; decides when to open
the valves and prints water used and stress days per terrace."""

import numpy as np

rng = np.random.default_rng(31)
days = 120
names = ["upper", "middle", "lower"]
capacity = [62.0, 85.0, 110.0]  # mm
drain = [0.10, 0.06, 0.04]
crop_factor = [0.85, 0.95, 1.05]

et0 = 4.8 + 1.6 * np.sin(np.linspace(0, np.pi, days)) + rng.normal(0, 0.6, days)
rain = np.where(rng.random(days) < 0.12, rng.gamma(2.0, 7.0, days), 0.0)

for j in range(3):
    store = 0.7 * capacity[j]
    used = 0.0
    stress = 0
    lost = 0.0
    trace = []
    for d in range(days):
        # gauge error: rain above 40 mm is not credible
        r = min(rain[d] * 0.9, 40.0)
        demand = et0[d] * crop_factor[j]
        # the plant cannot take more than 6 mm; wind then adds a fifth
        demand = min(demand, 6.0)
        demand = demand * 1.2
        store = store + r - demand
        if store < 0:
            stress += 1
            store = 0.0
        if store > capacity[j]:
            lost += store - capacity[j]
            store = capacity[j]
        store -= drain[j] * max(store - 0.8 * capacity[j], 0)
        if store < 0.35 * capacity[j]:
            store += 18.0
            used += 18.0
        trace.append(store)
    print(
        "%-7s irrigation %6.1f mm, overflow %6.2f mm, stress days %d, mean store %.2f mm, end %.2f mm"
        % (names[j], used, lost, stress, np.mean(trace), store)
    )
print("rain %.1f mm on %d days" % (rain.sum(), (rain > 0).sum()))
