"""What looking into TensorFlow's graphs costs: `python -m benchmarks.tensorflow_inside`, milliseconds of CPU.

Of all threads, plain and with `--inside-jit`, in processes that take turns; the smallest of a few repetitions in each.
The last column is a hash of what the program computed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numscope

LEVELS = ("", "stats", "full")
PROGRAM = """
import hashlib, sys, time
import numpy as np

def fit():
    import keras
    keras.utils.set_random_seed(1)
    x = np.random.default_rng(0).normal(size=(4096, 32)).astype("f4")
    model = keras.Sequential(
        [*(keras.layers.Dense(n, activation="relu") for n in (64, 32)), keras.layers.Dense(1)]
    )
    model.compile("adam", "mse")
    run = lambda: model.fit(x, x.sum(1, keepdims=True), batch_size=32, verbose=0, shuffle=False)
    return run, lambda: b"".join(one.tobytes() for one in model.get_weights())

def loop(n):
    import tensorflow as tf
    @tf.function
    def work(a, b):
        for _ in tf.range(20):
            a = tf.tanh(tf.matmul(a, b)) + 0.1 * a
            if tf.reduce_sum(a) > 0.0:
                a = a - tf.reduce_mean(a)
        return a
    random = np.random.default_rng(0)
    a, b = (tf.constant((random.normal(size=(n, n)) / scale).astype("f4")) for scale in (1, n**0.5))
    return lambda: work(a, b), lambda: work(a, b).numpy().tobytes()

run, result = fit() if sys.argv[1] == "fit" else loop(int(sys.argv[1]))
run()
times = []
for _ in range(4):
    begin = time.process_time()
    run()
    times.append(time.process_time() - begin)
print(min(times) * 1000, hashlib.sha1(result()).hexdigest()[:12])
"""


def measure(program: str, values: str) -> tuple[float, str]:
    """Return milliseconds and the hash of the result; values "": plain."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "program.py"
        script.write_text(PROGRAM)
        recorder = [
            "-m",
            "numscope",
            "run",
            "--inside-jit",
            "--values",
            values,
            "--output",
            f"{folder}/t.numscope",
        ]
        words = [sys.executable, *(recorder if values else []), str(script), program]
        environ = os.environ | {
            "PYTHONPATH": str(Path(numscope.__file__).parent.parent),
            "TF_CPP_MIN_LOG_LEVEL": "3",
        }
        done = subprocess.run(
            words, env=environ | {"KERAS_BACKEND": "tensorflow"}, capture_output=True, text=True, check=True
        )
        milliseconds, found = done.stdout.split()[:2]
        return float(milliseconds), found


def main() -> None:
    """Print a row for each process."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "programs", nargs="*", default=["fit", "8", "256"], help="fit, or the rows of the loop's matrices"
    )
    parser.add_argument("--rounds", type=int, default=2)
    arguments = parser.parse_args()
    for program in arguments.programs:
        turns = [(values, *measure(program, values)) for _ in range(arguments.rounds) for values in LEVELS]
        plain = min(milliseconds for values, milliseconds, _ in turns if not values)
        for values, milliseconds, result in turns:
            ratio = milliseconds / plain
            print(
                f"{program:6} {values or 'plain':6} {milliseconds:10.1f} ms {ratio:6.1f}x  {result}",
                flush=True,
            )


if __name__ == "__main__":
    main()
