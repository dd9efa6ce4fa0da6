"""Learn a filter that finds scratches on lenses in small pictures, by gradients through a contrast normalisation.

Each patch is brought to mean 0 and spread 1 before the filter sees it. A small number keeps the division by the spread
of an even patch finite. Patches outside the lens are black and count with weight zero.

Symptom: the first loss is a number, then loss, filter and the rate of scratches found print nan
Culprit: the slope of the spread of an even patch is 0 / 0: the small number is added after the root instead of under it
Report: jax-ml/jax#3058 (slope of a norm at zero)
"""

import jax
import jax.numpy as jnp
import numpy as np

SIZE = 7
EPSILON = 1e-3


def normalised(patches):
    """Return patches (patches, pixels) with mean 0 and spread 1."""
    centred = patches - patches.mean(axis=1, keepdims=True)
    spread = jnp.std(patches, axis=1, keepdims=True)  # culprit
    return centred / (spread + EPSILON)


def scores(parameters, patches):
    """Return the log odds of a scratch in each patch, seen through a gain that is learned too."""
    gained = jnp.tanh(parameters["gain"] * patches)
    return normalised(gained) @ parameters["filter"] + parameters["offset"]


def loss(parameters, patches, scratched, weight):
    """Return the weighted log loss."""
    odds = scores(parameters, patches)
    misses = jnp.logaddexp(0.0, jnp.where(scratched, -odds, odds))
    return jnp.sum(weight * misses) / jnp.sum(weight) + 1e-3 * jnp.sum(parameters["filter"] ** 2)


@jax.jit
def step(parameters, data):
    """Return the parameters after one step of gradient descent, and the loss before it."""
    value, slopes = jax.value_and_grad(loss)(parameters, *data)
    return jax.tree.map(lambda parameter, slope: parameter - 0.1 * slope, parameters, slopes), value


def pictures(seed, count):
    """Return patches (count, pixels), whether each is scratched, and weights of 0 outside the lens."""
    rng = np.random.default_rng(seed)
    scratched = rng.random(count) < 0.4
    patches = rng.normal(0.5, 0.05, (count, SIZE, SIZE))
    column = rng.integers(2, 5, count)
    for number in np.flatnonzero(scratched):
        patches[number, :, column[number]] += 0.4
    outside = rng.random(count) < 0.1
    patches[outside] = 0.0
    scratched &= ~outside
    return patches.reshape(count, -1), scratched, np.where(outside, 0.0, 1.0)


def main():
    """Train and print loss and success."""
    patches, scratched, weight = pictures(5, 400)
    print(f"{int(scratched.sum())} scratched patches, {int((weight == 0).sum())} outside")
    data = (jnp.asarray(patches), jnp.asarray(scratched), jnp.asarray(weight))
    parameters = {
        "filter": jnp.zeros(SIZE * SIZE).at[::7].set(0.01),
        "offset": jnp.array(0.0),
        "gain": jnp.array(1.0),
    }
    for number in range(121):
        parameters, value = step(parameters, data)
        if number % 40 == 0:
            print(f"step {number:3d}: loss {float(value):.4f}")
    patches, scratched, weight = pictures(6, 200)
    odds = np.asarray(scores(parameters, jnp.asarray(patches)))
    inside = weight > 0
    share = np.mean(1 / (1 + np.exp(-odds[inside & scratched])))
    print(f"mean chance given to scratched patches {share:.3f}, gain {float(parameters['gain']):.2f}")


if __name__ == "__main__":
    main()
