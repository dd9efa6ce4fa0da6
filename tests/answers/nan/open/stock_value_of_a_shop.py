"""Multiply the stock of a shop by its price list.

Symptom: the value of the stock is nan; the price list has every article.
Culprit: the stock list says "pear " with a blank at the end in 2 of 7 rows, which the dict does not hold.
Report: pandas-dev/pandas#14210
"""

import pandas as pd

PRICES = {"apple": 0.4, "pear": 0.55, "plum": 0.2, "melon": 2.9}


class Stock:
    def __init__(self, rows):
        self.table = pd.DataFrame(rows, columns=["article", "count", "shelf"])

    def priced(self):
        price = self.table["article"].map(PRICES)  # culprit
        return self.table.assign(value=price * self.table["count"])


def main():
    stock = Stock(
        [
            ("apple", 120, "A1"),
            ("pear ", 60, "A2"),
            ("plum", 400, None),
            ("melon", 12, "B1"),
            ("apple", 30, "C4"),
            ("pear ", 25, None),
            ("pear", 80, "C5"),
        ]
    )
    priced = stock.priced()
    print(priced.to_string())
    total = 0.0
    for row in priced.itertuples():
        total += row.value
    print("value of the stock:", total)


main()
