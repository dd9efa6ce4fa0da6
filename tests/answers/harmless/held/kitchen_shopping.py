"""Adds up what a canteen has to buy for a week from its menu and its recipes.

Symptom: none
Culprit: none
Tempts: a merge on a key that repeats on both sides and grows from 10 and 12 rows to more; a dish is served on several days and has several ingredients, so every pairing is wanted, and the totals are checked against a plain loop
Report: none
"""

import pandas as pd


def week_menu():
    """Dishes by day with the portions ordered; a dish may come again."""
    return pd.DataFrame(
        {
            "day": ["Mon", "Mon", "Tue", "Tue", "Wed", "Wed", "Thu", "Thu", "Fri", "Fri"],
            "dish": ["soup", "pasta", "curry", "soup", "pasta", "salad", "curry", "salad", "soup", "pasta"],
            "portions": [40, 85, 70, 35, 90, 30, 65, 45, 50, 95],
        }
    )


def recipes():
    """Grams of each ingredient for one portion."""
    return pd.DataFrame(
        {
            "dish": ["soup"] * 3 + ["pasta"] * 3 + ["curry"] * 3 + ["salad"] * 3,
            "ingredient": [
                "carrot",
                "potato",
                "onion",
                "noodles",
                "tomato",
                "onion",
                "rice",
                "chickpeas",
                "onion",
                "lettuce",
                "tomato",
                "carrot",
            ],
            "grams": [120, 150, 40, 130, 180, 35, 110, 140, 60, 90, 80, 50],
        }
    )


def shopping_list(menu, book):
    """Kilograms of each ingredient for the whole week."""
    needed = menu.merge(book, on="dish", how="inner", validate="many_to_many")
    needed["kilograms"] = needed["portions"] * needed["grams"] / 1000
    return needed, needed.groupby("ingredient")["kilograms"].sum().sort_values(ascending=False)


def by_hand(menu, book, ingredient):
    """The same for one ingredient, dish by dish."""
    total = 0
    for _, meal in menu.iterrows():
        lines = book[(book["dish"] == meal["dish"]) & (book["ingredient"] == ingredient)]
        total += meal["portions"] * lines["grams"].sum()
    return total / 1000


def main():
    menu, book = week_menu(), recipes()
    needed, totals = shopping_list(menu, book)
    print(f"{len(menu)} meals and {len(book)} recipe lines make {len(needed)} lines to buy")
    for ingredient, kilograms in totals.items():
        check = by_hand(menu, book, ingredient)
        assert abs(check - kilograms) < 1e-9
        print(f"{ingredient:10s} {kilograms:7.2f} kg")
    busiest = needed.groupby("day", sort=False)["kilograms"].sum()
    print(f"heaviest day: {busiest.idxmax()} with {busiest.max():.1f} kg")


if __name__ == "__main__":
    main()
