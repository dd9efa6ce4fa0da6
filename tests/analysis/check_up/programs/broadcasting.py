"""All pairs by accident, and on purpose."""

import numpy as np


def faulty_error_of_a_prediction():
    """LAMDA-Tabular/TALENT#92: (n,) minus (n, 1)."""
    rng = np.random.default_rng(1)
    features, target = rng.normal(size=(40, 3)), rng.normal(size=40)
    weights, *_ = np.linalg.lstsq(features, target.reshape(-1, 1), rcond=None)
    predicted = features @ weights
    return ((target - predicted) ** 2).mean()  # fault


def faulty_accuracy_of_a_classifier():
    """A column of labels against a row of them."""
    rng = np.random.default_rng(2)
    labels = rng.integers(0, 3, (50, 1))
    guessed = rng.integers(0, 3, 50)
    right = guessed == labels  # fault
    return right.mean()


def faulty_gradient_descent():
    """The wrong shape in each step of a loop."""
    rng = np.random.default_rng(3)
    features = rng.normal(size=(30, 2))
    target = features @ np.array([1.0, 2.0])
    weights = np.zeros((2, 1))
    loss = []
    for _ in range(5):
        error = features @ weights - target  # fault
        loss.append(np.mean(error**2))
        weights -= 0.01 * (features.T @ error.mean(axis=1, keepdims=True))
    return loss[-1]


def faulty_centred_rows():
    """A mean with keepdims against a list."""
    rng = np.random.default_rng(4)
    table = rng.normal(size=(12, 8))
    means = table.mean(axis=1, keepdims=True)
    wanted = np.zeros(12) + 0.1
    off = means - wanted  # fault
    return np.sqrt(np.mean(off**2))


def faulty_values_of_some_rows():
    """RLinf/RLinf#1568: rows of a column are chosen in the line that compares them."""
    rng = np.random.default_rng(9)
    returns, values = rng.normal(size=(90, 1)), rng.normal(size=24)
    rows = rng.integers(0, 90, 24)
    error = np.maximum((returns[rows] - values) ** 2, 0.1)  # fault
    return error.mean()


def faulty_loss_of_several_lines():
    """A robust loss: small errors squared, large ones by their size, and the mean of both last."""
    rng = np.random.default_rng(11)
    features, target = rng.normal(size=(32, 3)), rng.normal(size=32)
    error = features @ rng.normal(size=(3, 1)) - target  # fault
    size = np.abs(error)
    linear = 0.8 * (size - 0.4)
    return np.where(size < 0.8, 0.5 * size**2, linear).mean()


def faulty_likelihood_of_several_lines():
    rng = np.random.default_rng(12)
    measured, rates = rng.normal(size=24), rng.normal(size=(24, 2)) @ np.ones((2, 1))
    off = measured - rates  # fault
    scaled = off / 0.3
    logs = -0.5 * np.square(scaled)
    logs = logs - np.log(0.3)
    return -np.sum(np.maximum(logs, -50.0))


def healthy_nearest_of_each():
    """All pairs are looked through for the nearest one of each row, of which the mean is taken."""
    rng = np.random.default_rng(13)
    features, target = rng.normal(size=(32, 3)), rng.normal(size=32)
    off = features @ rng.normal(size=(3, 1)) - target
    size = np.sqrt(np.square(off) + 1e-6)
    return np.log(size).min(axis=1).mean()


def healthy_distances_of_all_pairs():
    points = np.random.default_rng(5).normal(size=30)
    return np.abs(points[:, None] - points).mean()


def healthy_energy_distance():
    rng = np.random.default_rng(6)
    a, b = rng.normal(size=25), rng.normal(size=25)
    column = a[:, np.newaxis]
    return np.abs(column - b).mean()


def healthy_multiplication_table():
    numbers = np.arange(1, 10)
    return numbers.reshape(-1, 1) * numbers


def healthy_rows_divided_by_their_sums():
    table = np.random.default_rng(7).uniform(size=(6, 6))
    return (table / table.sum(axis=1, keepdims=True)).mean()


def healthy_kernel_matrix():
    points = np.linspace(0, 1, 20)
    column = points.reshape(-1, 1)
    return np.exp(-((column - points) ** 2)).sum()


def healthy_pairs_of_some_rows():
    """The axis is put there in the line that compares all pairs."""
    rng = np.random.default_rng(10)
    places = rng.normal(size=90)
    rows = rng.integers(0, 90, 24)
    return np.abs(places[rows].reshape(-1, 1) - places[:24]).mean()


def faulty_shares_of_what_each_row_sends():
    """Sums of rows divide the columns of a square table."""
    traffic = np.random.default_rng(5).gamma(1.0, 50.0, size=(6, 6))
    sent = traffic.sum(axis=1)
    share = traffic / sent  # fault
    return share.round(2)


def healthy_sums_of_rows_and_columns():
    """The axis is kept, the sums are of columns, or the table is symmetric."""
    table = np.random.default_rng(6).uniform(size=(5, 5))
    both = table + table.T
    return table / table.sum(axis=1, keepdims=True), table / table.sum(axis=0), both / both.sum(axis=1)
