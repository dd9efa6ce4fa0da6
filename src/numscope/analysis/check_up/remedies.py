"""What to do about each kind of finding, in the words of NumPy."""

from __future__ import annotations

import ast

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Call

WIDER = "compute in a wider type: `a.astype(np.int64)`, `dtype=np.int64`, or float"
WIDEST = (
    "compute in floating point: `a.astype(float)`; or exactly, in Python's own integers: `a.astype(object)`"
)
SIGNED = "make the operands signed and wider first: `a.astype(np.int32) - b`, or float"
WIDE_TARGET = "make the target wide before: `np.zeros(n, np.int64)`, or count with `np.bincount`"
FINITE = "fill or drop them first: `np.nan_to_num`, `a[np.isfinite(a)]`"
FLOATING_TARGET = (
    "make the target floating-point: `np.zeros(n)`, `a.astype(float)`; or round first, `np.rint`"
)
COMPLEX_TARGET = (
    "make the target complex, `np.zeros(n, complex)`, or say which part is meant: `a.real`, `np.abs(a)`"
)
UNMARKED = "take them out first: `a[a == mark] = np.nan` and `np.nanmean`, or a masked array"
WIDE_SUM = "add up in float64 and convert at the end: `np.zeros(n)`, `sum(dtype=np.float64)`"
FLOAT = (
    "say the type, `np.array(x, dtype=float)`: None becomes NaN; of mixed columns take the numeric ones first"
)
ADD_AT = "`np.add.at(a, index, x)`, or `np.bincount(index, weights=x, minlength=len(a))`"
MIRROR = (
    "make it symmetric where it is made, `(P + P.T) / 2`, or use `np.linalg.eig` if it is not meant to be"
)
BY_BOTH_POINTS = (
    "scale each pair by both points, `np.sqrt(l[:, None] * l[None, :])`, in a form that stays positive definite, as "
    "Gibbs' covariance"
)
LEAST_SQUARES = (
    "scale the columns, leave dependent ones out, or use `np.linalg.lstsq` or `np.linalg.pinv`; a regression needs "
    "neither the inverse nor `X.T @ X`"
)
RADIANS = "convert them first: `np.radians(angles)`, or `np.deg2rad`"
TRANSPOSE = "move the axes, `a.transpose(1, 2, 0)` or `np.moveaxis(a, 0, -1)`; in PyTorch `permute`"
WITH_TOLERANCE = "compare with a tolerance, `np.isclose(a, b)`, or count in whole numbers and divide last"
RANKS = "sort twice, `np.argsort(np.argsort(x))`, or `scipy.stats.rankdata(x)`; pandas has `rank()`"
FILL_FIRST = "start with `np.zeros` or `np.full`, or let the loop write the first and the last element, too"


# What holds the differences of an unsigned type.
_SIGNED_TYPES = {"uint8": "int16", "uint16": "int32", "uint32": "int64"}


def clip(low: int, high: int) -> str:
    """Return how numbers are kept within a type's range."""
    return f"limit them first, `np.clip(a, {low}, {high})`, or take a wider type"


def added_at(call: Call, node: ast.AugAssign) -> str:
    """Return the statement as NumPy's `ufunc.at`; empty where the index has slices, which are no arguments."""
    numpy = sources.module_name(call.text, "numpy")
    target = node.target
    if numpy is None or not call.full_name.startswith("numpy.") or not isinstance(target, ast.Subscript):
        return ""
    parts = target.slice.elts if isinstance(target.slice, ast.Tuple) else [target.slice]
    if any(isinstance(part, (ast.Slice, ast.Starred)) for part in parts):
        return ""
    index = ast.unparse(target.slice)
    index = f"({index})" if isinstance(target.slice, ast.Tuple) and not index.startswith("(") else index
    function = "add" if isinstance(node.op, ast.Add) else "subtract"
    new = f"{numpy}.{function}.at({ast.unparse(target.value)}, {index}, {ast.unparse(node.value)})"
    return sources.statement_with(call.text, node, new)


def signed_difference(call: Call, problem: str) -> str:
    """Return the line with the first operand of its one difference in a signed type that holds it; empty if unclear."""
    numpy = sources.module_name(call.text, "numpy")
    wider = next((new for old, new in _SIGNED_TYPES.items() if f" in {old} " in problem), None)
    node = sources.statement(call.text, call.line)
    differences = [
        one
        for one in ast.walk(node or ast.Pass())
        if isinstance(one, ast.BinOp) and isinstance(one.op, ast.Sub)
    ]
    if numpy is None or wider is None or len(differences) != 1:
        return ""
    left = differences[0].left
    text = ast.unparse(left)
    simple = isinstance(left, (ast.Name, ast.Attribute, ast.Subscript, ast.Call))
    return sources.line_with(call.text, left, f"{text if simple else f'({text})'}.astype({numpy}.{wider})")


SORTED = "sort both first: `order = np.argsort(x)`, then `x[order]`, `y[order]`"
PADDED = "`np.pad(a, (0, missing))` adds zeros, `a[: n * k].reshape(n, k)` drops the rest"
FRACTIONS = "`np.quantile(x, 0.95)` takes fractions, `np.percentile(x, 95)` percent"
CIRCULAR = (
    "with `a` in radians `np.rad2deg(np.arctan2(np.sin(a).mean(), np.cos(a).mean())) % 360`, or "
    "`scipy.stats.circmean`"
)
SHARES = "`(density * np.diff(edges)).sum()`, or counts by their sum"
SPACING = "`np.fft.rfftfreq(n, d=1 / rate)`"
OTYPES = "`np.vectorize(f, otypes=[float])`, or have the function return `2.0` in place of `2`"
ROWVAR = "`np.corrcoef(x, rowvar=False)`, or `np.corrcoef(x.T)`"
ROUNDED = "round first: `np.rint(x).astype(int)`"
PASSED_END = "`np.linspace(start, stop, n)`, or whole numbers times the step: `np.arange(n) * step`"
FENCE_POSTS = "`np.linspace(start, stop, n + 1)`, or `endpoint=False`; take the step from it: `t[1] - t[0]`"
ONE_EACH = "make one for each: `[np.zeros(3) for _ in range(4)]`, or an array `np.zeros((4, 3))`"
WHOLE_ARRAY = "compute with the whole array, `a = a * 2`, or write into it: `a[i] = ...`"
ASK_ANY = "`np.where(c.any(axis=1), c.argmax(axis=1), -1)`"
AS_BOOL = "make it a condition first: `~a.astype(bool)`, or `a == 0`"
TRANSFORM_ONLY = "`transform` in place of `fit_transform` for all rows but those that the model learns from"
ONLY_WHOLE_WINDOWS = (
    'take whole windows alone, `mode="valid"`, or repeat the ends first: `np.pad(x, k, mode="edge")`, '
    "`scipy.ndimage.uniform_filter1d`"
)
WEIGHTS_OF_ONE = "divide the weights by their sum: `weights / weights.sum()`"
HALF_THE_RATE = "`np.fft.rfftfreq(n, d=1 / rate)`: it ends at half the rate"
WHOLE_GROUPS = "keep each group on one side: `GroupShuffleSplit`, `GroupKFold`"
THIRD_PART = (
    "choose by cross-validation in the rows to train with, and judge the chosen one alone by the others"
)
STEP_GIVEN = "give it the points or their distance: `np.trapezoid(y, x)`, `np.gradient(y, x)`, `dx=...`"
DISTANCE_OF_AXIS = (
    "give each axis the distance of its own points: `np.gradient(f, dy, axis=0)`, `np.gradient(f, dy, dx)`"
)
SCALED_FIRST = "scale the columns first: `make_pipeline(StandardScaler(), model)`"
LEAVE_OUT = "leave this column out of the features"
IN_ORDER = "keep the order: `train_test_split(x, y, shuffle=False)`, `TimeSeriesSplit()`"
CONVERTED_ONCE = "convert once: where the numbers come in"
LARGEST_FIRST = "sort them first: `order = np.argsort(values)[::-1]`, `vectors[:, order[:k]]`"
GROUPS_TO_LEARN_FROM = (
    'take the means of the rows to learn from alone, `train.groupby(key)["y"].mean()`, and `map` them, or a '
    "`TargetEncoder`"
)
WITH_MISSING = "keep them as a group, `groupby(..., dropna=False)`, or divide by the sum of the groups"
BASE_TEN = "take `np.log10`"
PAST_ONLY = "take the past alone: `rolling(n)` without `center=True`"
DIFFERENT_START = "begin with different weights: leave the layer's own, or `nn.init.xavier_uniform_`"
SECOND_COLUMN = "`predict_proba(x)[:, 1]`"
HIGHEST_FIRST = "`np.polyval(fit, x)`, or reverse it: `fit[::-1]`"
TIME_FIRST = "`solve_ivp` calls `f(t, y)`, `odeint` `f(y, t)`, or `f(t, y)` with `tfirst=True`"
AXES_OF_THE_GRID = (
    "give the coordinates of each point in the order of the axes of the grid: (y, x) for (y, x)"
)
IN_THE_ORDER_TAKEN = (
    "give `args` in the order in which the function takes them, behind what the library gives it"
)
Y_FIRST = "`np.arctan2(y, x)`"
LARGEST_LAST = "take the last columns: `vectors[:, ::-1][:, :k]`"
ROWS_OF_SVD = "`u, s, vh = np.linalg.svd(x)`: `x @ vh[0]`, `x @ vh[:k].T`"
BY_TIME = '`df.sort_values("day")` first, or a sorted index: `df.set_index("day").sort_index()`'
SHORT_STEP = (
    "take a smaller step: below 2 / the largest eigenvalue of `A.T @ A`, `2 / np.linalg.norm(A, 2) ** 2`"
)
SMALL_ANGLES = (
    "take a form that is exact for small angles: `2 * np.arcsin(np.sqrt(h))` with the haversine `h`, or "
    "`np.arctan2` of sine and cosine"
)
LOG1P = "`np.log1p(x)` in place of `np.log(1 + x)`"
BY_NUMBER = 'sort by number, `key=lambda path: int(re.search("[0-9]+", path.stem)[0])`, or write 01, 02 into the names'
INHERITED_TYPE = "say which type it has: `np.zeros_like(a, dtype=float)`"
BY_AREA = "weigh by the cosine of the latitude: `a.weighted(np.cos(np.deg2rad(a.lat))).mean(...)`"
SCALE_OF_LOGARITHMS = (
    "give the mean of the logarithms as `scale=np.exp(mu)`: `lognorm(sigma, scale=np.exp(mu))`"
)
COMPOUND = (
    "multiply: `(1 + changes).prod() - 1`, `(1 + changes).cumprod() - 1`; or add up `np.log1p(changes)`"
)
COLUMNS_IN_ORDER = "take the columns: `vectors[:, order]`"
SCORES_NOT_LABELS = "give it the scores: `predict_proba(x)[:, 1]`, or `decision_function(x)`"
LATITUDE_FIRST = '`np.radians(df[["lat", "lon"]])`: the latitude is the first column'
SHARE_OF_HALF_THE_RATE = (
    "give the rate, `butter(n, cutoff, fs=rate)`, or divide by half of it: `cutoff / (rate / 2)`"
)
BY_SERIES = (
    'by series: `df.groupby("meter")["reading"].diff()`, so that no row has one of another series before it'
)
STANDARD_DEVIATION = "give the standard deviation, its root: `rng.normal(0, np.sqrt(variance))`"
UNSHIFTED = (
    "take frequencies in the same order, `np.fft.fftfreq(n, dt)`, or a spectrum in theirs, `np.fft.fftshift`"
)
SHUFFLED = "shuffle: `DataLoader(..., shuffle=True)`, or `torch.randperm(n)` for each epoch"
SCALE_OF_RATES = "give the mean as `scale=1 / rate`: `expon.sf(t, scale=1 / rate)`"
WITH_A_CONSTANT = "add one: `sm.add_constant(x)`, or a formula, `y ~ x`, which has one"
WITHOUT_A_PENALTY = (
    "fit without one: `LogisticRegression(C=np.inf)`, `penalty=None` before scikit-learn 1.8, or `sm.Logit`"
)
INTERCEPT_OF_A_MEAN = "take `mean * (1 - memory)` for the intercept, or `result.forecast(steps)`"
POWER_ITSELF = "write `I(x**2)`, or `np.power(x, 2)`, in the formula"
ONE_OVER_VARIANCE = "give one over the variance, `weights=1 / sigma**2`"
TRUTH_FIRST = "give the truth first: `r2_score(y_test, model.predict(x_test))`"
SAME_NAMES = (
    "call them alike first: `np.where(found == -1, 1, 0)` of outliers; of clusters take a measure that does not look "
    "at the names, `adjusted_rand_score`"
)
BY_THE_INDEX = '`interpolate(method="time")`, or `method="index"`'
SAME_LABELS = (
    'give both the same labels first, `b.assign_coords(x=a.x)`, or `b.reindex_like(a, method="nearest", tolerance=...)`'
    '; `xr.set_options(arithmetic_join="exact")` raises; between neighbours `a.diff("x")`'
)
WITHIN_THE_LABELS = (
    "bring what is asked for into their range, `lon % 360`, or say how far is too far: `tolerance=...`"
)
IN_THEIR_ORDER = (
    'give the ends in the order of the labels, `slice(50, 40)`, or sort them first: `a.sortby("lat")`'
)
SAY_THE_UNIT = 'say the unit: `pd.to_datetime(x, unit="s")`'
LABEL_OR_POSITION = "`loc` takes labels, `x.idxmax()`, and `iloc` positions, `x.argmax()`"
NEW_LABELS = "give the rows new labels: `pd.concat(tables, ignore_index=True)`"
KEEP_THE_LABELS = "keep the labels, which put each number into its row: without `.values`, `.to_numpy()`"
SAME_TYPE = "bring both to one type, `astype(int)`, `astype(str)`; missing values `isna()` finds"
SHUFFLED_FOLDS = "mix the rows first: `KFold(5, shuffle=True)`, or `StratifiedKFold`, with all in each"
SCALED_BACK = (
    "bring the predictions back: `scaler.inverse_transform`, `np.expm1`, or `TransformedTargetRegressor`"
)
SAME_COLUMNS = (
    "take the same columns: `new.reindex(columns=known.columns, fill_value=0)`; for texts one encoder, or "
    "`pd.CategoricalDtype(kinds)`"
)
ASK_ISNAN = "ask `np.isnan(x)`, or `~np.isnan(x)` for the others"
IN_BRACKETS = "put each comparison in brackets: `a & (b > 10)`"
COUNT_TRUE = "count with `np.count_nonzero(c)`, or take the places of one axis: `len(np.where(c)[0])`"
ELEMENT_BY_ELEMENT = "compare element by element: `np.maximum(x, 0)`, `np.minimum(x, 0)`"
TWO_AT_A_TIME = "join two at a time: `a & b & c`, or all at once: `np.logical_and.reduce([a, b, c])`"
AS_A_MATRIX = "`np.linalg.matrix_power(P, n)` for powers, `scipy.linalg.expm(Q)` for the exponential of rates"
OUTER = "`np.outer(v, v)`, or columns: `v[:, None] @ v[None, :]`"
LOWER_FACTOR = (
    "`np.linalg.cholesky(A) @ z` for columns, `z @ np.linalg.cholesky(A).T` for rows; in SciPy `lower=True`"
)
ONE_COLUMN = "take columns: `vectors[:, k]`, `for value, vector in zip(values, vectors.T)`"
MEAN_AWAY = (
    "take the mean away first, `np.fft.rfft(x - x.mean())`, or leave out the first: `1 + np.argmax(size[1:])`"
)
HOW_MANY = "say how many: `np.fft.irfft(spectrum, n=len(x))`"
SAME_UNIT = "give both in one unit, or say what is beyond: `np.interp(x, xp, fp, left=np.nan, right=np.nan)`"
UNWRAPPED = "`np.unwrap(np.angle(z))` before differences are taken"
BOTH_SIGNS = "`np.arctan2(y, x)`"
FROM_THE_MIDDLE = (
    "subtract it: `np.argmax(c) - (len(b) - 1)`, or `scipy.signal.correlation_lags(len(a), len(b))`"
)
CONVERTED = "`fit.convert().coef`, or ask the fit itself: `fit(x)`"
SECOND_NEAREST = (
    "ask for two and take the second: `tree.query(points, k=2)[0][:, 1]`; or `np.fill_diagonal(d, np.inf)`"
)
FLOATING_PICTURE = "make it floating-point first: `image.astype(float)`"
NEAR_START = (
    "give a start near the answer, `p0=[...]`, with a frequency or time taken from the data, "
    "and look at the curve"
)
IN_LARGE_STEPS = (
    "minimise what has no steps, without `round`, `int` and float32, or use a search without slopes: "
    '`method="Nelder-Mead"`, '
    "`differential_evolution`"
)
WIDER_LIMITS = "widen the limit, or say that the value lies beyond"
ABSOLUTE_ERRORS = "`curve_fit(..., sigma=errors, absolute_sigma=True)`"
NOT_SQUARED = "give it the differences themselves: `return model - data`"
WITHOUT_POLES = (
    "search what has no pole, as `k * sin(k) - h * cos(k)` for `tan(k) = h / k`, and look at "
    "the value at the root"
)
ALL_OF_A_FIT = (
    "hand on all of them in their order: `law(*law.fit(x))`, or by name: `law(a, loc=loc, scale=scale)`"
)
WITHOUT_A_SHIFT = "hold it at 0, `law.fit(x, floc=0)`, or hand it on: `law(shape, loc=loc, scale=scale)`"
ANGULAR_FREQUENCIES = "`lombscargle(t, y, 2 * np.pi * frequencies)`"
POWERS_BY_WIDTH = (
    'take `scaling="density"`, and multiply by the width of a bin: `(power * frequencies[1]).sum()`'
)
BY_ONE_LESS = "`np.std(x, ddof=1)`"
STANDARDISED = (
    "give the mean and the deviation: `norm.cdf(x, m, s)`; or take `(x - x.mean()) / x.std(ddof=1)`"
)
ONE_VARIABLE = "`solve_ivp(...).y[k]` is variable k at all times, of `odeint` it is `[:, k]`"
LESS_SMOOTH = (
    "say how smooth: `s=0` goes through all points, `s=len(x) * noise**2` smooths noise of that deviation"
)
ROWS_OF_X = '`np.meshgrid(x, y, indexing="ij")`, or give the values transposed: `values.T`'
FIRST_AXIS_Y = "`by_y, by_x = np.gradient(z, dy, dx)`"
MAXIMISED = "`linear_sum_assignment(likeness, maximize=True)`"
NORM_OF_ROWS = "take the norm of each row: `x / np.linalg.norm(x, axis=1, keepdims=True)`"
AROUND_THE_PEAK = "name its place, `quad(f, a, b, points=[c - w, c, c + w])`, or integrate around it alone"
NO_ACTIVATION = "end with the layer itself, without an activation, or bring the answers into its range"
ACTIVATION_BETWEEN = "put an activation between them: `nn.ReLU()`, `torch.tanh`"
LAYERS_OF_THEIR_OWN = "make one for each: `[nn.Linear(8, 8) for _ in range(4)]`"
INTO_THE_LOOP = "move `loss.backward()` and `optimizer.step()` into the loop over the batches"
PLACE_OF_LARGEST = "`scores.argmax(1)`, or the second result: `_, found = torch.max(scores, 1)`"
REPEATED_ALIKE = (
    "repeat both in one way: `repeat(k, 1)` for both, or `repeat_interleave(k, 0)` for "
    "both; `np.tile`, `np.repeat`"
)
NAMES_OF_THE_MODEL = (
    "load with `strict=True`, or look at `missing_keys` of the result; take away what stands before each name: "
    '`name.removeprefix("module.")`'
)
TRUE_HIDES = "`key_padding_mask=tokens == 0`: true is what is not looked at"
LAST_STEP = "`out[:, -1]` with the batch first, else `out[-1]`"
GIVE_THE_RATE = "give the rate: `welch(x, fs=rate)`"
SUM_OF_SOME = "`sum(min_count=1)` leaves a sum of nothing missing"
ONE_NAME = (
    'call the axis alike first, `b.rename({"t": "time"})`; of months `a.groupby("time.month") - normal`'
)
WITH_THE_LOWEST = "`pd.cut(x, edges, include_lowest=True)`, or a first edge below the smallest value"
SUM_IN_CELLS = 'say what is meant: `pivot_table(..., aggfunc="sum")`'
DAY_FIRST = 'say how they are written: `pd.to_datetime(x, dayfirst=True)`, or `format="%d/%m/%Y"`'
GREATER_IS_BETTER = (
    '`make_scorer(loss, greater_is_better=False)`, or `scoring="neg_mean_squared_error"`: the largest is best'
)
BY_THEIR_COUNT = (
    "`x.mean()` leaves missing values out of both, or divide by `x.count()`, `np.isfinite(x).sum()`"
)
SHUFFLED_BY_ROWS = (
    "shuffle by NumPy, `np.random.default_rng(0).shuffle(rows)`, or take `rows[rng.permutation(len(rows))]`"
)
BY_COLUMN = "scale each column: `(x - x.mean(axis=0)) / x.std(axis=0)`"
SIGMOID_FIRST = "compare with 0, or take chances first: `torch.sigmoid(logits) > 0.5`"
WITHIN_THE_POINTS = (
    "ask within the points alone, or make what lies beyond NaN: `CubicSpline(x, y, extrapolate=False)`"
)
COLUMN_OF_ONES = "add one: `np.column_stack([np.ones(len(x)), x])`"
WITHOUT_PI = "`np.sinc(x / np.pi)` is `sin(x) / x`"
WEIGHED_ALONG = (
    'take the mean along both at once, `a.weighted(w).mean(("lon", "lat"))`, or weigh the later one'
)
FROM_THE_FIRST_MONTH = (
    'count from the start: `resample("YS-SEP")`, `"YS"`, `"QS"`; or number the periods and group by them'
)
SHARE_OF_SUMS = (
    'divide the sums: `sums["registrations"] / sums["clicks"]`, or weigh: `np.average(rate, weights=clicks)`'
)
