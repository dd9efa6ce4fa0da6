"""Follow the heat through the wall of a glass kiln while it is fired and let cool."""

import numpy as np

# layers from the inside: thickness in metres, conductivity, density, heat capacity
LAYERS = [
    ("fire brick", 0.12, 1.30, 2100.0, 950.0),
    ("insulation", 0.08, 0.18, 480.0, 840.0),
    ("steel", 0.004, 45.0, 7800.0, 480.0),
    ("plaster", 0.03, 0.60, 1100.0, 1000.0),
]
CELLS = {"fire brick": 12, "insulation": 10, "steel": 1, "plaster": 3}
HOUR = 3600.0

width, conductivity, capacity, names = [], [], [], []
for name, thickness, k, density, heat in LAYERS:
    for _ in range(CELLS[name]):
        width.append(thickness / CELLS[name])
        conductivity.append(k)
        capacity.append(density * heat)
        names.append(name)
# the steel follows at once: give it the conductivity of a thick plate
for i in range(len(width)):
    if names[i] == "steel":
        conductivity[i] = 2.0
count = len(width)

temperature = [20.0] * count
step = 12.0
history = []
lost = 0.0
for k in range(int(10 * HOUR / step)):
    hours = k * step / HOUR
    if hours < 6:
        fire = 20.0 + (1150.0 - 20.0) * min(hours / 2.0, 1.0)
    else:
        fire = 20.0 + 1130.0 * np.exp(-(hours - 6) / 1.5)
    # flow through each border, from the inside outwards
    flow = [0.0] * (count + 1)
    flow[0] = (fire - temperature[0]) / (0.5 * width[0] / conductivity[0] + 1 / 90.0)
    for i in range(1, count):
        resistance = 0.5 * width[i - 1] / conductivity[i - 1] + 0.5 * width[i] / conductivity[i]
        flow[i] = (temperature[i - 1] - temperature[i]) / resistance
    flow[count] = (temperature[-1] - 20.0) / (0.5 * width[-1] / conductivity[-1] + 1 / 12.0)
    for i in range(count):
        temperature[i] += step * (flow[i] - flow[i + 1]) / (capacity[i] * width[i])
    lost += flow[count] * step
    if k % 300 == 299:
        history.append(list(temperature))

history = np.array(history)
for hour, row in enumerate(history, start=1):
    print(f"hour {hour:2d}: inside {row[0]:9.4f}, steel {row[22]:9.4f}, outside {row[-1]:9.4f}")
print(f"hottest outside {history[:, -1].max():.4f} degrees")
print(f"lost through the wall {lost / 3.6e6:.5f} kWh per square metre")
