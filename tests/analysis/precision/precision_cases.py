"""Formulas that textbooks warn of, and harmless ones that look like them.

Each function is one case. The name of a harmless one says what it could be mistaken for.
"""

from __future__ import annotations

from typing import Any

import numpy as np

SMALL = np.array([3e-11, 7e-11, 1e-10, 2e-10])


def of_ten_million() -> Any:
    return np.random.default_rng(0).normal(size=(1000, 1)) + 1e7


# ---- known to lose digits: what it has to be called ----


def exp_minus_one() -> str:
    np.exp(SMALL) - 1
    return "exp(x) - 1"


def log_of_one_plus() -> str:
    np.log(1 + SMALL)
    return "log(1 + x)"


def one_minus_cosine() -> str:
    1 - np.cos(np.array([1e-5, 2e-5]))
    return "1 - cos(x)"


def difference_of_roots() -> str:
    x = np.array([1e12, 3e12])
    np.sqrt(x + 1) - np.sqrt(x)
    return "sqrt(a) - sqrt(b)"


def naive_variance() -> str:
    x = of_ten_million()
    (x**2).mean(axis=0) - x.mean(axis=0) ** 2
    return "naive variance"


def naive_variance_by_sums() -> str:
    x = of_ten_million()
    (x * x).sum(axis=0) / 1000 - (x.sum(axis=0) / 1000) ** 2
    return "naive variance"


def difference_of_squares() -> str:
    x = np.array([1e8 + 0.1, 2e8 + 0.3])
    np.square(x + 0.7) - np.square(x + 0.7000001)
    return "a**2 - b**2"


def root_of_a_quadratic() -> str:
    b, c = np.array([1e7, 3e7]), np.array([1.0, 1.0])
    np.sqrt(b * b - 4 * c) - b
    return "b - sqrt(d)"


def difference_of_reciprocals() -> str:
    x = np.array([1e9, 3e9])
    1 / x - 1 / (x + 1)
    return "1/a - 1/b"


def difference_of_logarithms() -> str:
    x = np.array([1e9, 3e9])
    np.log(x + 1) - np.log(x)
    return "log(a) - log(b)"


def difference_of_sines() -> str:
    x = np.array([1.0, 2.0])
    np.sin(x + 1e-10) - np.sin(x)
    return "sin(a) - sin(b)"


def hyperbolic_sine_by_hand() -> str:
    x = np.array([1e-9, 3e-9])
    (np.exp(x) - np.exp(-x)) / 2
    return "exp(a) - exp(b)"


def complement_of_tanh() -> str:
    1 - np.tanh(np.array([15.0, 16.0]))
    return "1 - f(x)"


def softmax() -> str:
    x = np.array([800.0, 801.0])
    np.exp(x) / np.exp(x).sum()
    return "softmax without the shift"


def log_of_summed_exponentials() -> str:
    np.log(np.exp(np.array([[800.0, 801.0]])).sum(axis=1))
    return "log-sum-exp without the shift"


def hypotenuse() -> str:
    x, y = np.array([3e200]), np.array([4e200])
    np.sqrt(x**2 + y**2)
    return "sqrt(x**2 + y**2)"


def norm_by_hand() -> str:
    x = np.array([[3e200, 4e200, 1e199]])
    np.sqrt((x * x).sum(axis=1))
    return "norm"


def log_of_a_product() -> str:
    np.log(np.prod(np.full((1, 400), 0.1), axis=1))
    return "log of a product"


def long_sum_in_single_precision() -> str:
    np.full((1_000_000, 2), 0.1, np.float32).sum(axis=0)
    return "long sum"


def time_by_adding_steps() -> str:
    time, step = np.zeros(1, np.float32), np.full(1, 0.1, np.float32)
    for _ in range(15_000):
        time = time + step
    return "sum in a loop"


def cancellation_that_a_result_is_made_of() -> str:
    """The sum of what lost its digits has lost them too."""
    x = np.array([1e5 + 1 / 3, 1e5 + 2 / 3])
    differences = np.sqrt(x * x + 1) - np.sqrt(x * x)
    np.sum(differences, keepdims=True)
    return "sqrt(a) - sqrt(b)"


def half_of_a_wide_range() -> str:
    """Beside the largest element the others are nothing, and yet each is a number of its own."""
    np.exp(np.logspace(-14, 0, 40)) - 1
    return "exp(x) - 1"


def sum_of_which_nothing_is_left() -> str:
    """The lower bits of what is small are gone before the large terms cancel: 0.001 in place of 3.003."""
    np.array([1e8, 1, -1e8, 1e-3] * 3, np.float32).sum(keepdims=True)
    return "sum that cancels"


def mean_that_becomes_zero() -> str:
    np.array([1e8, 1, -1e8, 1e-3] * 300, np.float32).mean(keepdims=True)
    return "sum that cancels"


def product_whose_terms_cancel() -> str:
    np.array([[1e8, 1, -1e8] * 20], np.float32) @ np.array([[3], [1], [3]] * 20, np.float32)
    return "sum that cancels"


TEXTBOOK = (
    *(
        exp_minus_one,
        log_of_one_plus,
        one_minus_cosine,
        difference_of_roots,
        naive_variance,
        naive_variance_by_sums,
    ),
    *(difference_of_squares, root_of_a_quadratic, difference_of_reciprocals, difference_of_logarithms),
    *(difference_of_sines, hyperbolic_sine_by_hand, complement_of_tanh, softmax, log_of_summed_exponentials),
    *(hypotenuse, norm_by_hand, log_of_a_product, long_sum_in_single_precision, time_by_adding_steps),
    *(cancellation_that_a_result_is_made_of, half_of_a_wide_range),
    *(sum_of_which_nothing_is_left, mean_that_becomes_zero, product_whose_terms_cancel),
)


# ---- harmless ----


def expm1_itself() -> None:
    np.expm1(SMALL)


def log1p_itself() -> None:
    np.log1p(SMALL)


def exp_minus_one_of_large() -> None:
    np.exp(np.linspace(0.5, 30, 50)) - 1


def one_minus_cosine_of_large() -> None:
    1 - np.cos(np.linspace(0.5, 3, 50))


def half_angle() -> None:
    2 * np.sin(np.array([1e-5, 2e-5]) / 2) ** 2


def difference_of_exact_data() -> None:
    np.array([1e8 + 1, 1e8 + 3]) - 1e8


def difference_of_whole_numbers() -> None:
    np.diff(np.array([1e15, 1e15 + 1, 1e15 + 2]))


def two_pass_variance() -> None:
    x = of_ten_million()
    ((x - x.mean(axis=0)) ** 2).mean(axis=0)


def library_variance() -> None:
    of_ten_million().var(axis=0)


def standardised() -> None:
    x = np.random.default_rng(1).normal(size=(500, 3))
    (x - x.mean(axis=0)) / x.std(axis=0)


def shifted_softmax() -> None:
    x = np.array([800.0, 801.0, 0.0])
    e = np.exp(x - x.max())
    e / e.sum()


def shifted_log_of_summed_exponentials() -> None:
    x = np.array([[800.0, 801.0]])
    np.log(np.exp(x - x.max(axis=1, keepdims=True)).sum(axis=1))


def hypot_itself() -> None:
    np.hypot(np.array([3e200]), np.array([4e200]))


def underflow_to_nothing() -> None:
    np.exp(-np.array([1e3, 1e4])) + 1


def pairwise_sum_in_single_precision() -> None:
    np.full(1_000_000, 0.1, np.float32).sum()


def long_sum_in_double_precision() -> None:
    np.full((1_000_000, 2), 0.1, np.float32).sum(axis=0, dtype=np.float64)


def residual_that_is_only_compared() -> None:
    a = np.random.default_rng(2).normal(size=(20, 20)) + 20 * np.eye(20)
    b = np.ones(20)
    x = np.linalg.solve(a, b)
    np.abs(a @ x - b).max(keepdims=True) < 1e-9  # noqa: B015


def last_step_of_an_iteration() -> None:
    x = np.array([1.0, 3.0])
    for _ in range(6):
        new = x - (x * x - 2) / (2 * x)
        np.abs(new - x).max(keepdims=True) < 1e-12  # noqa: B015
        x = new


def difference_that_is_zero() -> None:
    x = np.array([0.1, 0.7])
    x * 3 - 3 * x
    (x / 3) * 3 - x


def waves_and_polynomials() -> None:
    t = np.linspace(0, 10, 300)
    y = np.sin(t) + 0.3 * np.cos(3 * t)
    np.fft.irfft(np.fft.rfft(y))
    np.polyval([1.0, -2.0, 0.5], t)
    np.cumsum(y)
    y @ y


def sampled_tone() -> None:
    time = np.arange(800) / 800
    tone = np.sin(2 * np.pi * 44 * time)
    np.fft.rfft(tone)
    np.mean(tone, keepdims=True)


def gradient_of_what_converges() -> None:
    a, b = np.array([[3.0, 1.0], [1.0, 2.0]]), np.array([1.0, 0.3])
    x = np.zeros(2)
    for _ in range(60):
        slope = a @ x - b
        x = x - 0.3 * slope


def steps_in_memory() -> None:
    np.lib.stride_tricks.as_strided(np.arange(6.0), (3, 3), (8, 8)) + 1


def overflow_of_what_is_nothing_any_more() -> None:
    np.exp(-np.array([800.0, 900.0])) * 2


def inverse_that_is_checked_by_a_number() -> None:
    """What a product is off the identity is compared, as a NumPy scalar, with a bound."""
    matrix = (
        np.diag(np.arange(95.0, 35.0, -10.0)) - np.diag(np.full(5, 20.0), 1) - np.diag(np.full(5, 20.0), -1)
    )
    error = np.abs(np.linalg.inv(matrix) @ matrix - np.eye(6)).max()
    assert error < 1e-12


def part_that_was_taken_away() -> None:
    """Where nothing was taken away, a transform and its inverse give back the same numbers, or nearly."""
    time = np.arange(4096) / 4096
    sound = np.sin(2 * np.pi * 440 * time) + 1e-3 * np.sin(2 * np.pi * 50 * time)
    spectrum = np.fft.rfft(sound)
    clean = np.fft.irfft(np.where(np.arange(spectrum.size) < 100, 0.0, spectrum), n=sound.size)
    np.abs(sound - clean).max()


def data_that_was_centred_before() -> None:
    """What they sum up to says how they were rounded, and nothing else."""
    text = np.random.default_rng(5).normal(size=400)
    np.array((text - text.mean()).tolist()).sum(keepdims=True)
    np.array((text - text.mean()).tolist(), np.float32).mean(keepdims=True)


HARMLESS = (
    *(data_that_was_centred_before,),
    *(expm1_itself, log1p_itself, exp_minus_one_of_large, one_minus_cosine_of_large, half_angle),
    *(
        difference_of_exact_data,
        difference_of_whole_numbers,
        two_pass_variance,
        library_variance,
        standardised,
    ),
    *(shifted_softmax, shifted_log_of_summed_exponentials, hypot_itself, underflow_to_nothing),
    *(pairwise_sum_in_single_precision, long_sum_in_double_precision, residual_that_is_only_compared),
    *(last_step_of_an_iteration, difference_that_is_zero, waves_and_polynomials),
    *(inverse_that_is_checked_by_a_number, part_that_was_taken_away),
    *(sampled_tone, gradient_of_what_converges, steps_in_memory, overflow_of_what_is_nothing_any_more),
)
