"""Mean number of pupils of a school.

Symptom: The mean is 585 in place of 390.
Culprit: A school is counted once for each of its clubs.
Report: none
"""

import pandas as pd

schools = pd.DataFrame({"name": ["A", "B", "C"], "pupils": [900.0, 120.0, 150.0]})
clubs = pd.DataFrame(
    {"school": ["A", "A", "A", "B", "C"], "club": ["chess", "judo", "choir", "chess", "judo"]}
)
with_clubs = schools.merge(clubs, left_on="name", right_on="school")  # culprit
print(with_clubs.pupils.mean())
