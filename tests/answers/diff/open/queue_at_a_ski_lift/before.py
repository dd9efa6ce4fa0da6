"""Simulate the queue at a ski lift minute by minute and report how long skiers wait."""

import numpy as np

rng = np.random.default_rng(52)
minutes = 240
arrive = rng.poisson(11 + 5 * np.sin(np.arange(minutes) / 38))
stops = rng.random(minutes) < 0.03

waiting = []
queue = 0
for minute in range(minutes):
    queue += arrive[minute]
    if not stops[minute]:
        queue -= min(queue, 13)
    waiting.append(queue)

waiting = np.array(waiting)
print(f"{arrive.sum()} skiers, lift stood for {stops.sum()} minutes")
print(f"longest queue {waiting.max()} in minute {waiting.argmax()}, mean {waiting.mean():.4f}")
for hour in range(4):
    part = waiting[60 * hour : 60 * hour + 60]
    print(f"hour {hour}: {part.mean():.4f} waiting, {(part == 0).sum()} minutes without a queue")
