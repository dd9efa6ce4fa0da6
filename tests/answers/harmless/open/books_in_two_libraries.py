"""Merge the catalogues of two libraries and plan which books to move from one to the other.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the outer join, which leaves NaN for books that one library lacks; they are counted as 0.
Report: none
"""

import io

import pandas as pd

NORTH = """\
isbn,title,copies
1001,Atlas of birds,3
1004,Bread at home,1
1007,Chess for two,5
1010,Dams and dykes,2
"""

SOUTH = """\
isbn,title,copies
1004,Bread at home,4
1007,Chess for two,1
1013,Ember days,2
1016,Foxes,6
"""


def catalogue(text):
    return pd.read_csv(io.StringIO(text)).set_index("isbn")


class Exchange:
    def __init__(self, north, south):
        joined = north.merge(south, how="outer", on="isbn", suffixes=("_north", "_south"))
        joined["title"] = joined["title_north"].fillna(joined["title_south"])
        copies = joined[["copies_north", "copies_south"]].fillna(0).astype(int)
        self.table = joined[["title"]].join(copies)

    def moves(self):
        """Yield how many copies go north; below 0 they go south."""
        for row in self.table.itertuples():
            surplus = (row.copies_south - row.copies_north) // 2
            if surplus:
                yield row.title, surplus

    def share(self):
        totals = self.table[["copies_north", "copies_south"]].sum()
        return totals / totals.sum()


exchange = Exchange(catalogue(NORTH), catalogue(SOUTH))
print(exchange.table.to_string())
for title, copies in exchange.moves():
    print(f"{abs(copies)} of {title} to the {'north' if copies > 0 else 'south'}")
print(exchange.share().round(4).to_dict())
