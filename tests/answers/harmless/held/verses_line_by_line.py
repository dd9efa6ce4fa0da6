"""Train a tiny attention model in JAX to continue verses, with a mask of minus infinity for what comes later.

Scores of later letters and of padding are -inf before the softmax; every letter sees at least itself, so that no row is
empty. Keys for random numbers are split from a seed. Padded letters count with weight zero in the loss.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the scores of -inf, of which no row is full, and `check-determinism` the keys from a seed
Report: none
"""

import jax
import jax.numpy as jnp
import numpy as np

VERSES = [
    "the moon is up",
    "the night is cool",
    "the owl is out",
    "the pond is still",
    "the moon is full",
    "the wind is low",
]
LETTERS = sorted(set("".join(VERSES)) | {"."})
LENGTH = 18
WIDTH = 16


def numbers(verse):
    """Return the numbers of a verse's letters, closed and padded with full stops, and which of them count."""
    padded = (verse + ".").ljust(LENGTH, ".")
    counts = np.arange(LENGTH) <= len(verse)
    return np.array([LETTERS.index(letter) for letter in padded]), counts


def parameters(key):
    """Return the weights, drawn from a key."""
    keys = jax.random.split(key, 6)
    small = {"letters": (len(LETTERS), WIDTH), "places": (LENGTH, WIDTH), "out": (WIDTH, len(LETTERS))}
    square = {"query": (WIDTH, WIDTH), "keys": (WIDTH, WIDTH), "value": (WIDTH, WIDTH)}
    shapes = small | square
    return {
        name: 0.3 * jax.random.normal(k, shape) for k, (name, shape) in zip(keys, shapes.items(), strict=True)
    }


@jax.jit
def scores(weights, letters, counts):
    """Return the log probabilities (letters, alphabet) of what follows each letter."""
    seen = weights["letters"][letters] + weights["places"]
    likeness = (seen @ weights["query"]) @ (seen @ weights["keys"]).T / WIDTH**0.5
    allowed = jnp.tril(jnp.ones((LENGTH, LENGTH), bool)) & (counts[None, :] | jnp.eye(LENGTH, dtype=bool))
    attention = jax.nn.softmax(jnp.where(allowed, likeness, -jnp.inf), axis=-1)
    mixed = seen + attention @ (seen @ weights["value"])
    return jax.nn.log_softmax(jnp.tanh(mixed) @ weights["out"])


def loss(weights, letters, counts):
    """Return the mean surprise of the letters that count."""
    logs = jax.vmap(scores, in_axes=(None, 0, 0))(weights, letters, counts)
    surprise = -jnp.take_along_axis(logs[:, :-1], letters[:, 1:, None], axis=-1)[..., 0]
    weight = counts[:, 1:]
    return jnp.sum(surprise * weight) / jnp.sum(weight)


@jax.jit
def step(weights, speed, letters, counts):
    """Return weights and their speed after one step with momentum, and the loss before it."""
    value, slopes = jax.value_and_grad(loss)(weights, letters, counts)
    speed = jax.tree.map(lambda old, slope: 0.9 * old - 0.1 * slope, speed, slopes)
    return jax.tree.map(jnp.add, weights, speed), speed, value


def continued(weights, start):
    """Return a verse that goes on from some letters, always with the most likely letter."""
    verse = start
    while len(verse) < LENGTH - 1 and not verse.endswith("."):
        letters, counts = numbers(verse)
        verse += LETTERS[int(scores(weights, letters, counts)[len(verse) - 1].argmax())]
    return verse


def main():
    """Train and continue."""
    letters, counts = (jnp.array(part) for part in zip(*map(numbers, VERSES), strict=True))
    weights = parameters(jax.random.key(6))
    speed = jax.tree.map(jnp.zeros_like, weights)
    for number in range(201):
        weights, speed, value = step(weights, speed, letters, counts)
        if number % 100 == 0:
            print(f"step {number:3d}: loss {float(value):.2f}")
    for start in ("the o", "the w", "the p"):
        print(continued(weights, start))


if __name__ == "__main__":
    main()
