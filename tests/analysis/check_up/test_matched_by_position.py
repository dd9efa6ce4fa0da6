"""Rows, columns and answers that are put beside what they do not belong to are found; those that fit are not."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from tests.analysis.check_up.recorded_functions import found_in

pd = pytest.importorskip("pandas", reason="pandas is not installed")
pytest.importorskip("sklearn", reason="scikit-learn is not installed")
sm = pytest.importorskip("statsmodels.api", reason="statsmodels is not installed")

from sklearn.ensemble import RandomForestRegressor
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.metrics import mean_absolute_error, r2_score
from sklearn.model_selection import KFold, StratifiedKFold, cross_val_score, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVR
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

Program = Callable[[], object]


def _runs() -> pd.DataFrame:
    rng = np.random.default_rng(8)
    return pd.DataFrame({"year": rng.integers(1990, 2020, 60), "points": rng.normal(50, 12, 60)})


def the_label_of_the_best_as_a_position() -> float:
    runs = _runs().sort_values("year")
    return runs.iloc[runs["points"].idxmax()]["points"]  # fault


def the_position_of_the_worst_as_a_label() -> float:
    runs = _runs().sort_values("year")
    worst = int(runs["points"].to_numpy().argmin())
    return runs.loc[worst, "points"] + runs.loc[worst]["points"]  # fault


def labels_and_positions_of_extremes() -> float:
    runs = _runs().sort_values("year")
    even = runs.reset_index(drop=True)
    best = (
        runs.loc[runs["points"].idxmax()]["points"]
        - runs.iloc[int(runs["points"].to_numpy().argmax())]["points"]
    )
    far = pd.Series(np.abs(runs["year"].to_numpy() - 2000.5)).idxmax()
    return best + even.iloc[even["points"].idxmax()]["points"] + runs.iloc[far]["points"]


def _part(seed: int) -> pd.DataFrame:
    return pd.DataFrame({"crop": np.random.default_rng(seed).normal(40, 6, 50)})


def the_worst_left_out_of_joined_tables() -> float:
    plots = pd.concat([_part(1), _part(2), _part(3)])  # fault
    return plots.drop(plots["crop"].nsmallest(10).index)["crop"].mean()


def rows_taken_by_a_list_of_numbers() -> float:
    plots = pd.concat([_part(1), _part(2)])  # fault
    return plots.loc[[3, 7, 11]]["crop"].sum()


def joined_tables_with_labels_that_say_something() -> float:
    plots = pd.concat([_part(1), _part(2)], ignore_index=True)
    years = pd.concat(
        [_part(1).set_index(pd.Index([2001, 2002] * 25)), _part(2).set_index(pd.Index([2001] * 50))]
    )
    both = pd.concat([_part(1), _part(2)])
    rest = (
        plots.drop(plots["crop"].nsmallest(10).index)["crop"].mean() + both[both["crop"] > 40]["crop"].mean()
    )
    return rest + both.loc[both["crop"] > 30]["crop"].sum() + years.loc[[2002]]["crop"].sum()


def places_of_a_sorted_table() -> float:
    runs = _runs()
    order = runs.sort_values("points", ascending=False)
    order["place"] = np.arange(1, 61)
    runs["place"] = order["place"].values  # fault
    return runs[runs["place"] <= 10]["points"].mean()


def running_sums_of_a_sorted_table() -> float:
    runs = _runs()
    by_year = runs.sort_values("year", kind="stable")
    by_year["so_far"] = by_year["points"].cumsum()
    runs["so_far"] = by_year["so_far"].to_numpy()  # fault
    return runs.groupby("year")["so_far"].max().sum()


def _pupils() -> tuple[pd.DataFrame, pd.DataFrame]:
    rng = np.random.default_rng(6)
    skill = rng.normal(0, 1, 90)
    first = pd.DataFrame({"pupil": np.arange(90), "maths": 50 + 10 * skill})
    second = pd.DataFrame({"pupil": np.arange(90), "physics": 50 + 9 * skill + rng.normal(0, 2, 90)})
    return first, second.sample(frac=1, random_state=1).reset_index(drop=True)


def marks_of_other_pupils() -> float:
    first, second = _pupils()
    return np.corrcoef(first["maths"].values, second["physics"].values)[0, 1]  # fault


def a_table_of_two_orders() -> float:
    first, second = _pupils()
    both = pd.DataFrame({"m": first["maths"].values, "p": second["physics"].values})  # fault
    return (both["m"] - both["p"]).abs().mean()


def marks_of_the_same_pupils_and_quantiles() -> float:
    first, second = _pupils()
    both = first.merge(second, on="pupil")
    ranks = np.corrcoef(both["maths"].values, both["physics"].values)[0, 1]
    lowest, others = first.sort_values("maths"), first.sort_values("pupil", ascending=False)
    low, high = lowest["maths"].to_numpy(), second.sort_values("physics")["physics"].to_numpy()
    again = pd.DataFrame({"maths": others["maths"].to_numpy(), "pupil": others["pupil"].to_numpy()})
    return ranks + np.corrcoef(low, high)[0, 1] + again["maths"].max()


def places_with_their_labels() -> float:
    runs = _runs()
    order = runs.sort_values("points", ascending=False)
    order["place"] = np.arange(1, 61)
    runs["place"] = order["place"]
    again = order.copy()
    again["place"] = order["place"].to_numpy()
    order["double"] = (order["points"] * 2).to_numpy()
    order["sorted"] = np.sort(order["points"].to_numpy())
    runs["late"] = (runs["year"] > 2000).to_numpy()
    return runs[runs["place"] <= 10]["points"].mean() + order["double"].max() + again["place"].max()


def _basket() -> pd.DataFrame:
    articles = np.array(["101", "102", "103"])[np.arange(90) % 3]
    return pd.DataFrame(
        {"article": articles, "no": np.arange(90), "pieces": np.arange(90) % 5, "weight": 1.5}
    )


def prices_by_numbers_of_articles_that_are_texts() -> float:
    basket = _basket()
    basket["price"] = basket["article"].map({101: 2.5, 102: 4.0, 103: 9.9})  # fault
    return (basket["price"] * basket["pieces"]).sum()


def numbers_among_texts() -> int:
    basket = _basket()
    return basket[basket["no"].isin(["3", "17", "40"])]["pieces"].sum()  # fault


def a_number_that_is_a_text() -> int:
    basket = _basket()
    return basket[basket["no"] == "17"]["pieces"].sum()  # fault


def all_but_nan() -> float:
    basket = _basket()
    basket.loc[::7, "weight"] = np.nan
    basket = basket[basket["weight"] != np.nan]  # fault
    return basket["pieces"].sum() / basket["weight"].sum()


def what_is_of_one_type_or_not_there() -> float:
    basket = _basket()
    some = basket[basket["no"].isin([3, 17, 400])]["pieces"].sum() + (basket["article"] == "107").sum()
    none = basket["no"].isin([500, 600]).sum() + (basket["no"] == 1000).sum()
    return some + none + basket["article"].map({"101": 2.5, "102": 4.0, "103": 9.9}).sum()


def _flowers() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(7)
    kind = np.repeat([0, 1, 2], 50)
    return rng.normal(size=(150, 4)) + kind[:, None], kind


def folds_of_sorted_kinds() -> float:
    x, kind = _flowers()
    folds = KFold(n_splits=3)  # fault
    return cross_val_score(LogisticRegression(), x, kind, cv=folds).mean()


def folds_of_sorted_prices() -> float:
    rng = np.random.default_rng(7)
    x = rng.normal(size=(120, 3))
    order = np.argsort(x[:, 0] + 0.5 * rng.normal(size=120))
    price = np.sort(x[:, 0] + 0.5 * rng.normal(size=120))
    return cross_val_score(Ridge(), x[order], price, cv=5).mean()  # fault


def _sorted_ages(seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    age = np.sort(rng.uniform(6, 14, 120))
    return age[:, None], 100 + 25 * np.sin((age - 6) * 0.75) + rng.normal(0, 4, 120)


def folds_of_sorted_ages() -> float:
    age, score = _sorted_ages(2)
    return cross_val_score(DecisionTreeRegressor(max_depth=4), age, score, cv=5).mean()  # fault


def folds_made_of_sorted_ages() -> float:
    age, score = _sorted_ages(3)
    folds = KFold(4)  # fault
    return cross_val_score(make_pipeline(StandardScaler(), SVR(C=100)), age, score, cv=folds).mean()


def folds_of_mixed_ages_and_of_times() -> float:
    age, score = _sorted_ages(2)
    model, mixed = DecisionTreeRegressor(max_depth=4), np.random.default_rng(1).permutation(120)
    day = np.arange(120.0)[:, None]
    line = LinearRegression()
    return (
        cross_val_score(model, age, score, cv=KFold(5, shuffle=True, random_state=0)).mean()
        + cross_val_score(model, age[mixed], score[mixed], cv=5).mean()
        + cross_val_score(model, day, score, cv=5).mean()
        + cross_val_score(
            line, age, 3 * age[:, 0] + np.random.default_rng(2).normal(0, 0.1, 120), cv=5
        ).mean()
    )


def a_test_of_the_last_kinds() -> float:
    x, kind = _flowers()
    a, b, ya, yb = train_test_split(x, kind, test_size=0.3, shuffle=False)  # fault
    return DecisionTreeClassifier(random_state=0).fit(a, ya).score(b, yb)


def the_first_kinds_to_learn_from() -> float:
    x, kind = _flowers()
    known, answers = x[:100], kind[:100]  # fault
    return DecisionTreeClassifier(random_state=0).fit(known, answers).score(x[100:], kind[100:])


def _streets() -> pd.DataFrame:
    rng = np.random.default_rng(3)
    street = rng.integers(0, 100, 300)
    return pd.DataFrame(
        {"street": street, "area": rng.normal(80, 10, 300), "price": rng.normal(300, 60, 300)}
    )


def mean_prices_of_all_rows_of_a_street() -> float:
    sales = _streets()
    sales["level"] = sales.groupby("street")["price"].transform("mean")  # fault
    known, new = train_test_split(sales, random_state=0)
    model = LinearRegression().fit(known[["level", "area"]], known["price"])
    return model.score(new[["level", "area"]], new["price"])


def mean_prices_of_known_rows_and_of_large_towns() -> float:
    sales = _streets()
    sales["town"] = sales["street"] % 3
    sales["of_town"] = sales.groupby("town")["price"].transform("mean")
    sales["size"] = sales.groupby("street")["area"].transform("mean")
    known, new = train_test_split(sales, random_state=0)
    level = known.groupby("street")["price"].mean()
    known, new = (one.assign(level=one["street"].map(level).fillna(300.0)) for one in (known, new))
    columns = ["level", "of_town", "size"]
    return LinearRegression().fit(known[columns], known["price"]).score(new[columns], new["price"])


def folds_that_are_mixed() -> float:
    x, kind = _flowers()
    year = np.arange(150.0)
    growth = 3 * year + np.random.default_rng(0).normal(0, 0.1, 150)
    scores = [
        cross_val_score(LogisticRegression(), x, kind, cv=KFold(3, shuffle=True, random_state=0)),
        cross_val_score(LogisticRegression(), x, kind, cv=StratifiedKFold(3)),
        cross_val_score(LogisticRegression(), x, kind, cv=3),
        cross_val_score(LinearRegression(), year[:, None], growth, cv=KFold(3)),
    ]
    return float(np.mean(scores[:3])) + scores[3].mean()


def _priced(seed: int, rows: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(rows, 3))
    return x, 200 + 30 * x[:, 0] + rng.normal(0, 5, rows)


def scaled_answers_and_unscaled_ones() -> float:
    (x, y), (new, true) = _priced(1, 200), _priced(2, 80)
    scaled = StandardScaler().fit_transform(y[:, None])[:, 0]
    return mean_absolute_error(true, Ridge().fit(x, scaled).predict(new))  # fault


def logarithms_and_prices() -> float:
    (x, y), (new, true) = _priced(1, 200), _priced(2, 80)
    model = RandomForestRegressor(10, random_state=0).fit(x, np.log1p(y))
    return r2_score(true, model.predict(new))  # fault


def differences_by_hand() -> float:
    (x, y), (new, true) = _priced(1, 200), _priced(2, 80)
    scaler = StandardScaler().fit(y[:, None])
    model = Ridge().fit(x, scaler.transform(y[:, None])[:, 0])
    return float(np.abs(true - model.predict(new)).mean())  # fault


def answers_scaled_back_and_poor_models() -> float:
    (x, y), (new, true) = _priced(1, 200), _priced(2, 80)
    scaler = StandardScaler().fit(y[:, None])
    predicted = Ridge().fit(x, scaler.transform(y[:, None])[:, 0]).predict(new)
    back = mean_absolute_error(true, scaler.inverse_transform(predicted[:, None])[:, 0])
    poor = Ridge(0.1).fit(StandardScaler().fit_transform(x), y).predict(new)
    return back + mean_absolute_error(true, poor) + float(np.abs(true - poor).mean())


def _towns(towns: list[str], rows: int) -> pd.DataFrame:
    rng = np.random.default_rng(rows)
    town = rng.choice(towns, rows)
    return pd.DataFrame({"town": town, "age": rng.integers(0, 9, rows), "rent": rng.normal(700, 90, rows)})


def columns_of_two_tables() -> float:
    known, new = _towns(["Aue", "Bonn", "Kiel"], 200), _towns(["Bonn", "Kiel", "Ulm"], 80)
    model = LinearRegression().fit(pd.get_dummies(known["town"]).to_numpy(float), known["rent"])
    asked = pd.get_dummies(new["town"]).to_numpy(float)  # fault
    return model.predict(asked).mean()


def columns_of_a_regression_in_another_order() -> float:
    rng = np.random.default_rng(3)
    table = pd.DataFrame({"wide": rng.normal(20, 3, 90), "tall": rng.normal(5, 1, 90), "one": 1.0})
    result = sm.OLS(3 * table["wide"] - table["tall"], table[["one", "wide", "tall"]]).fit()
    return result.predict(table[["one", "tall", "wide"]].head(9)).mean()  # fault


def kinds_numbered_table_by_table() -> float:
    known, new = _towns(["Aue", "Bonn", "Kiel", "Ulm"], 200), _towns(["Bonn", "Ulm"], 80)
    for table in (known, new):
        table["town"] = table["town"].astype("category").cat.codes  # fault
    model = DecisionTreeClassifier(max_depth=3).fit(known[["town", "age"]], known["rent"] > 700)
    return model.predict(new[["town", "age"]]).mean()


def the_same_columns() -> float:
    known, new = _towns(["Aue", "Bonn", "Kiel"], 200), _towns(["Bonn", "Kiel", "Ulm"], 80)
    seen = pd.get_dummies(known["town"])
    model = LinearRegression().fit(seen.to_numpy(float), known["rent"])
    asked = pd.get_dummies(new["town"]).reindex(columns=seen.columns, fill_value=0).to_numpy(float)
    kinds = pd.CategoricalDtype(["Aue", "Bonn", "Kiel", "Ulm"])
    for table in (known, new):
        table["town"] = table["town"].astype(kinds).cat.codes
    tree = DecisionTreeClassifier(max_depth=3).fit(known[["town", "age"]], known["rent"] > 700)
    return model.predict(asked).mean() + tree.predict(new[["town", "age"]]).mean()


FAULTY = {
    "position": [the_label_of_the_best_as_a_position, the_position_of_the_worst_as_a_label],
    "alignment": [the_worst_left_out_of_joined_tables, rows_taken_by_a_list_of_numbers],
    "order": [
        places_of_a_sorted_table,
        running_sums_of_a_sorted_table,
        marks_of_other_pupils,
        a_table_of_two_orders,
    ],
    "equality": [
        prices_by_numbers_of_articles_that_are_texts,
        numbers_among_texts,
        a_number_that_is_a_text,
        all_but_nan,
    ],
    "data": [
        folds_of_sorted_kinds,
        folds_of_sorted_prices,
        folds_of_sorted_ages,
        folds_made_of_sorted_ages,
        a_test_of_the_last_kinds,
        the_first_kinds_to_learn_from,
        mean_prices_of_all_rows_of_a_street,
        columns_of_two_tables,
        columns_of_a_regression_in_another_order,
        kinds_numbered_table_by_table,
    ],
    "meaning": [scaled_answers_and_unscaled_ones, logarithms_and_prices, differences_by_hand],
}
HEALTHY = [
    labels_and_positions_of_extremes,
    joined_tables_with_labels_that_say_something,
    places_with_their_labels,
    marks_of_the_same_pupils_and_quantiles,
    mean_prices_of_known_rows_and_of_large_towns,
    what_is_of_one_type_or_not_there,
    folds_that_are_mixed,
    folds_of_mixed_ages_and_of_times,
    answers_scaled_back_and_poor_models,
    the_same_columns,
]


@pytest.mark.parametrize(("kind", "program"), [(kind, one) for kind, all_ in FAULTY.items() for one in all_])
def test_the_marked_line_is_found(kind: str, program: Program, tmp_path: Path) -> None:
    lines, _ = inspect.getsourcelines(program)
    marked = next(number for number, line in enumerate(lines) if line.rstrip().endswith("# fault"))
    assert found_in(program, tmp_path / "t.numscope") == [(kind, marked)]


@pytest.mark.parametrize("program", HEALTHY)
def test_what_only_looks_like_it_is_not_accused(program: Program, tmp_path: Path) -> None:
    assert found_in(program, tmp_path / "t.numscope") == []
