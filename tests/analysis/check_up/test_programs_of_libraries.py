"""Programs with scikit-learn, pandas and NumPy: a fault is found at its line, what only looks like it is not."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from tests.analysis.check_up.recorded_functions import found_in

pd = pytest.importorskip("pandas", reason="pandas is not installed")
pytest.importorskip("sklearn", reason="scikit-learn is not installed")

from scipy.integrate import odeint, solve_ivp
from scipy.interpolate import RegularGridInterpolator, interpn
from scipy.optimize import least_squares, leastsq, minimize_scalar
from scipy.signal import butter, cheby1, ellip, firwin, lfilter
from sklearn.cluster import DBSCAN, KMeans
from sklearn.compose import ColumnTransformer
from sklearn.feature_selection import SelectKBest
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge, SGDRegressor
from sklearn.metrics import (
    accuracy_score,
    auc,
    average_precision_score,
    mean_absolute_error,
    roc_auc_score,
    roc_curve,
)
from sklearn.metrics.pairwise import haversine_distances
from sklearn.model_selection import KFold, cross_val_score, train_test_split
from sklearn.neighbors import KNeighborsClassifier, NearestNeighbors
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import LabelEncoder, OneHotEncoder, PolynomialFeatures, StandardScaler
from sklearn.utils import shuffle

Program = Callable[[], object]


def _rows(seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(60, 3))
    return x, x @ [1.0, 2.0, 3.0] + rng.normal(size=60)


def scaled_at_once() -> float:
    x, y = _rows()
    x = StandardScaler().fit_transform(x)  # fault
    a, b, ya, yb = train_test_split(x, y, random_state=0)
    return float(Ridge().fit(a, ya).score(b, yb))


def scaled_at_once_and_judged_by_one_column() -> float:
    x, y = _rows()
    x = StandardScaler().fit_transform(x)  # fault
    a, b, ya, yb = train_test_split(x, y > 0, random_state=0)
    chances = LogisticRegression().fit(a, ya).predict_proba(b)[:, 1]
    return float(roc_auc_score(yb, chances))


def fitted_to_all_and_asked_for_parts() -> float:
    x, y = _rows()
    scaler = StandardScaler().fit(x)  # fault
    model = Ridge().fit(scaler.transform(x[:40]), y[:40])
    return float(mean_absolute_error(y[40:], model.predict(scaler.transform(x[40:]))))


def chosen_by_the_answers_of_all_folds() -> float:
    x, y = _rows()
    best = SelectKBest(k=2).fit_transform(x, y > 0)  # fault
    return float(cross_val_score(LogisticRegression(), best, y > 0).mean())


def scaled_by_hand() -> float:
    x, y = _rows()
    middle = x.mean(axis=0)  # fault
    x = x - middle
    return float(Ridge().fit(x[:40], y[:40]).score(x[40:], y[40:]))


def samples_shuffled_alone() -> object:
    x, y = _rows()
    np.random.default_rng(1).shuffle(x)  # fault
    return np.linalg.lstsq(x[:50], y[:50], rcond=None)[0]


def answers_taken_in_an_order_of_their_own() -> object:
    x, y = _rows()
    x = shuffle(x, random_state=0)
    y = y[np.random.default_rng(1).permutation(60)]  # fault
    return Ridge().fit(x, y).coef_


def answers_left_behind_in_each_turn() -> list[float]:
    x, y = _rows()
    scores = []
    for penalty in (0.1, 1.0, 10.0):
        order = np.random.default_rng(1).permutation(60)
        mixed = x[order]  # fault
        scores.append(Ridge(alpha=penalty).fit(mixed, y).score(mixed, y))
    return scores


def both_in_one_order_in_each_turn() -> list[float]:
    x, y = _rows()
    scores = []
    for penalty in (0.1, 1.0, 10.0):
        order = np.random.default_rng(1).permutation(60)
        mixed, answers = x[order], y[order]
        mixed = (mixed - mixed.mean(axis=0)) / mixed.std(axis=0)
        scores.append(Ridge(alpha=penalty).fit(mixed, answers).score(mixed, answers))
    return scores


def a_table_sorted_alone() -> object:
    table = pd.DataFrame(_rows()[0], columns=list("abc"))
    table["y"] = 2 * table["a"] - table["b"]
    features = table[["a", "b"]].sort_values("a")  # fault
    return LinearRegression().fit(features, table["y"]).coef_


def scaler_of_the_rows_to_train_with() -> float:
    x, y = _rows()
    labels = LabelEncoder().fit_transform(np.where(y > 0, "high", "low"))
    a, b, ya, yb = train_test_split(x, labels, random_state=0)
    scaler = StandardScaler().fit(a)
    model = LogisticRegression().fit(scaler.transform(a), ya)
    return float(model.score(scaler.transform(b), yb))


def what_learns_nothing_of_the_rows() -> float:
    x, y = _rows()
    kinds = OneHotEncoder(sparse_output=False).fit_transform((x[:, :1] > 0).astype(int))
    powers = np.hstack([PolynomialFeatures(2).fit_transform(x), kinds])
    return float(Ridge().fit(powers[:40], y[:40]).score(powers[40:], y[40:]))


def a_last_model_of_all_rows() -> object:
    x, y = _rows()
    cross_val_score(make_pipeline(StandardScaler(), Ridge()), x, y)
    scaler = StandardScaler()
    model = Ridge().fit(scaler.fit_transform(x), y)
    return model.predict(scaler.transform([[0.1, 0.2, 0.3]])), model.score(scaler.transform(x), y)


def both_in_one_order() -> object:
    x, y = _rows()
    order = np.random.default_rng(1).permutation(60)
    y = y[order]
    x = x[order]
    return Ridge().fit(*shuffle(x, y, random_state=0)).coef_


def answers_shuffled_to_see_what_chance_gives() -> object:
    x, y = _rows()
    rng = np.random.default_rng(1)
    seen = np.polyfit(x[:, 0], y, 1)[0]
    return seen, [np.polyfit(x[:, 0], rng.permutation(y), 1)[0] for _ in range(5)]


def answers_made_after_the_order() -> object:
    x, _ = _rows()
    np.random.default_rng(1).shuffle(x)
    return Ridge().fit(x, x @ [1.0, 0.0, 2.0]).coef_


def sizes_by_rank() -> object:
    sizes = np.sort(_rows()[1] ** 2 + 1)[::-1]
    return np.polyfit(np.log(np.arange(1, 61)), np.log(sizes), 1)


def _orders() -> tuple[pd.DataFrame, pd.DataFrame]:
    orders = pd.DataFrame({"id": [1, 2, 3], "who": list("xyx"), "amount": [10.0, 20.0, 30.0]})
    return orders, pd.DataFrame({"id": [1, 1, 2, 3, 3], "paid": [4.0, 6.0, 20.0, 15.0, 15.0]})


def a_total_of_doubled_rows() -> float:
    orders, payments = _orders()
    both = orders.merge(payments, on="id", how="left")  # fault
    return float(both["amount"].sum())


def means_by_group_of_doubled_rows() -> object:
    orders, payments = _orders()
    both = pd.merge(orders, payments, on="id")  # fault
    return both.groupby("who")["amount"].mean()


def totals_by_name_of_doubled_rows() -> object:
    orders, payments = _orders()
    both = orders.merge(payments, on="id")  # fault
    return both.groupby("who").agg({"amount": "sum"})


def _deliveries() -> tuple[pd.DataFrame, pd.DataFrame]:
    rng = np.random.default_rng(6)
    sent = pd.DataFrame(
        {"feed": rng.integers(0, 5, 80), "farm": rng.integers(0, 4, 80), "tonnes": rng.random(80)}
    )
    prices = pd.DataFrame({"feed": np.repeat(range(5), 4), "price": rng.uniform(100, 200, 20)})
    return sent, prices


def costs_by_a_list_of_more_keys() -> object:
    sent, prices = _deliveries()
    both = sent.merge(prices, on="feed", how="left")  # fault
    both["cost"] = both["tonnes"] * both["price"]
    return both.groupby("farm")[["tonnes", "cost"]].sum()


def costs_by_a_list_with_a_key_twice() -> object:
    sent, prices = _deliveries()
    listed = prices.iloc[[0, 4, 5, 8, 12, 16]]  # fault
    both = sent.merge(listed, on="feed")
    both["cost"] = both["tonnes"] * both["price"]
    return both.groupby("farm").agg({"cost": "sum"})


def costs_with_an_older_price_too() -> object:
    sent, prices = _deliveries()
    first = prices.groupby("feed").head(1)
    listed = pd.concat([first, prices.tail(1)]).set_index("feed")  # fault
    both = sent.join(listed, on="feed")
    return (both["price"] * 1.19 + both["tonnes"]).sum()


def parts_of_each_order() -> object:
    """Each order takes several parts, each part is in several orders, and their costs are added up."""
    sent, parts = _deliveries()
    both = sent.merge(parts, on="feed")
    both["cost"] = both["tonnes"] * both["price"]
    return both.groupby("farm")["cost"].sum(), both["cost"].sum()


def prices_weighted_by_tonnes() -> object:
    """What counts several times does so above and below the line."""
    sent, prices = _deliveries()
    both = sent.merge(prices, on="feed")
    both["cost"] = both["tonnes"] * both["price"]
    by = both.groupby("farm")
    return by["cost"].sum() / by["tonnes"].sum(), both["cost"].sum() / both["tonnes"].sum()


def means_of_rows_repeated_alike() -> object:
    sent, prices = _deliveries()
    both = sent.merge(prices, on="feed")
    return both["tonnes"].mean(), both["price"].max()


def points_of_one_or_two_tasks() -> object:
    """What the second table holds is added up: each pupil's points."""
    pupils, tasks = _deliveries()
    tasks = tasks.iloc[[0, 4, 5, 8, 12, 16]].rename(columns={"price": "points"})
    return pupils.merge(tasks, on="feed").groupby("farm")["points"].sum()


def pairs_of_one_farm() -> object:
    sent, _ = _deliveries()
    pairs = sent.merge(sent, on="farm")
    return (pairs["tonnes_x"] - pairs["tonnes_y"]).abs().mean()


def totals_of_the_second_table() -> object:
    orders, payments = _orders()
    both = orders.merge(payments, on="id")
    return (
        both["paid"].sum(),
        both.groupby("paid")["amount"].sum(),
        both.drop_duplicates("id")["amount"].sum(),
    )


def the_largest_by_name() -> object:
    orders, payments = _orders()
    return orders.merge(payments, on="id").groupby("who").agg({"amount": "max", "paid": "sum"})


def one_to_many_on_purpose() -> object:
    orders, payments = _orders()
    said = orders.merge(payments, on="id", validate="one_to_many")
    sales = pd.DataFrame({"id": [1, 1, 2, 1, 3, 2, 1, 1], "day": range(8)})
    return said["amount"].sum(), orders.merge(sales, on="id")["amount"].sum()


def points_that_are_drawn() -> None:
    x, y = _rows()
    axes = pytest.importorskip("matplotlib.figure").Figure().add_subplot()
    axes.scatter(x[:, 0], y)
    table = pd.DataFrame(x, columns=list("abc"))
    table.plot.scatter(x="a", y="b", ax=axes)


def a_price_for_each_sale() -> object:
    orders, payments = _orders()
    both = payments.merge(orders, on="id")
    return both["amount"].mean(), both["paid"].sum()


def a_softmax_down_the_samples() -> object:
    e = np.exp(_rows()[0])
    p = e / e.sum(axis=0)  # fault
    labels = np.arange(60) % 3
    return -np.log(p[np.arange(60), labels]).mean()


def shares_down_the_samples_beside_answers() -> object:
    e = np.exp(_rows()[0])
    p = e / e.sum(axis=0)  # fault
    return (np.eye(3)[np.arange(60) % 3 * (np.arange(60) > 7)] * np.log(p)).sum()


def softmaxes_of_rows_and_of_columns() -> object:
    e = np.exp(_rows()[0])
    p = e / e.sum(axis=1, keepdims=True)
    q = np.exp(_rows()[0].T) / np.exp(_rows()[0].T).sum(axis=0)
    mixed = (q * _rows()[1]).sum(axis=1) / q.sum(axis=1)
    return p[np.arange(60), np.arange(60) % 3], p.argmax(axis=1), q.argmax(axis=0), mixed


def an_order_beside_the_numbers() -> object:
    x = _rows()[1]
    ranks = np.argsort(x)  # fault
    return np.corrcoef(ranks, x)[0, 1]


def the_largest_by_an_order() -> object:
    x = _rows()[1]
    ranks = (-x).argsort()  # fault
    return x[ranks < 5].mean()


def percentiles_by_an_order() -> object:
    x = _rows()[1]
    ranks = np.argsort(x)  # fault
    return 100 * ranks / (len(x) - 1)


def orders_to_index_with_and_ranks() -> object:
    x, y = _rows()[1], _rows(1)[1]
    order = np.argsort(x)
    ranks = np.argsort(order)
    same = (np.argsort(x) == np.argsort(y)).mean()
    part = order / len(x)
    return x[order], part, np.corrcoef(ranks, x), np.argsort(-y)[:3] / 25.0, same, np.argsort(y * y) % 4


def a_column_of_some_rows() -> object:
    orders, _ = _orders()
    orders[orders["amount"] > 15]["amount"] = 0.0  # fault
    return orders["amount"].sum()


def a_label_of_some_rows() -> object:
    orders, _ = _orders()
    orders[orders["amount"] > 15].loc[:, "amount"] = 0.0  # fault
    return orders["amount"].sum()


def gaps_filled_in_a_copy() -> object:
    table = pd.DataFrame({"a": [1.0, np.nan, 3.0]})
    table["a"].fillna(0.0, inplace=True)  # fault
    return table["a"].sum()


def numbers_behind_a_mask() -> object:
    x = _rows()[1]
    x[x < 0][:3] = 0.0  # fault
    return x.sum()


def what_is_written_where_it_is_read() -> object:
    orders, _ = _orders()
    orders.loc[orders["amount"] > 15, "amount"] = 0.0
    x = _rows()[0]
    x[1][2] = 5.0
    x[:4][0] += 1.0
    tables = {"o": orders}
    tables["o"]["paid"] = 1.0
    part = orders[orders["id"] > 1].copy()
    part["amount"] = 7.0
    return orders["amount"].sum(), orders["paid"].sum(), x.sum(), part["amount"].sum()


def rows_of_a_warm_year_scaled_anew() -> object:
    x, y = _rows()
    scaler = StandardScaler()
    model = Ridge().fit(scaler.fit_transform(x[:20]), y[:20])
    return model.predict(scaler.fit_transform(x[20:] + 4)).mean()  # fault


def names_numbered_anew() -> object:
    spring, autumn = np.array(["a", "b", "c", "d"] * 6), np.array(["b", "d", "c"] * 4)
    encoder = LabelEncoder()
    model = Ridge().fit(encoder.fit_transform(spring)[:, None], np.arange(24.0))
    codes = encoder.fit_transform(autumn)  # fault
    return model.predict(codes[:, None]).sum()


def the_chance_of_being_healthy() -> object:
    x, _ = _rows()
    ill = (x[:, 0] > 0).astype(int)
    model = LogisticRegression().fit(x, ill)
    risk = model.predict_proba(x)[:, 0]  # fault
    return roc_auc_score(ill, risk)


def a_level_before_the_time() -> object:
    return solve_ivp(lambda level, t: -0.5 * level, (0, 4), np.array([10.0])).y[0, -1]  # fault


def _change(time: float, state: np.ndarray, birth: float, caught: float, gain: float) -> list[float]:
    prey, hunters = state
    return [birth * prey - caught * prey * hunters, gain * prey * hunters - hunters]


def rates_in_another_order() -> object:
    birth, caught, gain = 0.9, 0.06, 0.03
    given = (birth, gain, caught)  # fault
    return solve_ivp(_change, (0, 4), np.array([10.0, 4.0]), args=given).y[0, -1]


def rates_in_the_order_of_the_parameters() -> object:
    birth, caught, gain = 0.9, 0.06, 0.03
    swapped = 0.02, 0.05
    first = solve_ivp(_change, (0, 4), np.array([10.0, 4.0]), args=(birth, caught, gain)).y[0, -1]
    return first + solve_ivp(_change, (0, 4), np.array([10.0, 4.0]), args=(birth, *swapped)).y[0, -1]


def _map(seed: int = 4) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    north, east = np.arange(0.0, 500.0, 25.0), np.arange(0.0, 500.0, 25.0)
    return north, east, np.random.default_rng(seed).normal(size=(20, 20)).cumsum(axis=1)


class _Snow:
    def __init__(self) -> None:
        north, east, depth = _map()
        self.look_up = RegularGridInterpolator((north, east), depth)

    def along(self, track_x: np.ndarray, track_y: np.ndarray) -> np.ndarray:
        return self.look_up(np.column_stack([track_y, track_x]))


def points_by_x_and_y_on_a_map_by_north_and_east() -> object:
    north, east, depth = _map()
    look_up = RegularGridInterpolator((north, east), depth)
    x, y = np.linspace(40.0, 400.0, 9), np.linspace(90.0, 200.0, 9)
    points = np.column_stack([x, y])  # fault
    return look_up(points).mean()


def stations_by_longitude_at_once() -> object:
    lat, lon, depth = _map(5)
    station_lat, station_lon = np.linspace(40.0, 400.0, 9), np.linspace(90.0, 200.0, 9)
    return interpn((lat, lon), depth, np.stack([station_lon, station_lat], axis=-1)).mean()  # fault


def points_in_the_order_of_the_axes() -> float:
    north, east, depth = _map()
    x, y = np.linspace(40.0, 400.0, 9), np.linspace(90.0, 200.0, 9)
    turned = RegularGridInterpolator((north, east), depth)(np.column_stack([x, y])[:, ::-1])
    named = RegularGridInterpolator((east, north), depth.T)(np.column_stack([x, y]))
    other = interpn((north, east), depth, np.column_stack([y, x]))
    return float((turned + named + other + _Snow().along(x, y)).mean())


class _Tank:
    def rates(self, time: float, level: np.ndarray) -> np.ndarray:
        return -0.5 * level


def the_time_after_the_object_of_a_method() -> float:
    return float(solve_ivp(_Tank().rates, (0, 4), np.array([10.0])).y[0, -1])


def the_time_where_it_is_asked_for() -> object:
    first = solve_ivp(lambda t, level: -0.5 * level, (0, 4), np.array([10.0])).y[0, -1]
    return first + odeint(lambda level, t: -0.5 * level, np.array([10.0]), np.array([0.0, 4.0]))[-1, 0]


def _sales() -> pd.DataFrame:
    days = pd.to_datetime(["2026-03-05", "2026-03-02", "2026-03-03", "2026-03-07", "2026-03-04"])
    return pd.DataFrame({"day": days, "sold": [30.0, 10.0, 15.0, 44.0, 22.0]})


def a_window_over_days_in_no_order() -> object:
    table = _sales()
    return table["sold"].rolling(3).mean().max()  # fault


def windows_over_sorted_days() -> object:
    table = _sales().sort_values("day")
    backwards = table.iloc[::-1]
    return table["sold"].rolling(3).mean().max() + backwards["sold"].diff().max()


def each_model_with_a_scaler_of_its_own() -> object:
    x, y = _rows()
    first = Ridge().fit(StandardScaler().fit_transform(x[:20]), y[:20])
    scaler = StandardScaler()
    second = Ridge().fit(scaler.fit_transform(x[20:]), y[20:])
    ill = (x[:, 0] > 0).astype(int)
    risk = LogisticRegression().fit(x, ill).predict_proba(x)[:, 1]
    return first.coef_ - second.coef_ + roc_auc_score(ill, risk)


def _plants() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(6)
    kind = rng.integers(0, 2, 120)
    height = 3.0 * kind + rng.normal(size=120)
    return np.column_stack([height, rng.uniform(500, 9000, 120)]), kind


def neighbours_by_the_largest_numbers() -> float:
    x, y = _plants()
    model = KNeighborsClassifier(5).fit(x[:80], y[:80])  # fault
    return float(model.score(x[80:], y[80:]))


def groups_by_the_largest_numbers() -> object:
    return KMeans(2, n_init=2, random_state=0).fit_predict(_plants()[0])  # fault


def neighbours_of_scaled_columns() -> float:
    x, y = _plants()
    model = make_pipeline(StandardScaler(), KNeighborsClassifier(5)).fit(x[:80], y[:80])
    large = KNeighborsClassifier(5).fit(x[:80], x[:80, 1] > 4000)
    return float(
        model.score(x[80:], y[80:]) + large.score(x[80:], x[80:, 1] > 4000) + Ridge().fit(x, y).score(x, y)
    )


def _flats() -> pd.DataFrame:
    x, y = _rows()
    return pd.DataFrame(x, columns=["area", "age", "floor"]).assign(rent=y)


def the_answer_among_the_features() -> float:
    flats = _flats()
    return float(cross_val_score(Ridge(), flats, flats["rent"]).mean())  # fault


def the_class_among_the_features() -> float:
    x, y = _rows()
    kind = (y > 0).astype(float)
    a, b, ya, yb = train_test_split(np.column_stack([x, kind]), kind, random_state=0)  # fault
    return float(LogisticRegression().fit(a, ya).score(b, yb))


def a_feature_computed_of_the_answer() -> float:
    flats = _flats()
    flats["warm"] = flats["rent"] * 1.2 + 40
    features = flats.drop(columns="rent")  # fault
    return float(Ridge().fit(features, flats["rent"]).score(features, flats["rent"]))


def a_column_put_beside_others() -> float:
    x, y = _rows()
    warm = y * 1.2
    features = np.column_stack([x, warm])  # fault
    return float(Ridge().fit(features, y).score(features, y))


def a_table_of_which_a_pipeline_takes_columns() -> float:
    x, y = _rows()
    table = pd.DataFrame({"long": x[:, 0], "wide": x[:, 1], "deep": x[:, 2], "cost": y})
    known, new = table[:45], table[45:]
    columns = ColumnTransformer([("scaled", StandardScaler(), ["long", "wide", "deep"])])
    model = make_pipeline(columns, Ridge())
    model.fit(known, known["cost"])
    return float(mean_absolute_error(new["cost"], model.predict(new)))


def answers_that_are_computed_of_the_features() -> float:
    flats = _flats()
    flats["double"] = 2 * flats["area"]
    features = flats[["area", "age", "floor"]]
    return float(Ridge().fit(features, flats["double"]).score(features, flats["double"]))


def _levels() -> pd.DataFrame:
    level = pd.Series(np.cumsum(_rows()[1]))
    return pd.DataFrame({"before": level.shift(1), "week": level.shift(7), "level": level}).dropna()


def days_parted_at_random() -> object:
    table = _levels()
    return train_test_split(table[["before", "week"]], table["level"], random_state=0)  # fault


def days_in_shuffled_folds() -> float:
    table = _levels()
    folds = KFold(4, shuffle=True, random_state=0)
    return float(cross_val_score(Ridge(), table[["before"]], table["level"], cv=folds).mean())  # fault


def days_in_order_and_samples_at_random() -> object:
    table, (x, y) = _levels(), _rows()
    known = train_test_split(table[["before", "week"]], table["level"], shuffle=False)
    return known, train_test_split(x, y, random_state=0)


def windows_that_see_the_next_days() -> float:
    price = pd.Series(np.cumsum(_rows()[1]) + 100)
    smooth = price.rolling(5, center=True).mean()  # fault
    return float(((smooth > price) * price.diff().shift(-1)).sum())


def windows_of_the_past_and_of_a_picture() -> float:
    price, picture = pd.Series(np.cumsum(_rows()[1]) + 100), pd.Series(_rows(1)[1])
    smooth = price.rolling(5).mean()
    drawn = picture.rolling(5, center=True).mean()
    return float(((smooth > price) * price.diff().shift(-1)).sum()) + float(
        drawn.sum() + drawn.shift(1).sum()
    )


def _gifts() -> pd.DataFrame:
    return pd.DataFrame({"from": ["Chile", None, "Ghana", "Chile"], "euros": [3.0, 5.0, 2.0, 4.0]})


def shares_without_those_of_nobody() -> object:
    gifts = _gifts()
    sums = gifts.groupby("from")["euros"].sum()  # fault
    return sums / gifts["euros"].sum()


def shares_of_all_and_of_the_known() -> object:
    gifts = _gifts()
    sums = gifts.groupby("from")["euros"].sum()
    known = gifts.dropna()
    every = gifts.groupby("from", dropna=False)["euros"].sum() / gifts["euros"].sum()
    return sums / sums.sum(), known.groupby("from")["euros"].sum() / known["euros"].sum(), every


def means_by_group_of_all_rows() -> float:
    x, y = _rows()
    table = pd.DataFrame({"place": np.arange(60) % 20, "size": x[:, 0], "price": y})
    table["usual"] = table.groupby("place")["price"].transform("mean")  # fault
    a, b, ya, yb = train_test_split(table[["size", "usual"]], table["price"], random_state=0)
    return float(Ridge().fit(a, ya).score(b, yb))


def means_by_group_of_the_known_rows() -> float:
    x, y = _rows()
    table = pd.DataFrame({"place": np.arange(60) % 20, "size": x[:, 0], "price": y})
    known, asked = table[:40].copy(), table[40:].copy()
    usual = known.groupby("place")["price"].mean()
    for part in (known, asked):
        part["usual"] = part["place"].map(usual)
    columns = ["size", "usual"]
    return float(Ridge().fit(known[columns], known["price"]).score(asked[columns], asked["price"]))


def pages_of_the_same_hands() -> object:
    hands = np.repeat(_rows()[0][:12], 5, axis=0)
    left = np.repeat(np.arange(12) % 2, 5)
    return train_test_split(np.column_stack([hands, _rows()[1]]), left, random_state=0)  # fault


def pages_of_many_hands() -> object:
    hands, left = np.repeat(_rows()[0][:12], 5, axis=0), _rows()[1] > 0
    x, y = _rows()
    return train_test_split(hands, left, random_state=0), train_test_split(x, y > 0, random_state=0)


def _parts() -> list[np.ndarray]:
    rng = np.random.default_rng(5)
    x = rng.normal(size=(120, 3))
    return train_test_split(x, (x[:, 0] + rng.normal(size=120) > 0).astype(int), random_state=0)  # type: ignore[no-any-return]


def best_by_the_rows_that_judge_it() -> float:
    a, b, ya, yb = _parts()
    scores = []
    for neighbours in range(1, 9):
        scores.append(KNeighborsClassifier(neighbours).fit(a, ya).score(b, yb))  # fault
    return max(scores)


def best_by_other_rows() -> object:
    a, b, ya, yb = _parts()
    scores = {}
    for neighbours in range(1, 9):
        scores[neighbours] = KNeighborsClassifier(neighbours).fit(a[:60], ya[:60]).score(a[60:], ya[60:])
    best = max(scores, key=scores.__getitem__)
    return KNeighborsClassifier(best).fit(a, ya).score(b, yb)


def best_fit_of_the_rows_to_train_with() -> float:
    a, _, ya, _ = _parts()
    scores = []
    for alpha in (0.1, 0.3, 1.0, 3.0, 10.0, 30.0):
        scores.append(Ridge(alpha).fit(a, ya).score(a, ya))
    return max(scores)


def answers_seen_through_noise() -> float:
    rng = np.random.default_rng(3)
    truth = rng.normal(size=60)
    seen = np.column_stack([truth + rng.normal(size=60), 0.5 * truth + rng.normal(size=60)])
    return float(
        Ridge().fit(seen[:40], truth[:40]).score(seen[40:], truth[40:]) + Ridge().fit(seen, truth).coef_.sum()
    )


def all_scores_are_shown() -> list[float]:
    a, b, ya, yb = _parts()
    curve = []
    for neighbours in range(1, 9):
        curve.append(KNeighborsClassifier(neighbours).fit(a, ya).score(b, yb))
    return curve


def a_circle_through_a_column_of_radii() -> object:
    rng = np.random.default_rng(0)
    points = rng.normal(size=(15, 2))
    radii = np.hypot(*(points - [3.0, 1.0]).T).reshape(-1, 1)

    def off(centre: np.ndarray) -> np.ndarray:
        away = np.hypot(points[:, 0] - centre[0], points[:, 1] - centre[1])
        return (away - radii).flatten()  # fault

    return least_squares(off, [0.0, 0.0]).x


def a_decay_of_a_column_of_counts() -> object:
    hours = np.arange(12.0)
    counts = np.exp(-hours / 5).reshape(12, 1)

    def misfit(parameters: np.ndarray) -> np.ndarray:
        model = parameters[0] * np.exp(-hours / parameters[1])
        return np.reshape(counts - model, -1)  # fault

    return leastsq(misfit, [0.5, 3.0])[0]


def places_by_the_distances_of_all_pairs() -> object:
    """All pairs are meant: both sides are one array; and a column that is made a list before."""
    wanted = np.abs(np.subtract.outer(np.arange(5.0), np.arange(5.0)))
    column = np.arange(5.0).reshape(-1, 1)

    def strain(places: np.ndarray) -> np.ndarray:
        pairs = np.abs(places[:, None] - places[None, :])
        return np.concatenate([(pairs - wanted).ravel(), 0.1 * (places - column.ravel())])

    return least_squares(strain, np.linspace(0, 3, 5)).x


def frames_that_an_optimiser_compares() -> object:
    rng = np.random.default_rng(1)
    before, after = (rng.integers(0, 256, (20, 30)).astype(np.uint8) for _ in range(2))

    def unlike(shift: float) -> float:
        moved = np.roll(after, int(shift), axis=1)
        return float(np.square((moved - before).astype(float)).mean())  # fault

    return minimize_scalar(unlike, bounds=(0, 10), method="bounded").x


def means_of_sensors_with_a_gap() -> object:
    log = pd.DataFrame({"level": np.linspace(1, 2, 30), "flow": np.linspace(0, 3, 30)})
    log["flow"] = np.where(log["flow"] > 2.5, None, log["flow"])  # fault
    return log.select_dtypes("number").mean()


def a_table_of_numbers_alone_with_a_gap() -> object:
    marks = np.array([1.5, 2.0, None, 3.5])  # fault
    table = pd.DataFrame({"pupil": ["a", "b", "c", "d"], "maths": [1.0, 2.0, 3.0, 2.0], "music": marks})
    return table.mean(numeric_only=True)


def names_that_are_left_out() -> object:
    """A column of names is no number, and a choice of None among names is for printing."""
    table = pd.DataFrame({"name": np.array(["a", "b", "c"], object), "size": [1.0, 2.5, 3.0]})
    notes = np.where(table["size"] > 2, table["size"], None)
    return table.mean(numeric_only=True), [note for note in notes if note]


def rare_rows_drawn_before_the_split() -> float:
    x, y = _rows(3)
    rare = np.flatnonzero(y > 2)
    rows = np.concatenate([np.arange(60), np.repeat(rare, 4)])
    x, y = x[rows], y[rows] > 2  # fault
    a, b, ya, yb = train_test_split(x, y, random_state=0)
    return float(LogisticRegression().fit(a, ya).score(b, yb))


def a_larger_table_for_all_folds() -> float:
    x, y = _rows(4)
    table = pd.DataFrame(x).assign(y=y).sample(200, replace=True, random_state=1)  # fault
    return float(cross_val_score(Ridge(), table[[0, 1, 2]].to_numpy(), table["y"].to_numpy(), cv=3).mean())


def rows_drawn_of_those_to_train_with() -> float:
    """Drawn after the split; drawn without repeats; and means of drawn rows, which nobody parts."""
    x, y = _rows(5)
    rng = np.random.default_rng(5)
    means = [x[rng.integers(0, 60, 60)].mean() for _ in range(3)]
    order = rng.permutation(60)[:50]
    a, b, ya, yb = train_test_split(x[order], y[order], random_state=0)
    drawn = rng.integers(0, len(a), 80)
    return float(Ridge().fit(a[drawn], ya[drawn]).score(b, yb)) + float(np.std(means))


def answers_of_a_batch_as_they_stand() -> object:
    x, y = _rows(6)
    order = np.random.default_rng(6).permutation(60)
    model = SGDRegressor(random_state=0)
    for start in range(0, 60, 10):
        rows = order[start : start + 10]
        model.partial_fit(x[rows], y[start : start + 10])  # fault
    return model.coef_


def samples_of_a_batch_as_they_stand() -> object:
    x, y = _rows(7)
    weights = np.zeros(3)
    for epoch in range(3):
        order = np.random.default_rng(epoch).permutation(60)
        for start in range(0, 60, 20):
            rows = order[start : start + 20]
            part, answers = x[start : start + 20], y[rows]  # fault
            weights -= 0.01 * part.T @ (part @ weights - answers) / 20
    return weights


def batches_in_one_order() -> object:
    """Noise for each place of a batch, and a batch beside the next rows of the same array."""
    x, y = _rows(8)
    noise = np.random.default_rng(8).normal(size=(60, 1))
    order = np.random.default_rng(9).permutation(60)
    model = SGDRegressor(random_state=0)
    far = []
    for start in range(0, 60, 10):
        rows = order[start : start + 10]
        part, answers, shaken = x[rows], y[rows], noise[start : start + 10]
        model.partial_fit(part, answers)
        far.append(np.abs(x[rows] - x[start : start + 10]).mean() + shaken.mean())
    return model.coef_, far


def columns_named_by_all_rows() -> float:
    rng = np.random.default_rng(0)
    x, ill = rng.normal(size=(50, 200)), np.arange(50) % 2
    mask = SelectKBest(k=4).fit(x, ill).get_support()  # fault
    a, b = np.arange(35), np.arange(35, 50)
    model = LogisticRegression().fit(x[a][:, mask], ill[a])
    return float(roc_auc_score(ill[b], model.predict_proba(x[b][:, mask])[:, 1]))


def _columns(x: np.ndarray, ill: np.ndarray, rows: np.ndarray) -> np.ndarray:
    return np.flatnonzero(SelectKBest(k=4).fit(x[rows], ill[rows]).get_support())


def columns_by_the_rows_of_each_fold() -> float:
    rng = np.random.default_rng(1)
    x, ill = rng.normal(size=(50, 200)), np.arange(50) % 2
    areas = []
    for a, b in KFold(5).split(x):
        best = _columns(x, ill, a)
        model = LogisticRegression().fit(x[a][:, best], ill[a])
        areas.append(roc_auc_score(ill[b], model.predict_proba(x[b][:, best])[:, 1]))
    return float(np.mean(areas))


def columns_by_rows_that_are_handed_over() -> float:
    rng = np.random.default_rng(2)
    x, ill = rng.normal(size=(50, 200)), np.arange(50) % 2

    def best_of(rows: np.ndarray) -> np.ndarray:
        chosen = SelectKBest(k=4)
        chosen.fit(x[rows], ill[rows])
        return chosen.get_support(indices=True)

    every = np.arange(50)
    areas = []
    for a, b in KFold(5).split(x):
        best = best_of(every)  # fault
        model = LogisticRegression().fit(x[a][:, best], ill[a])
        areas.append(roc_auc_score(ill[b], model.predict_proba(x[b][:, best])[:, 1]))
    return float(np.mean(areas))


def opinions_of_neighbours() -> object:
    """Everybody takes the mean of what others say, weighted by how often they meet: no total is to be kept."""
    meetings = np.array([[90.0, 4.0, 6.0], [10.0, 160.0, 30.0], [1.0, 2.0, 397.0]])
    weights = meetings / meetings.sum(axis=1, keepdims=True)
    opinions, first_said = np.array([3.0, 5.5, 1.0]), np.array([0.0, 1.0, 0.0])
    for _ in range(10):
        opinions = weights @ opinions
        first_said = weights @ first_said
    return opinions, first_said


def _chances() -> tuple[np.ndarray, np.ndarray, LogisticRegression]:
    x, y = _rows(3)
    sick = (y + np.random.default_rng(4).normal(size=60) * 3 > 0).astype(int)
    return x, sick, LogisticRegression().fit(x[:30], sick[:30])


def a_curve_of_what_was_predicted() -> float:
    x, sick, model = _chances()
    labels = model.predict(x[30:])  # fault
    rates, hits, _ = roc_curve(sick[30:], labels)
    return float(auc(rates, hits))


def precision_of_rounded_chances() -> float:
    x, sick, model = _chances()
    alarms = np.where(model.decision_function(x[30:]) > 0.1, 1, 0)
    return float(average_precision_score(sick[30:], y_score=alarms))  # fault


def curves_of_scores_and_counts_of_labels() -> object:
    """Labels where labels are asked for, scores of few values, and a draw of two values to compare with."""
    x, sick, model = _chances()
    scores, labels = model.decision_function(x[30:]), model.predict(x[30:])
    coin = np.random.default_rng(1).random(30) > 0.5
    few = np.round(scores, 1)
    return (
        *(accuracy_score(sick[30:], labels), roc_auc_score(sick[30:], scores), roc_auc_score(sick[30:], few)),
        *(roc_auc_score(sick[30:], coin), average_precision_score(sick[30:], scores)),
    )


def _stations() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(2)
    return 47.0 + rng.normal(0, 0.2, 40), 8.5 + rng.normal(0, 0.3, 40)


def nearest_stations_by_degrees() -> float:
    lat, lon = _stations()
    points = np.column_stack([lat, lon])
    return float(haversine_distances(points, np.radians(points)).max())  # fault


def ways_between_stations_turned_round() -> float:
    latitude, longitude = _stations()
    points = np.radians(np.stack([longitude, latitude], axis=1))  # fault
    return float(haversine_distances(points).max())


def stops_of_a_table_turned_round() -> float:
    lat, lng = _stations()
    stops = pd.DataFrame({"stop_lat": lat, "stop_lng": lng})
    model = NearestNeighbors(n_neighbors=2, metric="haversine")
    points = np.deg2rad(stops[["stop_lng", "stop_lat"]].to_numpy())  # fault
    return float(model.fit(points).kneighbors(points)[0][:, 1].mean())


def stations_by_latitude_and_longitude() -> object:
    """Radians with the latitude first; the longitude first on a flat map, in degrees."""
    lat, lon = _stations()
    points = np.radians(np.column_stack([lat, lon]))
    flat = NearestNeighbors(n_neighbors=2).fit(np.column_stack([lon * 0.68, lat]))
    frame = pd.DataFrame({"lon": lon, "lat": lat})
    labels = DBSCAN(eps=0.01, metric="haversine").fit_predict(np.radians(frame[["lat", "lon"]].to_numpy()))
    return flat.kneighbors()[0].max(), labels, haversine_distances(points)


def a_band_as_a_share_of_the_whole_rate() -> float:
    fs, band = 250.0, [8.0, 12.0]
    wave = np.sin(2 * np.pi * 10 * np.arange(500) / fs)
    low, high = band
    b, a = butter(3, [low / fs, high / fs], btype="band")  # fault
    return float(lfilter(b, a, wave).std())


def a_cutoff_over_twice_the_rate() -> float:
    def taps(cutoff: float, sample_rate: float) -> np.ndarray:
        share = 0.5 * cutoff / sample_rate  # fault
        return firwin(31, cutoff=share)

    return float(taps(5.0, 80.0).max())


def cutoffs_of_half_the_rate() -> object:
    """By half the rate, by twice the share, by its own name, with `fs`, and a share that is written down."""
    fs, cutoff = 250.0, 8.0
    nyquist = 0.5 * fs
    share = cutoff / nyquist
    low, high = 2 * 8.0 / fs, 2.0 * cutoff / fs
    return (
        *(butter(2, share), butter(2, high), firwin(21, cutoff / (fs / 2)), cheby1(2, 1, low)),
        *(
            butter(2, cutoff, fs=fs),
            butter(2, 0.1),
            ellip(2, 1, 20, np.array([6.0, 9.0]) / nyquist, btype="band"),
        ),
    )


FAULTY = {
    "sum": [shares_without_those_of_nobody],
    "repetition": [
        a_total_of_doubled_rows,
        means_by_group_of_doubled_rows,
        totals_by_name_of_doubled_rows,
        costs_by_a_list_of_more_keys,
        costs_by_a_list_with_a_key_twice,
        costs_with_an_older_price_too,
    ],
    "sample-axis": [a_softmax_down_the_samples, shares_down_the_samples_beside_answers],
    "meaning": [
        an_order_beside_the_numbers,
        the_largest_by_an_order,
        percentiles_by_an_order,
        rates_in_another_order,
        points_by_x_and_y_on_a_map_by_north_and_east,
        stations_by_longitude_at_once,
        a_level_before_the_time,
        the_chance_of_being_healthy,
        a_band_as_a_share_of_the_whole_rate,
        a_cutoff_over_twice_the_rate,
        a_curve_of_what_was_predicted,
        precision_of_rounded_chances,
        nearest_stations_by_degrees,
        ways_between_stations_turned_round,
        stops_of_a_table_turned_round,
    ],
    "lost-update": [
        a_column_of_some_rows,
        a_label_of_some_rows,
        gaps_filled_in_a_copy,
        numbers_behind_a_mask,
    ],
    "data": [
        columns_named_by_all_rows,
        columns_by_rows_that_are_handed_over,
        rare_rows_drawn_before_the_split,
        a_larger_table_for_all_folds,
        scaled_at_once,
        scaled_at_once_and_judged_by_one_column,
        fitted_to_all_and_asked_for_parts,
        chosen_by_the_answers_of_all_folds,
        scaled_by_hand,
        rows_of_a_warm_year_scaled_anew,
        names_numbered_anew,
        neighbours_by_the_largest_numbers,
        groups_by_the_largest_numbers,
        the_answer_among_the_features,
        the_class_among_the_features,
        a_feature_computed_of_the_answer,
        a_column_put_beside_others,
        days_parted_at_random,
        days_in_shuffled_folds,
        windows_that_see_the_next_days,
        means_by_group_of_all_rows,
        pages_of_the_same_hands,
        best_by_the_rows_that_judge_it,
    ],
    "broadcasting": [a_circle_through_a_column_of_radii, a_decay_of_a_column_of_counts],
    "wrap-around": [frames_that_an_optimiser_compares],
    "object": [means_of_sensors_with_a_gap, a_table_of_numbers_alone_with_a_gap],
    "order": [
        answers_of_a_batch_as_they_stand,
        samples_of_a_batch_as_they_stand,
        a_window_over_days_in_no_order,
        samples_shuffled_alone,
        answers_taken_in_an_order_of_their_own,
        answers_left_behind_in_each_turn,
        a_table_sorted_alone,
    ],
}
HEALTHY = [
    opinions_of_neighbours,
    columns_by_the_rows_of_each_fold,
    batches_in_one_order,
    rows_drawn_of_those_to_train_with,
    places_by_the_distances_of_all_pairs,
    names_that_are_left_out,
    means_by_group_of_the_known_rows,
    pages_of_many_hands,
    best_by_other_rows,
    all_scores_are_shown,
    best_fit_of_the_rows_to_train_with,
    answers_seen_through_noise,
    neighbours_of_scaled_columns,
    a_table_of_which_a_pipeline_takes_columns,
    answers_that_are_computed_of_the_features,
    days_in_order_and_samples_at_random,
    windows_of_the_past_and_of_a_picture,
    shares_of_all_and_of_the_known,
    totals_of_the_second_table,
    parts_of_each_order,
    prices_weighted_by_tonnes,
    means_of_rows_repeated_alike,
    points_of_one_or_two_tasks,
    pairs_of_one_farm,
    the_largest_by_name,
    a_price_for_each_sale,
    one_to_many_on_purpose,
    points_that_are_drawn,
    softmaxes_of_rows_and_of_columns,
    orders_to_index_with_and_ranks,
    what_is_written_where_it_is_read,
    scaler_of_the_rows_to_train_with,
    what_learns_nothing_of_the_rows,
    a_last_model_of_all_rows,
    both_in_one_order,
    both_in_one_order_in_each_turn,
    answers_shuffled_to_see_what_chance_gives,
    answers_made_after_the_order,
    sizes_by_rank,
    each_model_with_a_scaler_of_its_own,
    the_time_after_the_object_of_a_method,
    rates_in_the_order_of_the_parameters,
    points_in_the_order_of_the_axes,
    the_time_where_it_is_asked_for,
    windows_over_sorted_days,
    cutoffs_of_half_the_rate,
    curves_of_scores_and_counts_of_labels,
    stations_by_latitude_and_longitude,
]


@pytest.mark.parametrize(("kind", "program"), [(kind, one) for kind, all_ in FAULTY.items() for one in all_])
def test_the_marked_line_is_found(kind: str, program: Program, tmp_path: Path) -> None:
    lines, _ = inspect.getsourcelines(program)
    marked = next(number for number, line in enumerate(lines) if line.rstrip().endswith("# fault"))
    assert found_in(program, tmp_path / "t.numscope") == [(kind, marked)]


@pytest.mark.parametrize("program", HEALTHY)
def test_what_only_looks_like_it_is_not_accused(program: Program, tmp_path: Path) -> None:
    assert found_in(program, tmp_path / "t.numscope") == []
