"""Numbers that stand for missing ones: taken for real, and handled."""

import numpy as np
from scipy.optimize import curve_fit


def faulty_air_quality():
    """openaq/openaq-api#8: -999 in an average."""
    rng = np.random.default_rng(1)
    dust = rng.uniform(5, 60, 200)
    dust[::20] = -999
    return dust.mean()  # fault


def faulty_sea_surface_temperature():
    """The fill value of a file, 1e20, over land."""
    rng = np.random.default_rng(2)
    sea = rng.uniform(4, 28, (20, 30))
    sea[:5] = 1e20
    return sea.std()  # fault


def faulty_rain_sum():
    rain = np.array([0.0, 2.5, 0.3, -9999.0, 1.2, 0.0, 7.4])
    return np.sum(rain)  # fault


def faulty_codes_of_a_survey():
    ages = np.array([34, 51, 27, 9999, 44, 38, 29, 9999, 60])
    return np.average(ages)  # fault


def faulty_calibrated_levels():
    """No mean is taken of what was measured, but what is computed of it can't be told from measurements."""
    levels = np.random.default_rng(8).uniform(2, 9, 120)
    levels[4::23] = -999
    metres = levels * 0.3048  # fault
    return np.exp(-metres / 10)


def faulty_line_through_gaps():
    depth, salt = np.random.default_rng(9).uniform(2, 9, (2, 80))
    salt[4::23] = -9999.0
    return curve_fit(lambda x, slope, level: slope * x + level, depth, salt)[0]  # fault


def healthy_gaps_known_after_arithmetic():
    levels = np.random.default_rng(10).uniform(2, 9, 120)
    levels[4::23] = -999
    metres = levels * 0.3048
    return np.where(levels == -999, np.nan, metres)


def healthy_distances_without_a_way():
    ways = np.full(9, 1e20)
    ways[:3] = [0.0, 4.0, 2.5]
    for step in range(1, 9):
        ways[step] = np.minimum(ways[step - 1] + 2, ways[step])
    further = ways + 1
    return further.argmin(), ways


def healthy_one_extreme_value():
    levels = np.random.default_rng(11).uniform(2, 9, 120)
    levels[4] = -999
    return levels * 0.3048


def faulty_gaps_that_are_no_nan():
    """What is left out are the values that are no numbers, and -999 is one."""
    dust = np.random.default_rng(12).uniform(5, 60, 200)
    dust[::20] = -999
    known = dust[np.isfinite(dust)]  # fault
    return known.mean(), known.std()


def faulty_gaps_in_only_some_rows():
    rain, wind = np.random.default_rng(13).uniform(2, 9, (2, 90))
    rain[5::17] = 9999.0
    valid = ~np.isnan(rain) & ~np.isnan(wind)  # fault
    return np.polyfit(wind[valid], rain[valid], 1)


def healthy_gaps_made_nan_before():
    dust = np.random.default_rng(14).uniform(5, 60, 200)
    dust[::20] = -999
    dust[dust == -999] = np.nan
    known = dust[np.isfinite(dust)]
    return known.mean(), known.std()


def healthy_gaps_taken_out():
    dust = np.random.default_rng(3).uniform(5, 60, 200)
    dust[::20] = -999
    return dust[dust != -999].mean()


def healthy_gaps_as_nan():
    dust = np.random.default_rng(4).uniform(5, 60, 200)
    dust[::20] = -999
    dust[dust == -999] = np.nan
    return np.nanmean(dust), np.nanstd(dust)


def healthy_masked_array():
    dust = np.random.default_rng(5).uniform(5, 60, 200)
    dust[::20] = -999
    return np.ma.masked_equal(dust, -999).mean()


def healthy_weights_of_zero():
    dust = np.random.default_rng(6).uniform(5, 60, 200)
    dust[::20] = -999
    return np.average(dust, weights=dust != -999), dust.mean(where=dust != -999)


def healthy_prices_up_to_9999():
    prices = np.random.default_rng(7).integers(100, 9999, 300).astype(float)
    prices[5] = 9999
    return prices.mean()


def healthy_bound_that_is_no_limit():
    upper = np.full(6, 1e20)
    upper[2] = 4.0
    return np.minimum(upper, np.arange(6.0)).mean()


def healthy_depths_to_minus_999():
    depth = np.linspace(-999, 0, 300)
    return depth.mean(), depth.std()
