"""Shared dialect words of mountain villages and the clusters that they form.

Uses sets of words throughout; prints overlaps, clusters and the mean word length.
Symptom: none
Culprit: none
Tempts: sets of strings are iterated, and their order changes with PYTHONHASHSEED; every result is sorted, counted or summed as integers, so the order has no influence.
Report: none
"""

from collections import Counter
from itertools import combinations

LEXICON = {
    "Oberalp": "gufer lauene rufi tobel egg fluh brente tschuggen",
    "Sankt Veit": "tobel egg lauene kees brente tauern alm",
    "Valdora": "vadret foppa tobel rufi crap fluh",
    "Nieder-Kees": "kees tauern alm brente gries lauene",
    "Crapalv": "crap foppa vadret muotta rufi",
    "Hochegg": "egg alm gries gufer tauern kees",
}


def lexicon():
    return {village: set(words.split()) for village, words in LEXICON.items()}


def overlaps(words):
    table = {}
    for a, b in combinations(sorted(words), 2):
        shared = words[a] & words[b]
        table[a, b] = len(shared) / len(words[a] | words[b])
    return table


def clusters(table, villages, threshold=0.3):
    neighbours = {v: set() for v in villages}
    for (a, b), value in table.items():
        if value >= threshold:
            neighbours[a].add(b)
            neighbours[b].add(a)
    remaining, found = set(villages), []
    while remaining:
        frontier, group = {remaining.pop()}, set()
        while frontier:
            v = frontier.pop()
            group.add(v)
            frontier |= neighbours[v] - group
        remaining -= group
        found.append(sorted(group))
    return sorted(found)


def rare_words(words):
    tally = Counter(w for bag in words.values() for w in bag)
    return sorted(w for w, n in tally.items() if n == 1), max(tally.values())


def mean_length(words):
    everything = set().union(*words.values())
    return sum(len(w) for w in everything) / len(everything), len(everything)


def main():
    words = lexicon()
    table = overlaps(words)
    for (a, b), value in sorted(table.items(), key=lambda item: (-item[1], item[0]))[:5]:
        print(f"{a:<12} {b:<12} {value:.3f}")
    for number, group in enumerate(clusters(table, words), 1):
        print(f"cluster {number}: {', '.join(group)}")
    rare, most = rare_words(words)
    print("words of a single village:", rare, " most common in", most, "villages")
    mean, n = mean_length(words)
    print(f"mean length of {n} words: {mean:.3f}")


if __name__ == "__main__":
    main()
