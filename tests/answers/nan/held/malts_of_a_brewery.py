"""Price the beers of a brewery from its recipes and the quotes of its suppliers.

Recipes come as one row a beer and ingredient. Some suppliers quote no price for an ingredient; the cheapest quote
counts and an ingredient that nobody quotes takes last year's price. The result is the cost of a hectolitre.

Symptom: the cost of five of the six beers prints nan, only the beer with every ingredient has a price
Culprit: the pivot leaves NaN where a beer does without an ingredient (0 kg), and the product with the prices spreads it
Report: none
"""

import io

import numpy as np
import pandas as pd

RECIPES = """beer,ingredient,kilograms
Pale,pilsner malt,17.0
Pale,caramel malt,1.2
Pale,hops,0.35
Dark,pilsner malt,9.5
Dark,munich malt,8.0
Dark,roast malt,0.6
Dark,hops,0.22
Wheat,wheat malt,10.0
Wheat,pilsner malt,7.5
Wheat,hops,0.14
Smoke,smoked malt,15.0
Smoke,pilsner malt,2.5
Smoke,hops,0.25
Red,munich malt,12.0
Red,caramel malt,3.0
Red,roast malt,0.2
Red,hops,0.28
House,pilsner malt,8.0
House,munich malt,3.0
House,wheat malt,2.5
House,caramel malt,1.0
House,roast malt,0.2
House,smoked malt,1.0
House,hops,0.3
"""
LAST_YEAR = pd.Series({"pilsner malt": 0.71, "wheat malt": 0.78, "smoked malt": 1.35, "hops": 14.0})


def quotes(seed):
    """Return the prices (ingredient, supplier) in euros a kilogram, missing where there is no quote."""
    rng = np.random.default_rng(seed)
    usual = {
        "pilsner malt": 0.74,
        "munich malt": 0.82,
        "wheat malt": 0.8,
        "caramel malt": 1.1,
        "roast malt": 1.25,
        "smoked malt": 1.4,
        "hops": 15.5,
    }
    table = pd.DataFrame(index=list(usual), columns=["North", "Mill", "Import"], dtype=float)
    for ingredient, price in usual.items():
        table.loc[ingredient] = np.round(price * rng.uniform(0.9, 1.15, 3), 3)
    table = table.mask(rng.random(table.shape) < 0.3)
    table.loc["smoked malt"] = np.nan  # not offered this year
    return table


def prices(table):
    """Return the price of each ingredient: the cheapest quote, or last year's."""
    return table.min(axis=1).fillna(LAST_YEAR)


def amounts():
    """Return the kilograms (beer, ingredient) in a hectolitre."""
    rows = pd.read_csv(io.StringIO(RECIPES))
    return rows.pivot(index="beer", columns="ingredient", values="kilograms")  # culprit


def main():
    """Print the cost of each beer and of next month's plan."""
    table = quotes(33)
    print(f"{int(table.isna().sum().sum())} of {table.size} quotes are missing")
    price = prices(table)
    recipe = amounts()
    malt = recipe.to_numpy() @ price.reindex(recipe.columns).to_numpy()
    cost = pd.Series(malt, index=recipe.index) * 1.04 + 6.5  # losses, energy and water
    for beer, euros in cost.sort_values().items():
        print(f"{beer:<6} {euros:6.2f} euros a hectolitre")
    plan = pd.Series({"Pale": 60, "Dark": 25, "Wheat": 30, "Smoke": 8, "Red": 12, "House": 40})
    total = float(cost.to_numpy() @ plan.reindex(cost.index).to_numpy())
    print(f"plan of {plan.sum()} hectolitres: {total:.2f} euros")


if __name__ == "__main__":
    main()
