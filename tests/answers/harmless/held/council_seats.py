"""Shares out a council's seats among the lists by their votes and prints rounded percentages.

Symptom: none
Culprit: none
Tempts: whole-number division that drops the remainder, shares rounded down that add up to fewer than the seats, and printed percentages that add up to 99; the left-over seats go to the largest remainders and the percentages are only shown
Report: none
"""

SEATS = 41

VOTES = {
    "Green Valley": 4308,
    "Old Town": 9552,
    "Workers": 5262,
    "Free Voters": 3243,
    "Young List": 1616,
    "Harbour": 848,
}


def first_round(votes, seats):
    """Full quotas of each list and what is left of its votes."""
    total = sum(votes.values())
    whole, rest = {}, {}
    for name, count in votes.items():
        whole[name], rest[name] = divmod(count * seats, total)
    return whole, rest


def largest_remainder(votes, seats):
    """Seats of each list; those left over go to the largest remainders."""
    whole, rest = first_round(votes, seats)
    left = seats - sum(whole.values())
    in_order = sorted(votes, key=lambda name: (rest[name], votes[name]), reverse=True)
    result = dict(whole)
    for name in in_order[:left]:
        result[name] += 1
    return result, left


def percentages(counts):
    """Whole percentages, for the poster."""
    total = sum(counts.values())
    return {name: round(100 * count / total) for name, count in counts.items()}


def largest_deviation(votes, seats):
    """The list farthest from its exact share of the seats, and by how much."""
    total, all_seats = sum(votes.values()), sum(seats.values())
    gaps = {name: seats[name] - all_seats * votes[name] / total for name in votes}
    worst = max(gaps, key=lambda name: abs(gaps[name]))
    return worst, gaps[worst]


def main():
    seats, left = largest_remainder(VOTES, SEATS)
    assert sum(seats.values()) == SEATS
    of_votes, of_seats = percentages(VOTES), percentages(seats)
    print(f"{sum(VOTES.values())} votes, {SEATS} seats, {left} of them by remainder")
    for name in VOTES:
        print(
            f"{name:13s} {VOTES[name]:5d} votes ({of_votes[name]:2d} %)  {seats[name]:2d} seats ({of_seats[name]:2d} %)"
        )
    print(f"printed percentages add up to {sum(of_votes.values())} and {sum(of_seats.values())}")
    worst, gap = largest_deviation(VOTES, seats)
    print(f"farthest from its exact share: {worst} by {gap:+.3f} seats")


if __name__ == "__main__":
    main()
