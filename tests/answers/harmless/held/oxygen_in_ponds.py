"""Report oxygen in ponds from two probes, where polars keeps missing and invalid readings apart.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the nan that a probe writes while it warms up, and 0 / 0 of ponds at night; both become null.
Report: none
"""

import numpy as np
import polars as pl


def readings(rng):
    hours = np.arange(48)
    frames = []
    for pond, level in (("lily", 8.5), ("duck", 6.0), ("mill", 7.4)):
        sun = np.maximum(np.sin((hours % 24 - 6) / 12 * np.pi), 0.0)
        optical = level + 2.0 * sun + rng.normal(0, 0.2, 48)
        electric = level + 2.0 * sun + rng.normal(0, 0.5, 48)
        electric[:3] = np.nan
        frame = pl.DataFrame(
            {"pond": pond, "hour": hours, "optical": optical, "electric": electric, "sun": sun}
        )
        frames.append(frame)
    table = pl.concat(frames)
    lost = rng.random(table.height) < 0.1
    return table.with_columns(pl.when(pl.Series(~lost)).then("optical").alias("optical"))


def valid(table):
    return table.with_columns(pl.col("optical", "electric").fill_nan(None)).with_columns(
        pl.mean_horizontal("optical", "electric").alias("oxygen")
    )


def gain(table):
    """Add the oxygen that the plants give for a unit of light; without light there is none to give."""
    night = pl.col("oxygen").filter(pl.col("sun") == 0).mean().over("pond")
    ratio = (pl.col("oxygen") - night) * (pl.col("sun") > 0) / pl.col("sun")
    return table.with_columns(ratio.fill_nan(None).alias("gain"))


def main():
    table = gain(valid(readings(np.random.default_rng(88))))
    summary = table.group_by("pond", maintain_order=True).agg(
        pl.col("oxygen").mean().alias("mean"),
        pl.col("oxygen").min().alias("lowest"),
        pl.col("gain").median().alias("gain"),
        pl.col("optical").null_count().alias("lost"),
    )
    for pond, mean, lowest, plants, lost in summary.iter_rows():
        print(f"{pond}: {mean:.4f} mg/l, lowest {lowest:.4f}, plants {plants:.4f}, {lost} readings lost")


main()
