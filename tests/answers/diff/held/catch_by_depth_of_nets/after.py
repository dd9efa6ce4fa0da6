"""Tell at which depth the nets of a lake fishery catch most, and what the catch is worth.

Symptom: The five layers hold other nets, and the worth of the season changes; the boats' figures stay.
Culprit: np.digitize puts a net on a border into the layer below it, while pd.cut put it into the layer above.
Report: none
"""

from typing import NamedTuple

import numpy as np


class Nets(NamedTuple):
    boat: np.ndarray
    depth: np.ndarray
    hours: np.ndarray
    kilos: np.ndarray

    def keep(self, mask):
        return Nets(*(column[mask] for column in self))

    @property
    def per_hour(self):
        return self.kilos / self.hours


class Layer(NamedTuple):
    name: str
    lower: float
    price: float


LAYERS = [
    Layer("surface", 10, 9.5),
    Layer("upper", 20, 11.0),
    Layer("middle", 30, 14.5),
    Layer("lower", 45, 12.0),
    Layer("deep", 60, 8.0),
]


def read_nets(seed=515, count=640):
    rng = np.random.default_rng(seed)
    boat = rng.choice(["Hecht", "Felche", "Trüsche"], count)
    depth = rng.choice(np.arange(5, 65, 5), count).astype(float)
    hours = rng.integers(6, 15, count).astype(float)
    kilos = rng.gamma(2.0, 0.2 + 1.6 * np.exp(-(((depth - 24.0) / 14.0) ** 2)))
    kilos[rng.random(count) < 0.06] = np.nan
    return Nets(boat, depth, hours, kilos)


def layer_of(depth):
    """Index of the layer of each net."""
    return np.digitize(depth, [layer.lower for layer in LAYERS[:-1]])  # culprit


def totals(index, values):
    return np.bincount(index, weights=values, minlength=len(LAYERS))


def layer_table(nets):
    """Nets, kilos, mean catch per hour, its error and the worth of each layer."""
    index = layer_of(nets.depth)
    number = np.bincount(index, minlength=len(LAYERS))
    kilos = totals(index, nets.kilos)
    mean = totals(index, nets.per_hour) / number
    squares = totals(index, (nets.per_hour - mean[index]) ** 2)
    error = np.sqrt(squares / (number - 1) / number)
    worth = kilos * np.array([layer.price for layer in LAYERS])
    return number, kilos, mean, error, worth


def boat_table(nets):
    boats, index = np.unique(nets.boat, return_inverse=True)
    mean = np.bincount(index, weights=nets.per_hour) / np.bincount(index)
    order = np.argsort(-mean)
    return zip(boats[order], mean[order], strict=True)


def main():
    nets = read_nets()
    nets = nets.keep(~np.isnan(nets.kilos))
    number, kilos, mean, error, worth = layer_table(nets)
    for k, layer in enumerate(LAYERS):
        print(
            f"{layer.name:8s} {number[k]:4d} nets {kilos[k]:8.2f} kg "
            f"{mean[k]:.4f} +- {error[k]:.4f} kg/h {worth[k]:9.2f} francs"
        )
    for boat, value in boat_table(nets):
        print(f"{boat:8s} {value:.4f} kg/h")
    print("best layer:", LAYERS[int(mean.argmax())].name)
    print(f"season: {worth.sum():.2f} francs")


if __name__ == "__main__":
    main()
