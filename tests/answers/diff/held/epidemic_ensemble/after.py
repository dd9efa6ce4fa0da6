"""A stochastic SIR ensemble in JAX with an uncertain contact rate.

Culprit: the noise key reused for the parameters (JAX)
Report: jax-ml/jax#2009, dunnolab/xland-minigrid#42
"""

from dataclasses import dataclass
from functools import partial

import jax
import jax.numpy as jnp
from jax import random


@dataclass(frozen=True)
class Scenario:
    people: int = 5000
    infected: int = 12
    contact: float = 0.32
    contact_sd: float = 0.05
    recovery: float = 0.12
    days: int = 90
    members: int = 64


@partial(jax.jit, static_argnums=2)
def member(key, contact, scenario):
    n = scenario.people

    def day(state, key):
        s, i, r = state
        ka, kb = random.split(key)
        p = 1 - jnp.exp(-contact * i / n)
        new = jnp.minimum(s, s * p + jnp.sqrt(s * p * (1 - p)) * random.normal(ka)).clip(0)
        out = jnp.clip(i * scenario.recovery + 0.3 * jnp.sqrt(i) * random.normal(kb), 0, i)
        return (s - new, i + new - out, r + out), i

    start = (float(n - scenario.infected), float(scenario.infected), 0.0)
    _, curve = jax.lax.scan(day, start, random.split(key, scenario.days))
    return curve


class Ensemble:
    def __init__(self, scenario, seed):
        self.scenario = scenario
        self.key = random.key(seed)

    def contacts(self, key):
        s = self.scenario
        return s.contact + s.contact_sd * random.normal(key, (s.members,))

    def run(self):
        k_contact, k_noise = random.split(self.key)
        contact = self.contacts(k_noise)  # culprit
        keys = random.split(k_noise, self.scenario.members)
        return jax.vmap(lambda k, c: member(k, c, self.scenario))(keys, contact)


def main():
    curves = Ensemble(Scenario(), seed=7).run()
    peak, when = curves.max(axis=1), curves.argmax(axis=1)
    print(f"peak infected: mean {peak.mean():.2f} sd {peak.std():.2f}")
    print(f"peak day: median {jnp.median(when):.0f}, 90% {jnp.quantile(when, 0.9):.1f}")
    print(f"beds needed {float(0.04 * jnp.quantile(peak, 0.95)):.3f}")


if __name__ == "__main__":
    main()
