"""Sum votes of towns, and list what changed since the last vote.

Symptom: none
Culprit: none
Tempts: `nan`: an outer merge leaves NaN for new towns, which `fillna` handles. `diff`: a set has no order.
Report: none
"""

import pandas as pd

last = pd.DataFrame({"town": ["Aal", "Bex", "Coll"], "votes": [812, 401, 77]})
now = pd.DataFrame({"town": ["Bex", "Coll", "Dorn", "Elm"], "votes": [398, 91, 150, 33]})
both = last.merge(now, on="town", how="outer", suffixes=("_last", "_now"))
both["change"] = both["votes_now"].fillna(0) - both["votes_last"].fillna(0)
towns = set(last["town"]) | set(now["town"])
total = sum(int(both.loc[both["town"] == town, "votes_now"].fillna(0).sum()) for town in towns)
print("votes:", total, "towns:", len(towns))
print(both.sort_values("change")[["town", "change"]].to_string(index=False))
