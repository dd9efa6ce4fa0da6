"""What recording costs a collective: processor time of one rank for 2,000 all-reduces of four numbers, two gloo ranks.

python -m benchmarks.collectives                         # without a recorder
numscope run -o T.numscope -m benchmarks.collectives     # recorded; add --values stats or none
"""

from __future__ import annotations

import os
import tempfile
import time

TIMES = 2000


def run(rank: int, store: str) -> None:
    """Reduce TIMES times, and print microseconds of processor time for each."""
    import torch
    import torch.distributed as dist

    torch.set_num_threads(1)
    dist.init_process_group("gloo", init_method=f"file://{store}", rank=rank, world_size=2)
    numbers = torch.ones(4)
    for _ in range(100):
        dist.all_reduce(numbers)
    begin = time.process_time()
    for _ in range(TIMES):
        numbers.fill_(1)
        dist.all_reduce(numbers)
    spent = time.process_time() - begin
    if rank == 0:
        print(
            f"{spent / TIMES * 1e6:.1f} us of processor time a collective, all threads of one rank",
            flush=True,
        )
    dist.barrier()
    dist.destroy_process_group()


def main() -> None:
    """Fork two ranks."""
    import torch  # noqa: F401  # once, not in each rank

    with tempfile.TemporaryDirectory() as folder:
        children = []
        for rank in range(2):
            child = os.fork()
            if not child:
                run(rank, f"{folder}/store")
                os._exit(0)
            children.append(child)
        for child in children:
            os.waitpid(child, 0)


if __name__ == "__main__":
    main()
