"""Put the levels of three rivers into a table with their names."""

import pandas as pd

levels = pd.Series([2.4, 1.1, 3.8], name="level")
table = pd.DataFrame(levels, index=["Elbe", "Oder", "Rhein"])
table["above normal"] = table["level"] - 1.5
print(table)
print("highest:", table["level"].max())
