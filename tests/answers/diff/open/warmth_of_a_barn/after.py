"""How warm a barn is through a night, with a heater that a switch turns on and off.

Symptom: the heater is on for other hours, and switches more often
Culprit: the heater goes off at the lower limit as well
Report: none
"""

from dataclasses import dataclass

import numpy as np


@dataclass
class Switch:
    low: float = 10.5
    high: float = 12.5
    on: bool = False

    def decide(self, warmth):
        if warmth < self.low:
            self.on = True
        elif warmth > self.low:  # culprit
            self.on = False
        return self.on


class Barn:
    def __init__(self, warmth, loss=350.0, store=1.2e6):
        self.warmth = warmth
        self.loss = loss
        self.store = store

    def advance(self, outside, heat, step):
        flow = self.loss * (outside - self.warmth)
        self.warmth += step * (heat + flow) / self.store
        return self.warmth


def night(barn, switch, outside, step=60.0, power=9000.0):
    history, heated = np.empty(len(outside)), 0
    for number, now in enumerate(outside):
        on = switch.decide(barn.warmth)
        heated += on
        history[number] = barn.advance(now, power if on else 0.0, step)
    return history, heated * step / 3600


def main():
    outside = 4 - 6 * np.sin(np.linspace(0, np.pi, 720))
    history, hours = night(Barn(12.0), Switch(), outside)
    turns = np.diff(np.sign(np.diff(history)))
    print(f"mean {history.mean():.6f}, coldest {history.min():.6f}")
    print(f"heated {hours:.4f} hours")
    print(f"switched {np.count_nonzero(turns)} times")


main()
