"""Correlate ranks with a column that is constant.

Report: scipy/scipy#11225
Says: `spearmanr`: the 5 values of one side are all equal
"""

import numpy as np
from scipy import stats

agreement = stats.spearmanr(np.full(5, 2.0), np.arange(5.0))  # culprit
print(np.asarray(agreement.statistic) * 2)
