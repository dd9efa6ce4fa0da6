"""Add up what a nurse pays into a pension fund, and what the fund makes of it.

Symptom: the balances differ, by 4 euros after ten years and by 139 after forty.
Culprit: the setting for 64-bit numbers got lost in the rewrite: the balance is a 32-bit number, rounded each day.
Report: jax-ml/jax#652 (how to get double precision)
"""

import jax
import jax.numpy as jnp
import numpy as np

DAYS = 365


class Fund:
    """A pension fund that pays interest each day."""

    def __init__(self, rate):
        self.rate = rate
        self._run = jax.jit(self._balances)

    def _balances(self, payments):
        def day(balance, payment):
            balance = (balance + payment) * (1 + self.rate / DAYS)
            return balance, balance

        return jax.lax.scan(day, jnp.zeros((), payments.dtype), payments)[1]

    def balances(self, payments):
        """Return the balance at the end of each day."""
        return self._run(jnp.asarray(payments))


def wages(years, seed):
    rng = np.random.default_rng(seed)
    days = np.arange(years * DAYS)
    return np.where(days % 30 == 0, np.round(rng.uniform(180, 420, days.size), 2), 0.0)


def main():
    payments = wages(40, seed=22)
    balance = Fund(rate=0.031).balances(payments)
    print(f"paid {payments.sum():.2f}")
    for year in (10, 20, 30, 40):
        print(f"after {year} years {float(balance[year * DAYS - 1]):.2f}")
    print(f"interest {float(balance[-1]) - payments.sum():.2f}")


main()
