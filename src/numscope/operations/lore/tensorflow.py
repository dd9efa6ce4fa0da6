"""What the operations of TensorFlow and Keras are in the words of NumPy."""

from __future__ import annotations

import re

# How the names begin of what NumPy has under the same name, or under a name in MEANING.
PREFIXES = (
    *(
        "tensorflow.raw_ops.",
        "tensorflow.inside.",
        "tensorflow.math.",
        "tensorflow.linalg.",
        "tensorflow.nn.",
        "tensorflow.Tensor.",
    ),
    *("keras.ops.", "keras.activations.", "tensorflow."),
)
# What stands in `tf` itself; the rest is in `tf.math`.
TOP = {
    "clip": "tf.clip_by_value",
    "arange": "tf.range",
    "linspace": "tf.linspace",
    **{
        name: f"tf.{name}" for name in ("where", "sqrt", "sign", "abs", "maximum", "minimum", "exp", "square")
    },
}
MEANING = {
    "add_v2": "add",
    "acos": "arccos",
    "asin": "arcsin",
    "acosh": "arccosh",
    "atanh": "arctanh",
    "div": "divide",
    "real_div": "divide",
    "truediv": "divide",
    "true_divide": "divide",
    "floor_div": "floor_divide",
    "mod": "remainder",
    "floor_mod": "remainder",
    "mul": "multiply",
    "sub": "subtract",
    "neg": "negative",
    "pow": "power",
    "mat_mul": "matmul",
    "batch_mat_mul_v2": "matmul",
    "reduce_sum": "sum",
    "reduce_mean": "mean",
    "reduce_max": "max",
    "reduce_min": "min",
    "reduce_prod": "prod",
}


def own_name(name: str) -> str | None:
    """Return NumPy's name of an operation of TensorFlow or Keras; None: it is no function of theirs."""
    prefix = next((one for one in PREFIXES if name.startswith(one)), None)
    if prefix is None or "." in name[len(prefix) :]:
        return None
    rest = name[len(prefix) :]
    snake = rest if rest.startswith("__") else re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", rest).lower()
    return MEANING.get(snake, snake)


def in_words(advice: str) -> str:
    """Return advice that is written for NumPy with the names of TensorFlow's functions."""
    advice = advice.replace("np.clip(x, 0, None)", "tf.maximum(x, 0.0)")
    advice = advice.replace("n, endpoint=False)", "n + 1)[:-1]")
    advice = re.sub(r"np\.radians\((\w+)\)", r"\1 * (math.pi / 180)", advice)
    return re.sub(r"np\.(\w+)", lambda found: TOP.get(found[1], f"tf.math.{found[1]}"), advice)
