"""Keep a wallet of several currencies and pay the bills of a journey from it.

Symptom: the rest in pounds and the worth of the wallet in euros are nan.
Culprit: no bill is in pounds; with arithmetic_join="outer" xarray fills the missing bill with nan, not 0.
Report: pydata/xarray#1625
"""

import numpy as np
import xarray as xr

RATES = xr.DataArray([1.0, 0.92, 1.17], dims="currency", coords={"currency": ["EUR", "USD", "GBP"]})


class Wallet:
    def __init__(self, **amounts):
        self.money = xr.DataArray(list(amounts.values()), dims="currency", coords={"currency": list(amounts)})

    def pay(self, bills):
        with xr.set_options(arithmetic_join="outer"):
            self.money = self.money - bills  # culprit

    def worth(self):
        return (self.money * RATES).sum(skipna=False)


def total(receipts):
    currencies = sorted({currency for currency, _ in receipts})
    sums = [np.nansum([paid for name, paid in receipts if name == currency]) for currency in currencies]
    return xr.DataArray(sums, dims="currency", coords={"currency": currencies})


wallet = Wallet(EUR=220.0, USD=150.0, GBP=40.0)
print("worth before:", wallet.worth().item())
receipts = [("USD", 23.5), ("EUR", 61.0), ("USD", np.nan), ("USD", 12.0), ("EUR", 8.9)]
wallet.pay(total(receipts))
print("left:", dict(zip(wallet.money.currency.values.tolist(), wallet.money.values.tolist(), strict=True)))
print("worth after:", wallet.worth().item())
