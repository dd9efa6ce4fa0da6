"""A cross entropy in a jitted step of training: the log of a probability that is 0."""

import jax
import jax.numpy as jnp


def loss(weights, images, labels):
    hidden = jax.nn.relu(images @ weights["w1"])
    probabilities = jax.nn.softmax(hidden @ weights["w2"])
    picked = jnp.take_along_axis(probabilities, labels[:, None], axis=1)
    return -jnp.log(picked).mean()


@jax.jit
def update(weights, images, labels):
    value, gradients = jax.value_and_grad(loss)(weights, images, labels)
    return value, jax.tree.map(lambda w, g: w - 50.0 * g, weights, gradients)


images = jax.random.normal(jax.random.key(0), (8, 5))
labels = jax.random.randint(jax.random.key(1), (8,), 0, 3)
weights = {
    "w1": jax.random.normal(jax.random.key(2), (5, 16)),
    "w2": jax.random.normal(jax.random.key(3), (16, 3)),
}
for step in range(6):
    value, weights = update(weights, images, labels)
    print(step, value)
