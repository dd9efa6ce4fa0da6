"""Six signals of six samples, each of deviation 1.

Symptom: Their deviations are not 1.
Culprit: Deviations of rows divide the columns.
Report: none
"""

import torch

torch.manual_seed(1)
signals = torch.randn(6, 6) * torch.arange(1, 7)[:, None]
scaled = signals / signals.std(dim=1)  # culprit
print(scaled.std(dim=1))
