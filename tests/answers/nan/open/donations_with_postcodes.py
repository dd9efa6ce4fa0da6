"""Match donations with the number of inhabitants of each postcode area.

Symptom: the donation per head is nan for two of five areas, and so is the smallest one.
Culprit: postcodes were read as numbers: "01067" became "1067", and 2 of 5 areas find no partner in the merge.
Report: none
"""

import io

import pandas as pd

DONATIONS = "postcode,euro\n01067,120\n80331,75\n20095,60\n04109,200\n80331,\n50667,35\n01067,20\n"
INHABITANTS = "postcode;inhabitants\n01067;12800\n04109;11200\n20095;15600\n50667;9700\n80331;21000\n"


def read():
    donations = pd.read_csv(io.StringIO(DONATIONS))  # culprit, too
    donations["postcode"] = donations["postcode"].astype(str)
    inhabitants = pd.read_csv(io.StringIO(INHABITANTS), sep=";", dtype={"postcode": str})
    return donations, inhabitants


def per_head(donations, inhabitants):
    sums = donations.groupby("postcode", as_index=False)["euro"].sum()
    table = sums.merge(inhabitants, on="postcode", how="left")  # culprit
    table["cent_per_head"] = 100 * table["euro"] / table["inhabitants"]
    return table


table = per_head(*read())
print(table)
print("smallest:", min(table["cent_per_head"]), "cent")
