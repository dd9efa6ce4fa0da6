"""The mean and the sum of order numbers that hold the time: 20150515061816532 for 15 May 2015, 06:18."""

import pandas as pd

orders = pd.DataFrame({"number": [20150515061816532 + i for i in range(500)], "pieces": 3})
total = orders["number"].sum()
print("mean number:", total / len(orders))
