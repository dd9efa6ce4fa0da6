"""Times as whole numbers of one unit, which are divided as if they were of another."""

import numpy as np

_TIMES = np.array(["2026-03-02T07:00:00", "2026-03-02T07:30:00", "2026-03-02T09:00:00"])


def faulty_microseconds_as_nanoseconds():
    times = _TIMES.astype("datetime64[us]")
    seconds = times.astype("int64") / 1e9  # fault
    return np.diff(seconds).mean()


def faulty_seconds_as_milliseconds():
    passed = np.diff(_TIMES.astype("datetime64[s]"))
    counts = passed.astype(np.int64)
    return (counts // 1000).mean()  # fault


def healthy_nanoseconds():
    times = _TIMES.astype("datetime64[ns]")
    return np.diff(times.astype("int64") / 1e9).mean()


def healthy_microseconds():
    times = _TIMES.astype("datetime64[us]")
    return np.diff(times.astype("int64") / 1e6).mean()


def healthy_hours_of_seconds():
    passed = np.diff(_TIMES.astype("datetime64[s]"))
    return (passed.astype(np.int64) / 3600).mean()
