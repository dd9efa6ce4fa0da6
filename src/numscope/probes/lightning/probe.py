"""Lightning's probes: its batches are steps of the program. PyTorch's operations inside it are the probe's of PyTorch.

It is installed as two packages with the same parts, one of which holds them a level deeper.
"""

from __future__ import annotations

from numscope.probes.lightning.adapter import BATCH, EPOCH, OLDEST, TRIED
from numscope.probes.probe import Probe, Steps


class LightningProbe(Probe):
    """Count the batches of the package with all parts."""

    library = "lightning"
    title = "Lightning"
    probe_version = 1
    oldest = OLDEST
    tried = TRIED
    steps = Steps(f"pytorch.{EPOCH}", f"pytorch.{BATCH}")


class PyTorchLightningProbe(Probe):
    """Count the batches of the package with the trainer alone."""

    library = "pytorch_lightning"
    title = "PyTorch Lightning"
    probe_version = 1
    oldest = OLDEST
    tried = TRIED
    steps = Steps(EPOCH, BATCH)


UNIFIED = LightningProbe()
ALONE = PyTorchLightningProbe()
