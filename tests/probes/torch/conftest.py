"""What tests of PyTorch's recorder share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def copying_compiler(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Environment of a C++ compiler that hands out the recorder that is built already: a real one works for 14 s."""
    import torch

    from numscope.probes.torch import build
    from numscope.probes.torch.adapter import Torch

    recorder = build.load(Torch(torch), print).__file__
    assert recorder is not None
    script = Path(tmp_path_factory.mktemp("compiler"), "c++")
    script.write_text(
        '#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done\n'
        # As long as another process needs to come to the lock.
        f"sleep 2\nexec cp '{recorder}' \"$2\"\n"
    )
    script.chmod(0o755)
    return {"CXX": str(script)}
