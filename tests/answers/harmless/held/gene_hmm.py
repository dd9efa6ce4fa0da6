"""Find coding stretches with a hidden Markov model in log space (JAX).

Symptom: none
Culprit: none
Tempts: log(0) = -inf transitions, double where, logsumexp (JAX)
Report: own; the safe form of jax-ml/jax#4177-like threads
"""

from dataclasses import dataclass

import jax
import jax.numpy as jnp
import numpy as np
from jax.scipy.special import logsumexp


@dataclass(frozen=True)
class States:
    names: tuple = ("between", "start", "coding")
    length: int = 80


def log_safe(p):
    """log with log(0) = -inf, and a gradient that stays finite."""
    positive = p > 0
    return jnp.where(positive, jnp.log(jnp.where(positive, p, 1.0)), -jnp.inf)


def parameters():
    start = jnp.array([1.0, 0.0, 0.0])
    move = jnp.array([[0.92, 0.08, 0.0], [0.0, 0.0, 1.0], [0.06, 0.0, 0.94]])
    emit = jnp.array([[0.30, 0.20, 0.20, 0.30], [1.0, 0.0, 0.0, 0.0], [0.15, 0.35, 0.35, 0.15]])
    return log_safe(start), log_safe(move), log_safe(emit)


def sequence(states, seed=3):
    rng = np.random.default_rng(seed)
    seq = rng.choice(4, states.length, p=[0.3, 0.2, 0.2, 0.3])
    seq[30] = 0
    seq[31:60] = rng.choice(4, 29, p=[0.1, 0.4, 0.4, 0.1])
    return jnp.asarray(seq)


@jax.jit
def forward(log_start, log_move, log_emit, seq):
    def step(alpha, symbol):
        alpha = logsumexp(alpha[:, None] + log_move, axis=0) + log_emit[:, symbol]
        return alpha, alpha

    first = log_start + log_emit[:, seq[0]]
    last, rows = jax.lax.scan(step, first, seq[1:])
    return logsumexp(last), jnp.vstack([first[None], rows])


@jax.jit
def viterbi(log_start, log_move, log_emit, seq):
    def step(score, symbol):
        options = score[:, None] + log_move
        return options.max(axis=0) + log_emit[:, symbol], options.argmax(axis=0)

    last, back = jax.lax.scan(step, log_start + log_emit[:, seq[0]], seq[1:])

    def trace(state, pointers):
        return pointers[state], state

    first, path = jax.lax.scan(trace, last.argmax(), back, reverse=True)
    return jnp.concatenate([first[None], path]), last.max()


def sharpness(temperature, logits):
    """Entropy of a tempered emission row with an impossible symbol."""
    logp = jax.nn.log_softmax(logits / temperature)
    p = jnp.exp(logp)
    return -jnp.sum(jnp.where(p > 0, p * jnp.where(p > 0, logp, 0.0), 0.0))


def main():
    states = States()
    params, seq = parameters(), sequence(states)
    likelihood, alpha = forward(*params, seq)
    path, score = viterbi(*params, seq)
    print(f"log likelihood {likelihood:.4f}, best path {score:.4f}")
    print("coding", np.flatnonzero(np.asarray(path) == 2)[[0, -1]])
    print("impossible cells", int(jnp.isneginf(alpha).sum()))
    logits = jnp.array([0.2, 1.0, -0.4, -1e9])
    print(f"entropy slope {jax.grad(sharpness)(0.8, logits):.5f}")


if __name__ == "__main__":
    main()
