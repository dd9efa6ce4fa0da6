"""Everything private of Lightning that the probe touches.

| part | 2.0 to 2.6 | without it |
|---|---|---|
| `_TrainingEpochLoop.run`, one epoch of training | yes | the first batch counts each optimiser's step too |
| `_TrainingEpochLoop.advance`, one batch; it raises when there is none | yes | optimisers' steps are counted |
"""

from __future__ import annotations

OLDEST = "2.0"
TRIED = ("2.6",)
_LOOP = "loops.training_epoch_loop._TrainingEpochLoop"
EPOCH = f"{_LOOP}.run"
BATCH = f"{_LOOP}.advance"
