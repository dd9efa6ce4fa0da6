"""Report what a lottery club stakes and wins by member, month and game.

Months without a win give no mean and new members no growth: such cells print as a dash. A rate over no stakes is
defined as zero before the division.

Symptom: none
Culprit: none
Tempts: `nan` could accuse empty months, first differences and 0 / 0, each of which is asked for and printed as a dash
Report: none
"""

import numpy as np
import pandas as pd

GAMES = ["numbers", "football", "scratch"]


def bets(seed, count):
    """Return one row a bet, with the win or nothing."""
    rng = np.random.default_rng(seed)
    joined = {"Ines": 0, "Jan": 0, "Kai": 3, "Lea": 5}
    frame = pd.DataFrame(
        {
            "member": rng.choice(list(joined), count),
            "month": rng.integers(0, 8, count),
            "game": rng.choice(GAMES, count, p=[0.5, 0.3, 0.2]),
            "stake": rng.choice([2.0, 5.0, 10.0], count, p=[0.6, 0.3, 0.1]),
        }
    )
    frame = frame[frame["month"] >= frame["member"].map(joined)].reset_index(drop=True)
    wins = rng.random(len(frame)) < 0.15
    frame["win"] = np.where(
        wins, frame["stake"] * rng.choice([2.0, 4.0, 12.0], len(frame), p=[0.7, 0.2, 0.1]), np.nan
    )
    return frame


def printed(table, digits):
    """Return a table as text, missing cells as a dash."""
    return table.round(digits).to_string(na_rep="-")


def win_rates(frame):
    """Return what came back of each euro staked, by member and game, zero where nothing was staked."""
    stakes = frame.pivot_table(index="member", columns="game", values="stake", aggfunc="sum", fill_value=0.0)
    wins = frame.pivot_table(index="member", columns="game", values="win", aggfunc="sum", fill_value=0.0)
    wins = wins.reindex_like(stakes).fillna(0.0)
    rates = np.divide(
        wins.to_numpy(), stakes.to_numpy(), out=np.zeros(stakes.shape), where=stakes.to_numpy() > 0
    )
    return pd.DataFrame(rates, index=stakes.index, columns=stakes.columns)


def main():
    """Print the report."""
    frame = bets(90, 160)
    print(f"{len(frame)} bets, {int(frame['win'].notna().sum())} won")
    print(printed(frame.pivot_table(index="member", columns="month", values="win", aggfunc="mean"), 1))
    monthly = frame.groupby(["member", "month"])["stake"].sum().unstack("month")
    print(printed(monthly.diff(axis=1), 1))
    print(win_rates(frame).round(2).to_string())
    biggest = frame.loc[frame["win"].idxmax()]
    print(f"biggest win: {biggest['win']:.0f} by {biggest['member']} in month {biggest['month']}")
    growth = monthly.pct_change(axis=1, fill_method=None)
    print(
        f"median growth of stakes: {growth.stack().median():.3f} over {int(growth.notna().sum().sum())} steps"
    )
    spread = frame.groupby("member")["win"].std().fillna(0.0)
    print(f"widest spread of wins: {spread.idxmax()} with {spread.max():.1f}")


if __name__ == "__main__":
    main()
