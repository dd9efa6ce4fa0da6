"""Keep the newest address of each member of a club and count members by district."""

import io

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

forms = pd.read_csv(io.StringIO(FORMS), parse_dates=["received"])
forms = forms.sort_values("received")
newest = forms.drop_duplicates("member", keep="last")
newest = newest.sort_values("member")

print(newest.to_string(index=False))
counts = newest.groupby("district")["member"].count()
fees = newest.groupby("district")["fee"].sum()
for district in counts.index:
    print(f"{district}: {counts[district]} members, {fees[district]} euros")
print(f"mean age of an address: {(pd.Timestamp('2026-03-01') - newest['received']).dt.days.mean():.2f} days")
