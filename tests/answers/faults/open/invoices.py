"""What customers owe.

Symptom: It is more than was invoiced.
Culprit: Invoices with several reminders are counted several times.
Report: none
"""

import pandas as pd

invoices = pd.DataFrame({"invoice": [11, 12, 13, 14], "due": [100.0, 250.0, 80.0, 40.0]})
reminders = pd.DataFrame({"invoice": [11, 12, 12, 12, 14], "day": [3, 1, 8, 15, 2]})
listed = pd.merge(invoices, reminders, how="left", on="invoice")  # culprit
print("owed:", listed["due"].sum())
