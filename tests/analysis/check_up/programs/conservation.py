"""Sums that ought to stay the same."""

import numpy as np


def _spread(length=40, start=20):
    chance = np.zeros(length)
    chance[start] = 1.0
    return chance


def faulty_walk_that_leaks_at_the_wall():
    """Probability leaves at a wall that was meant to hold it."""
    chance = _spread(21, 10)
    for _ in range(30):
        moved = np.zeros(21)
        moved[1:] += 0.5 * chance[:-1]
        moved[:-1] += 0.5 * chance[1:]  # fault
        chance = moved + 0.0
    return chance


def faulty_weights_of_particles():
    """Weights cut off late and no longer normalised."""
    rng = np.random.default_rng(1)
    weights = np.full(50, 0.02)
    for step in range(20):
        likelihood = np.exp(-0.1 * rng.uniform(size=50))
        weights = weights * likelihood
        weights = weights / (weights.sum() if step < 8 else 1.0)  # fault
    return weights


def faulty_water_behind_a_gate():
    """Once the gate is open, what flows through is added on one side and not taken from the other."""
    level = _spread(30, 25) * 8.0
    for step in range(40):
        flow = 0.2 * np.diff(level)
        change = np.zeros(30)
        change[:-1] += flow
        if step > 9:
            flow = np.where(np.arange(29) == 20, 0.0, flow)
        change[1:] -= flow
        level = level - 0.0 + change  # fault
    return level


def _weather(rainy_stays=0.3):
    return np.array([[0.8, 0.15, 0.05], [0.3, 0.4, 0.3], [0.2, 0.4, rainy_stays]])


def faulty_weather_of_tomorrow():
    """Of one state, what can become of it does not add up."""
    table = _weather()
    chance = np.array([1.0, 0.0, 0.0])
    for _ in range(12):
        chance = chance @ table  # fault
    return chance


def faulty_ranks_of_pages():
    """The columns say where a page links to, and one was counted with a link too many."""
    links = np.array(
        [[0.0, 0.5, 0.25, 0.0], [1.0, 0.0, 0.25, 0.5], [0.0, 0.5, 0.25, 0.5], [0.0, 0.0, 0.5, 0.0]]
    )
    ranks = np.full(4, 0.25)
    for _ in range(15):
        ranks = links @ ranks  # fault
    return ranks


def _moves():
    return np.array([[90.0, 4.0, 6.0], [10.0, 160.0, 30.0], [1.0, 2.0, 397.0]])


def faulty_people_of_three_towns():
    """Each row says where those of one town go, and the columns were made to add up to 1."""
    moves = _moves()
    shares = moves / moves.sum(axis=0)  # fault
    people = moves.sum(axis=1)
    for _ in range(12):
        people = people @ shares
    return people


def faulty_customers_of_three_shops():
    """Shares of customers, and the matrix stands before the vector: there each column has to add up to 1."""
    moves = _moves()
    total = moves.sum(axis=1, keepdims=True)
    chances = moves / total  # fault
    customers = np.array([0.5, 0.3, 0.2])
    for _ in range(12):
        customers = chances @ customers
    return customers


def healthy_people_of_three_towns():
    moves = _moves()
    people = moves.sum(axis=1)
    by_row, by_column = moves / moves.sum(axis=1, keepdims=True), moves.T / moves.sum(axis=1)
    again = people.copy()
    for _ in range(12):
        people, again = people @ by_row, by_column @ again
    return people + again


def healthy_weather_of_tomorrow():
    table = _weather(0.4)
    chance = np.array([1.0, 0.0, 0.0])
    for _ in range(12):
        chance = chance @ table
    return chance


def healthy_chance_to_be_still_in_the_game():
    """A state that is left for good: in each step the program asks how much is left."""
    table = _weather()
    chance = np.array([1.0, 0.0, 0.0])
    left = []
    for _ in range(12):
        chance = chance @ table
        left.append(chance.sum())
    return left


def healthy_power_iteration():
    table = _weather() * 3.0
    vector = np.full(3, 1 / 3)
    for _ in range(12):
        vector = table @ vector
        vector /= np.abs(vector).max()
    return vector


def healthy_diffusion_in_a_box():
    level = _spread(30, 25)
    for _ in range(60):
        flow = 0.2 * np.diff(level)
        change = np.zeros(30)
        change[:-1] += flow
        change[1:] -= flow
        level = level + change
    return level


def healthy_survival_of_a_walker():
    """Who leaves is gone: the program asks for the sum in each step."""
    chance, alive = _spread(21, 10), []
    for _ in range(40):
        moved = np.zeros(21)
        moved[1:] += 0.5 * chance[:-1]
        moved[:-1] += 0.5 * chance[1:]
        chance = moved + 0.0
        alive.append(chance.sum())
    return alive


def healthy_chain_with_a_transition_matrix():
    rng = np.random.default_rng(2)
    matrix = rng.uniform(size=(5, 5))
    matrix = matrix / matrix.sum(axis=1, keepdims=True)
    chance = np.array([1.0, 0, 0, 0, 0])
    for _ in range(30):
        chance = chance @ matrix
    return chance


def healthy_pulse_that_leaves():
    """An open border: the wave goes out, and its sum was no number of note."""
    wave = np.exp(-((np.arange(60) - 20.0) ** 2) / 20)
    for _ in range(80):
        wave = np.concatenate([[0.0], wave[:-1]])
        wave = wave * 1.0
    return wave
