"""Check a choreography: where each dancer stands at every beat and how close two of them come."""

import numpy as np

TURNS = {"left": 90, "right": -90, "stay": 0, "about": 180}
MOVES = ["stay", "left", "stay", "right", "right", "stay", "about", "left"] * 3

tracks = {}
for number, name in enumerate(["Ana", "Bea", "Cid"]):
    place = np.array([2.0 * number, 0.0])
    heading = 90 - 30 * number
    track = [place.copy()]
    for beat, move in enumerate(MOVES[number:] + MOVES[:number]):
        heading = (heading + TURNS[move]) % 360
        stride = 0.5 if beat % 4 else 1.0
        step = np.array([np.cos(np.deg2rad(heading)), np.sin(np.deg2rad(heading))])
        place = place + stride * step
        track.append(place.copy())
    tracks[name] = np.array(track)

for name, track in tracks.items():
    print(f"{name} ends at {track[-1].round(9)}, reach {np.abs(track).max():.9f}")
names = list(tracks)
for i in range(3):
    for j in range(i + 1, 3):
        gap = np.sqrt(((tracks[names[i]] - tracks[names[j]]) ** 2).sum(axis=1))
        print(f"{names[i]} and {names[j]}: {gap.min():.9f} m at beat {gap.argmin()}")
