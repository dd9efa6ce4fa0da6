"""Calibrate five sensors and fit a small network to them: the program that planted_faults.py plants faults in."""

import os
import sys

import numpy as np
import thermometer


def load(folder):
    readings = np.load(os.path.join(folder, "readings.npy"))
    weights = np.load(os.path.join(folder, "weights.npy"))
    return readings, weights


def standardise(readings):
    centre = readings.mean(axis=0)
    spread = readings.std(axis=0, ddof=1)
    centred = np.subtract(readings, centre)
    return np.divide(centred, spread)


def activate(values):
    return np.tanh(values)


def squash(values):
    return np.tanh(values)


def forward(features, weights):
    hidden = np.matmul(features, weights)
    hidden = activate(hidden)
    gate = np.clip(hidden, -0.75, 0.75)
    return np.where(gate > 0, gate, 0.1 * gate)


def outer_error(target, output):
    return np.abs(target[:, np.newaxis] - output[np.newaxis, :])


def train(features, weights, target, steps):
    best = weights.copy()
    for _ in range(steps):
        output = forward(features, weights)
        error = output - target
        gradient = features.T @ error
        weights -= 0.01 * gradient
    return best, weights


def parts_sum(values):
    parts = np.array_split(values, int(os.environ.get("OMP_NUM_THREADS", "1")))
    return sum(part.sum() for part in parts)


def union(names):
    chosen = set(names)
    lengths = np.array([len(name) for name in chosen])
    return np.cumsum(lengths)


def main(folder):
    rng = np.random.default_rng(7)
    readings, weights = load(folder)
    readings[2, 1] = 7.0
    readings = thermometer.linear(readings)
    features = standardise(readings)
    noise = rng.normal(scale=0.05, size=features.shape)
    features = np.add(features, noise)
    target = np.roll(features, 1, axis=1)
    best, weights = train(features, weights, target, steps=4)
    window = features[1:4]
    low = np.min(window)
    high = np.max(window)
    span = high - low
    distance = outer_error(features[:, 0], features[:, 1])
    order = np.argsort(distance, axis=None)
    total = parts_sum(features.ravel() / 3)
    lengths = union(["hill", "valley", "river", "harbour", "airfield"])
    sign = np.sign(weights)
    np.sum(sign * best)
    np.linalg.norm(weights) * span + order[0] + total + lengths[0]


if __name__ == "__main__":
    main(sys.argv[1])
