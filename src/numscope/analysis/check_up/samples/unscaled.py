"""Distances between samples that one column decides, since its numbers are the largest."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import SCALED_FIRST
from numscope.analysis.concepts.tables import Table, table_of
from numscope.trace import Operation

KIND = "data"
_FITS = ("fit", "fit_predict", "fit_transform")
# Estimators that compare samples by their distance, or by one step size for all columns.
_BY_DISTANCE = re.compile(
    r"\.(KNeighbors|RadiusNeighbors|NearestNeighbors|NearestCentroid|KMeans|MiniBatchKMeans|BisectingKMeans|DBSCAN|HDBSCAN"
    r"|OPTICS|AgglomerativeClustering|SpectralClustering|MeanShift|LocalOutlierFactor|SVC|SVR|NuSVC|NuSVR|OneClassSVM"
    r"|KernelRidge|TSNE|MDS|KNNImputer|MLPClassifier|MLPRegressor)[A-Za-z]*\."
)
_LEAST_ROWS = 20
# The largest spread beside the next one, and what it has of all squared distances.
_RATIO, _SHARE = 100.0, 0.999
# How much more another column has to say of the answers than the one that decides, in correlation.
_MORE = 0.2


def unscaled(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that fit by distances in which only the column with the largest numbers counts."""
    found: set[int] = set()
    for call, operation in in_order(evidence, _FITS, lambda call: bool(_BY_DISTANCE.search(call.full_name))):
        samples = table_of(operation, 1)
        said = None if samples is None or call.id in found else _problem(samples, table_of(operation, 2))
        if said is not None:
            found.add(call.id)
            yield finding_of(KIND, call, operation.id, 1, f"{_name(operation)} {said}", SCALED_FIRST)


def _name(operation: Operation) -> str:
    return f"`{operation.name.split('.')[-2]}`"


def _problem(samples: Table, answers: Table | None) -> str | None:
    columns = samples.columns()
    if samples.rows < _LEAST_ROWS or len(columns) < 2 or not all(np.isfinite(one).all() for one in columns):
        return None
    spreads = np.array([one.std() for one in columns])
    largest = int(spreads.argmax())
    others = [at for at in range(len(columns)) if at != largest and spreads[at] > 0]
    if not others or spreads[others].max() * _RATIO > spreads[largest]:
        return None
    share = spreads[largest] ** 2 / (spreads**2).sum()
    if share < _SHARE:
        return None
    told = [] if answers is None else answers.columns(1)
    if told and not _says_more(columns, largest, others, told[0]):
        return None
    return (
        f"compares samples by distance, and column {largest} alone makes {share:.3%} of the squared distances: it "
        f"varies by {spreads[largest]:.4g}, the others by {spreads[others].max():.4g} at most"
    )


def _says_more(columns: list[np.ndarray], largest: int, others: list[int], answers: np.ndarray) -> bool:
    """Return whether a column that does not count has more to do with the answers than the one that does."""
    if len(answers) != len(columns[0]) or not answers.std() > 0:
        return False
    related = [abs(np.corrcoef(columns[at], answers)[0, 1]) for at in (largest, *others)]
    return bool(max(related[1:]) > related[0] + _MORE)
