"""Keep the newest address of each member of a club and count members by district.

Symptom: as a class the club has the same five members, but other districts, lower fees and older addresses.
Culprit: of the forms of a member the first is kept, since keep="last" was lost.
Report: none
"""

import io
from functools import cached_property

import pandas as pd

FORMS = """\
member,received,district,fee
207,2025-03-01,Hill,40
113,2025-03-04,Lake,40
207,2025-06-11,Lake,40
305,2025-07-02,Town,25
113,2025-07-20,Town,40
410,2025-08-15,Hill,25
207,2025-11-30,Town,55
305,2026-01-09,Hill,40
518,2026-01-12,Lake,40
410,2026-02-02,Hill,40
"""


class Club:
    def __init__(self, file, today):
        self.forms = pd.read_csv(file, parse_dates=["received"]).sort_values("received")
        self.today = pd.Timestamp(today)

    @cached_property
    def members(self):
        return self.forms.drop_duplicates("member").sort_values("member")  # culprit

    def districts(self):
        return self.members.groupby("district").agg(members=("member", "count"), fees=("fee", "sum"))

    def mean_age(self):
        return (self.today - self.members["received"]).dt.days.mean()


def report(club):
    yield club.members.to_string(index=False)
    for row in club.districts().itertuples():
        yield f"{row.Index}: {row.members} members, {row.fees} euros"
    yield f"mean age of an address: {club.mean_age():.2f} days"


print("\n".join(report(Club(io.StringIO(FORMS), "2026-03-01"))))
