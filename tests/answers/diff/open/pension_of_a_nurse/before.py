"""Add up what a nurse pays into a pension fund, and what the fund makes of it."""

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)  # culprit


@jax.jit
def balances(payments, rate):
    """Return the balance of the fund at the end of each day."""

    def day(balance, payment):
        balance = (balance + payment) * (1 + rate / 365)
        return balance, balance

    return jax.lax.scan(day, jnp.zeros((), payments.dtype), payments)[1]


rng = np.random.default_rng(22)
payments = np.where(np.arange(40 * 365) % 30 == 0, np.round(rng.uniform(180, 420, 40 * 365), 2), 0.0)
balance = balances(jnp.asarray(payments), 0.031)
print(f"paid {payments.sum():.2f}")
for year in (10, 20, 30, 40):
    print(f"after {year} years {float(balance[year * 365 - 1]):.2f}")
print(f"interest {float(balance[-1]) - payments.sum():.2f}")
