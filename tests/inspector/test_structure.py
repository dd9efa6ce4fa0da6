from __future__ import annotations

import dataclasses
from collections import OrderedDict, namedtuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

from numscope.inspector.structure import tensors_in

Pair = namedtuple("Pair", ["left", "right"])


@dataclasses.dataclass
class Output:
    logits: object
    hidden: object = None


class ModelOutput(OrderedDict):
    """As Hugging Face's: a mapping whose keys are attributes too."""

    def __getattr__(self, name):
        return self[name]


def tensor(number: int) -> torch.Tensor:
    return torch.tensor(float(number))


LEAVES = st.integers(0, 99).map(tensor) | st.none() | st.just("text") | st.just(3.5)
STRUCTURES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.sampled_from(["a", "b", "c"]), inner)
        | st.dictionaries(st.integers(0, 5), inner)
        | st.tuples(inner, inner).map(lambda both: Pair(*both))
        | st.tuples(inner, inner).map(lambda both: Output(*both))
        | st.dictionaries(st.sampled_from(["logits", "loss"]), inner).map(ModelOutput)
    ),
    max_leaves=12,
)


def count_tensors(value) -> int:
    if isinstance(value, torch.Tensor):
        return 1
    if isinstance(value, dict):
        return sum(map(count_tensors, value.values()))
    if isinstance(value, (list, tuple)):
        return sum(map(count_tensors, value))
    if isinstance(value, Output):
        return count_tensors(value.logits) + count_tensors(value.hidden)
    return 0


class Reach:
    """Follows a place by the language itself: attributes and items alike."""

    def __init__(self, value):
        self.value = value

    def __getattr__(self, name):
        value = self.value
        return Reach(value[name] if isinstance(value, dict) else getattr(value, name))

    def __getitem__(self, index):
        return Reach(self.value[index])


@given(STRUCTURES)
def test_every_tensor_is_found_once_where_its_place_says(value):
    found = list(tensors_in(value))
    assert len(found) == count_tensors(value)
    assert len({place for place, _ in found}) == len(found)
    for place, item in found:
        path = place if not place or place.startswith("[") else f".{place}"
        assert eval(f"it{path}", {"it": Reach(value)}).value is item


def test_generators_are_left_for_the_program():
    items = iter([tensor(1)])
    assert list(tensors_in({"items": items})) == []
    assert len(list(items)) == 1


def test_a_structure_that_contains_itself_ends():
    loop: list = [tensor(1)]
    loop.append(loop)
    assert next(tensors_in(loop))[0] == "[0]"


def test_packed_sequences_are_named_tuples():
    packed = torch.nn.utils.rnn.pack_sequence([torch.ones(3), torch.ones(2)])
    assert [place for place, _ in tensors_in(packed)] == ["data", "batch_sizes"]


@pytest.mark.parametrize("value", [None, "text", 3, object(), torch.float32, Output])
def test_nothing_is_found_where_there_is_nothing(value):
    assert list(tensors_in(value)) == []
