"""Join visits and orders of an online shop and compare the sources of visitors.

Symptom: the conversion of "mail" is nan.
Culprit: visits call it "Mail", orders "mail": the quotient of two Series aligns labels and knows both, each once.
Report: none
"""

import pandas as pd

visits = pd.DataFrame({"source": ["search"] * 50 + ["Mail"] * 20 + ["ads"] * 30})
orders = pd.DataFrame({"source": ["search"] * 5 + ["mail"] * 4 + ["ads"] * 3})

conversion = orders["source"].value_counts() / visits["source"].value_counts()  # culprit
print(conversion.sort_index().round(3))
print("lowest:", conversion.to_numpy().min())
