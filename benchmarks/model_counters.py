"""Floating-point operations and parameters of ten models, by numscope, torch's FlopCounterMode, fvcore and torchinfo.

    pip install -r benchmarks/torch_peers.txt
    python -m benchmarks.model_counters

fvcore and torchinfo count multiply-adds, and are printed doubled. Six models are those of the tests, in plain PyTorch;
four are made of configurations of transformers. oneDNN is off, as torch has no formula for its recurrent layers.
"""

from __future__ import annotations

import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import torch
from torch.utils.flop_counter import FlopCounterMode

import numscope
from benchmarks.small_bert import LENGTH, ROWS, WORDS, small_bert
from numscope.analysis.summary.summary import summarise

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "probes" / "torch"))

Made = tuple[torch.nn.Module, tuple[Any, ...]]


class First(torch.nn.Module):
    """A model of transformers whose first result is returned alone: fvcore traces no mappings."""

    def __init__(self, model: torch.nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, given: torch.Tensor) -> Any:
        """Return the logits, or the last hidden state."""
        return self.model(given, return_dict=False)[0]


def bert() -> Made:
    """The small BERT, its first result alone."""
    return First(small_bert(attn_implementation="eager")), (torch.randint(0, WORDS, (ROWS, LENGTH)),)


def gpt2() -> Made:
    """GPT-2 with 3 layers of width 64, its head tied to the embedding."""
    from transformers import GPT2Config, GPT2LMHeadModel

    config = GPT2Config(
        vocab_size=200,
        n_positions=32,
        n_embd=64,
        n_layer=3,
        n_head=4,
        attn_implementation="eager",
        use_cache=False,
    )
    return First(GPT2LMHeadModel(config)), (torch.randint(0, 200, (4, 16)),)


def resnet() -> Made:
    """A ResNet of 4 stages."""
    from transformers import ResNetConfig, ResNetForImageClassification

    config = ResNetConfig(
        embedding_size=8, hidden_sizes=[8, 16, 32, 64], depths=[1, 1, 1, 1], layer_type="basic"
    )
    return First(ResNetForImageClassification(config)), (torch.randn(4, 3, 64, 64),)


def vit() -> Made:
    """ViT with 3 layers of width 64."""
    from transformers import ViTConfig, ViTForImageClassification

    sizes = {"hidden_size": 64, "num_hidden_layers": 3, "num_attention_heads": 4, "intermediate_size": 128}
    config = ViTConfig(image_size=32, patch_size=8, attn_implementation="eager", **sizes)
    return First(ViTForImageClassification(config)), (torch.randn(4, 3, 32, 32),)


def models() -> Iterator[tuple[str, Callable[[], Made]]]:
    """Yield the ten models by name."""
    from some_models import MODELS

    yield from MODELS.items()
    yield from {"BERT": bert, "GPT-2": gpt2, "ResNet": resnet, "ViT": vit}.items()


def by_torch(model: torch.nn.Module, inputs: tuple[Any, ...]) -> tuple[int, int]:
    """Return the operations forward and backward that FlopCounterMode counts."""
    with FlopCounterMode(display=False) as forward:
        result = model(*inputs)
    with FlopCounterMode(display=False) as backward:
        result.float().square().mean().backward()
    return forward.get_total_flops(), backward.get_total_flops()


def by_numscope(model: torch.nn.Module, inputs: tuple[Any, ...]) -> tuple[int, int, int]:
    """Return the operations forward and backward, and the parameters, that `numscope summary` says."""
    with tempfile.TemporaryDirectory() as folder:
        with numscope.record(Path(folder) / "t", values="none") as recording:
            model(*inputs).float().square().mean().backward()
        with recording.open() as trace:
            whole = summarise(trace).models[0].rows[0]
    return int(whole.flops_forward), int(whole.flops_backward), int(whole.parameters)


def by_fvcore(model: torch.nn.Module, inputs: tuple[Any, ...]) -> int:
    """Return twice the multiply-adds forward that fvcore counts of products and convolutions."""
    from fvcore.nn import FlopCountAnalysis

    analysis = (
        FlopCountAnalysis(model, inputs).unsupported_ops_warnings(False).uncalled_modules_warnings(False)
    )
    kinds = analysis.by_operator()
    return 2 * int(sum(count for name, count in kinds.items() if "norm" not in name))


def by_torchinfo(model: torch.nn.Module, inputs: tuple[Any, ...]) -> tuple[int, int]:
    """Return twice the multiply-adds forward, and the parameters, that torchinfo counts."""
    from torchinfo import summary

    found = summary(model, input_data=inputs, verbose=0)
    return 2 * found.total_mult_adds, found.total_params


def main() -> None:
    """Print a row a model."""
    warnings.simplefilter("ignore")
    print("model | parameters: plain, numscope, torchinfo | ", end="")
    print("forward: torch, numscope, fvcore, torchinfo | backward: torch, numscope")
    with torch.backends.mkldnn.flags(enabled=False):
        for name, make in models():
            torch.manual_seed(0)
            model, inputs = make()
            plain = sum(one.numel() for one in model.parameters())
            forward, backward = by_torch(model, inputs)
            model.zero_grad()
            ours = by_numscope(model, inputs)
            info, parameters = by_torchinfo(model, inputs)
            fvcore = by_fvcore(model, inputs)
            print(
                f"{name} | {plain:,} {ours[2]:,} {parameters:,} | {forward:,} {ours[0]:,} {fvcore:,} {info:,} | "
                f"{backward:,} {ours[1]:,}",
                flush=True,
            )


if __name__ == "__main__":
    main()
