"""Operations by which one NaN makes many, or that may leave NaN out, and methods that fill missing values."""

from __future__ import annotations

# Each result is made of all elements before it, or of all there are. pandas' own leave NaN out.
SPREADS = (
    r"^numpy\.(.*\.accumulate|(ndarray\.)?cum(sum|prod)|convolve|fft\..*)$|^scipy\.(signal|fft|ndimage)\..*$"
)
FILLS_IN_PLACE = frozenset(("fillna", "replace", "interpolate", "ffill", "bfill", "clip", "dropna"))
# Functions with an argument `nan_policy`, which hand NaN on by default (signatures of SciPy 1.17).
_WITH_POLICY = (
    "ttest_ind ttest_rel ttest_1samp f_oneway kruskal mannwhitneyu wilcoxon ks_2samp normaltest skewtest kurtosistest "
    "jarque_bera skew kurtosis zscore sem iqr mode gmean hmean pmean spearmanr kendalltau linregress gstd variation"
)
LEAVES_OUT_BY = {f"scipy.stats.{name}": "nan_policy='omit'" for name in _WITH_POLICY.split()}
