from __future__ import annotations

import fnmatch

import pytest
from hypothesis import given
from hypothesis import strategies as st

nn = pytest.importorskip("torch.nn", reason="PyTorch is not installed")

from numscope.inspector import Inspector, LayerNotFoundError, utils


class Block(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.attn = nn.Linear(2, 2)
        self.ffn = nn.Sequential(nn.Linear(2, 2), nn.ReLU())


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.encoder = nn.ModuleList([Block(), Block()])
        self.embedding = nn.Linear(2, 2)
        self.output = self.embedding

    def forward(self, x):
        for block in self.encoder:
            x = block.ffn(block.attn(x))
        return self.output(x)


NAMES = [name for name, _ in Net().named_modules()]


def watched(*patterns: str) -> list[str]:
    return list(Inspector(Net()).watch(patterns).watched)


def test_wildcards_match_across_dots():
    assert watched("*.ffn.*") == ["encoder.0.ffn.0", "encoder.0.ffn.1", "encoder.1.ffn.0", "encoder.1.ffn.1"]
    assert watched("encoder.?.attn") == ["encoder.0.attn", "encoder.1.attn"]
    assert watched("encoder.[1-9].attn", "emb*") == ["encoder.1.attn", "embedding"]


def test_a_star_is_every_layer_but_not_the_model_itself():
    assert watched("*") == NAMES[1:]
    assert list(Inspector(Net()).watch().watched) == NAMES[1:]
    assert watched("") == [""]


def test_a_model_that_is_one_layer_is_that_layer():
    assert list(Inspector(nn.Linear(2, 2)).watch("*").watched) == [""]


def test_a_shared_module_is_found_by_each_of_its_names():
    assert watched("output") == ["embedding"]
    assert watched("out*") == ["embedding"]


@given(st.text("enco.atf*?01", max_size=12))
def test_patterns_match_what_fnmatch_says(pattern):
    truth = {name for name in [*NAMES[1:], "output"] if fnmatch.fnmatchcase(name, pattern)}
    truth = {"embedding" if name == "output" else name for name in truth}
    if pattern == "":
        truth = {""}
    try:
        assert set(watched(pattern)) == truth
    except LayerNotFoundError:
        assert not truth


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [
        ("encoder.0.atn", "encoder.0.attn"),
        ("embeding", "embedding"),
        ("*.atn", "encoder.0.attn"),
        ("*.FFN.*", "encoder.0.ffn"),
    ],
)
def test_a_name_that_is_none_brings_near_ones(wrong, meant):
    with pytest.raises(LayerNotFoundError) as caught:
        watched(wrong)
    assert meant in caught.value.near
    assert repr(meant) in str(caught.value)


def test_a_name_like_no_other_says_where_the_names_are():
    with pytest.raises(LayerNotFoundError, match=r"inspector\.layers"):
        watched("zzz")


def test_layers_added_after_the_inspector_was_made_are_found():
    model = Net()
    inspector = Inspector(model)
    model.head = nn.Linear(2, 3)
    assert list(inspector.watch("head").watched) == ["head"]


def test_what_stands_second_and_unwatch_takes_it_away():
    inspector = Inspector(Net()).watch("encoder.0.*", ["activations", "inputs"]).watch("output", "weights")
    assert inspector.watched["encoder.0.attn"] == ("activations", "inputs")
    inspector.unwatch("encoder.*", "inputs").unwatch("encoder.0.ffn*")
    assert inspector.watched == {"encoder.0.attn": ("activations",), "embedding": ("weights",)}
    assert inspector.unwatch().watched == {}
    with pytest.raises(LayerNotFoundError):
        inspector.unwatch("nothing.of.this")


def test_names_are_matched_where_people_look_for_it():
    assert utils.match_layers(Net(), "encoder.?.attn") == ["encoder.0.attn", "encoder.1.attn"]
