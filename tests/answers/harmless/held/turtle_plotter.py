"""Path of a drawing turtle from relative moves, kept as plain lists.

Symptom: none
Culprit: none
Tempts: a question could accuse this: state[:] on plain lists, which is a copy (twin of pen_plotter).
Report: none
"""

import math


def program(turns=60):
    moves = []
    for k in range(turns):
        moves.append(("forward", 4 + 0.5 * k))
        moves.append(("turn", 91 if k % 7 else 60))
    return moves


class Turtle:
    def __init__(self):
        self.state = [0.0, 0.0, 0.0]
        self.track = [self.state[:]]

    def apply(self, action, value):
        state = self.state[:]
        if action == "turn":
            state[2] = (state[2] + value) % 360
        else:
            heading = math.radians(state[2])
            state[0] += value * math.cos(heading)
            state[1] += value * math.sin(heading)
            self.track.append(state)
        self.state = state


def length(track):
    return sum(math.dist(a[:2], b[:2]) for a, b in zip(track[:-1], track[1:]))


def main():
    turtle = Turtle()
    moves = program()
    for move in moves:
        turtle.apply(*move)
    xs = [p[0] for p in turtle.track]
    print("points:", len(turtle.track))
    print("x range: %.1f .. %.1f" % (min(xs), max(xs)))
    print("sum of forward moves: %.1f" % sum(v for a, v in moves if a == "forward"))
    print("path length: %.1f" % length(turtle.track))


if __name__ == "__main__":
    main()
