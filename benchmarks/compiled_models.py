"""Twelve models, built from configurations, compiled with and without a dump: are the outputs the same bit for bit?

Usage: python -m benchmarks.compiled_models [--backend aot_eager|inductor] [--only NAME ...] [--json FILE]
Needs transformers, timm and diffusers beside torch. timm imports torchvision; where its build does not fit this torch,
two operators that it expects are declared here, and none of its code runs.
"""

from __future__ import annotations

import argparse
import importlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from numscope.compiled import prepare_debug

_SMALL: dict[str, Any] = {
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 64,
}
_TOKENS = {"vocab_size": 100, "pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2}


def _library(name: str) -> Any:
    """Import a library that is no requirement of numscope."""
    return importlib.import_module(name)


def _transformer(kind: str, **settings: Any) -> Any:
    library = _library("transformers")
    return getattr(library, f"{kind}Model")(getattr(library, f"{kind}Config")(**settings))


def _ids() -> torch.Tensor:
    return torch.arange(3, 13)[None]


def bert() -> tuple[Any, dict[str, Any]]:
    """BERT, two layers."""
    return _transformer("Bert", **_SMALL, **_TOKENS), {"input_ids": _ids()}


def gpt2() -> tuple[Any, dict[str, Any]]:
    """GPT-2, two layers."""
    return _transformer("GPT2", n_layer=2, n_head=2, n_embd=32, n_positions=64, **_TOKENS), {
        "input_ids": _ids()
    }


def llama() -> tuple[Any, dict[str, Any]]:
    """Llama, two layers."""
    return _transformer("Llama", **_SMALL, **_TOKENS), {"input_ids": _ids()}


def t5() -> tuple[Any, dict[str, Any]]:
    """T5, two layers on either side."""
    model = _transformer("T5", d_model=32, d_kv=16, d_ff=64, num_layers=2, num_heads=2, **_TOKENS)
    return model, {"input_ids": _ids(), "decoder_input_ids": _ids()}


def vit() -> tuple[Any, dict[str, Any]]:
    """ViT on 32 by 32 pixels."""
    return _transformer("ViT", **_SMALL, image_size=32, patch_size=8), {
        "pixel_values": torch.randn(2, 3, 32, 32)
    }


def whisper() -> tuple[Any, dict[str, Any]]:
    """Whisper, one layer on either side."""
    sides = {f"{side}_{what}": count for side in ("encoder", "decoder")
             for what, count in (("layers", 1), ("attention_heads", 2), ("ffn_dim", 64))}  # fmt: skip
    model = _transformer(
        "Whisper", d_model=32, num_mel_bins=16, max_source_positions=50, max_target_positions=40,
        decoder_start_token_id=1, **sides, **_TOKENS,
    )  # fmt: skip
    return model, {"input_features": torch.randn(1, 16, 100), "decoder_input_ids": _ids()}


def _declare_operators() -> Any:
    """Declare the operators that torchvision's Python files expect, where its own build does not fit this torch."""
    operators = torch.library.Library("torchvision", "FRAGMENT")
    for operator in ("nms", "qnms"):
        operators.define(f"{operator}(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
    return operators


def _timm(name: str, **settings: Any) -> tuple[Any, dict[str, Any]]:
    return _library("timm").create_model(name, num_classes=10, **settings), {"x": torch.randn(1, 3, 64, 64)}


def resnet18() -> tuple[Any, dict[str, Any]]:
    """timm's ResNet-18."""
    return _timm("resnet18")


def mobilenetv3() -> tuple[Any, dict[str, Any]]:
    """timm's MobileNetV3 small."""
    return _timm("mobilenetv3_small_050")


def mixer() -> tuple[Any, dict[str, Any]]:
    """timm's MLP-Mixer, on 64 by 64 pixels."""
    return _timm("mixer_s32_224", img_size=64)


def unet() -> tuple[Any, dict[str, Any]]:
    """A small diffusion UNet; without attention, for which torch 2.13 itself fails with aot_eager."""
    model = _library("diffusers").UNet2DModel(
        sample_size=16, block_out_channels=(16, 32), layers_per_block=1, norm_num_groups=8,
        down_block_types=("DownBlock2D", "DownBlock2D"), up_block_types=("UpBlock2D", "UpBlock2D"),
        add_attention=False,
    )  # fmt: skip
    return model, {"sample": torch.randn(1, 3, 16, 16), "timestep": torch.tensor(3)}


class Tagger(torch.nn.Module):
    """An LSTM of two layers under a linear layer."""

    def __init__(self) -> None:
        super().__init__()
        self.memory = torch.nn.LSTM(8, 16, num_layers=2, batch_first=True)
        self.head = torch.nn.Linear(16, 4)

    def forward(self, steps: torch.Tensor) -> torch.Tensor:
        """Return a score for each tag at each step, [batch, steps, tags]."""
        remembered, _ = self.memory(steps * 2)
        return torch.log_softmax(self.head(remembered), dim=-1)


def lstm() -> tuple[Any, dict[str, Any]]:
    """An LSTM, which Dynamo leaves alone unless it is told to trace it."""
    torch._dynamo.config.allow_rnn = True
    return Tagger(), {"steps": torch.randn(2, 5, 8)}


class Graph(torch.nn.Module):
    """Two rounds of messages along the edges of a graph, averaged at each node."""

    def __init__(self) -> None:
        super().__init__()
        self.rounds = torch.nn.ModuleList([torch.nn.Linear(8, 8), torch.nn.Linear(8, 8)])

    def forward(self, nodes: torch.Tensor, edges: torch.Tensor) -> torch.Tensor:
        """Return the nodes, [count, 8], after both rounds; `edges` is [2, count]."""
        for layer in self.rounds:
            sent = layer(nodes)[edges[0]]
            received = torch.zeros_like(nodes).index_add(0, edges[1], sent)
            count = torch.zeros(len(nodes)).index_add(0, edges[1], torch.ones(edges.shape[1]))
            nodes = torch.relu(nodes + received / count.clamp(min=1)[:, None])
        return nodes


def gnn() -> tuple[Any, dict[str, Any]]:
    """A graph network in plain torch."""
    return Graph(), {
        "nodes": torch.randn(6, 8),
        "edges": torch.tensor([[0, 1, 2, 3, 4, 5, 0], [1, 2, 3, 4, 5, 0, 3]]),
    }


MODELS: tuple[Callable[[], tuple[Any, dict[str, Any]]], ...] = (
    bert, gpt2, llama, t5, vit, whisper, resnet18, mobilenetv3, mixer, unet, lstm, gnn,
)  # fmt: skip


def tensors(value: Any) -> list[torch.Tensor]:
    """Return the tensors in what a model returned, caches included, in order."""
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    elif not isinstance(value, (list, tuple)):
        value = list(vars(value).values()) if hasattr(value, "__dict__") else []
    return [tensor for each in value for tensor in tensors(each)]


def compiled_output(model: Any, inputs: dict[str, Any], backend: str) -> list[torch.Tensor]:
    """Compile the model anew and return the tensors of its output."""
    torch.compiler.reset()
    torch.manual_seed(1)
    with torch.no_grad():
        return tensors(torch.compile(model, backend=backend)(**inputs))


def measure(make: Callable[[], tuple[Any, dict[str, Any]]], backend: str) -> dict[str, Any]:
    """Compare the output of a compiled model with and without a dump, and count the texts that run."""
    torch.manual_seed(0)
    model, inputs = make()
    model.eval()
    plain = compiled_output(model, inputs, backend)
    with tempfile.TemporaryDirectory() as folder, prepare_debug(Path(folder) / "dump") as session:
        dumped = compiled_output(model, inputs, backend)
        session.write_summary()
        made = [one for part in session.record.functions for one in part.compilations if one.transformed]
        totals = session.record.totals()
    return {
        "model": make.__name__,
        "backend": backend,
        "tensors": len(plain),
        "identical": len(plain) == len(dumped) > 0 and all(map(torch.equal, plain, dumped)),
        "texts that run": sum(one.decompiled for one in made),
        "transformed": len(made),
        "graphs": totals["graphs"],
        "graph breaks": totals["graph_breaks"],
        "failures": [one.decompile_failure for one in made if not one.decompiled],
    }


def main() -> int:
    """Measure the models, print a line for each; return 1 where an output differs or a text does not run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--backend", default="aot_eager")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    names = [make.__name__ for make in MODELS if not arguments.only or make.__name__ in arguments.only]
    rows = [row(name, arguments.backend, alone=len(names) == 1) for name in names]
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=1) + "\n")
    return (
        0 if all(each["identical"] and each["texts that run"] == each["transformed"] for each in rows) else 1
    )


def row(name: str, backend: str, alone: bool) -> dict[str, Any]:
    """Measure one model and print its row; in a process of its own, unless it is the only one."""
    if not alone:
        words = [sys.executable, "-m", "benchmarks.compiled_models", "--backend", backend, "--only", name]
        ran = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=False)
        print(ran.stdout, end="", flush=True)
        if not ran.stdout:
            none: dict[str, Any] = {"model": name, "backend": backend, "identical": False, "texts that run": 0,
                                    "transformed": 0, "error": f"exit code {ran.returncode}"}  # fmt: skip
            print(json.dumps(none), flush=True)
            return none
        found: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
        return found
    operators = _declare_operators()
    (make,) = (each for each in MODELS if each.__name__ == name)
    measured = measure(make, backend)
    del operators
    print(json.dumps(measured), flush=True)
    return measured


if __name__ == "__main__":
    sys.exit(main())
