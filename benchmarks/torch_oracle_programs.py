"""Programs of PyTorch for `benchmarks.torch_oracle`: each does the same work every time that it is called."""

from __future__ import annotations

import ctypes
import functools
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.func import functional_call, grad, vmap
from torch.nn import functional
from torch.nn.utils import prune
from torch.utils.checkpoint import checkpoint

Program = Callable[[], object]
PROGRAMS: dict[str, Program] = {}


def program(function: Program) -> Program:
    """Enter it under its name."""
    PROGRAMS[function.__name__.strip("_").replace("_", " ")] = function
    return function


def train(
    model: nn.Module, x: torch.Tensor, optimizer: torch.optim.Optimizer | None = None, steps: int = 2
) -> None:
    """Some steps of classification of `x` into four."""
    y = torch.arange(x.shape[0]) % 4
    optimizer = optimizer or torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(steps):
        optimizer.zero_grad()
        functional.cross_entropy(model(x), y).backward()
        optimizer.step()


def mlp() -> nn.Sequential:
    return nn.Sequential(nn.Linear(16, 32), nn.Tanh(), nn.Linear(32, 4))


def optimizes(name: str, **options: Any) -> None:
    """Enter a program that trains with this optimiser of torch."""

    def run() -> None:
        model = mlp()
        train(model, torch.randn(32, 16), getattr(torch.optim, name)(model.parameters(), **options), 3)

    PROGRAMS[" ".join((name, *options))] = run


for name in ("SGD", "Adam", "AdamW"):
    for way in ("foreach", "fused"):
        optimizes(name, **{"lr": 0.01, way: True})
optimizes("SGD", lr=0.1, momentum=0.9, nesterov=True, foreach=False)
optimizes("RMSprop", lr=0.01, momentum=0.9, centered=True)
optimizes("Adagrad", lr=0.01, fused=True)
optimizes("Adadelta", lr=0.1)
optimizes("Rprop", lr=0.01)
optimizes("NAdam", lr=0.01)
optimizes("Adam", lr=0.01, amsgrad=True, foreach=False)


@program
def _lbfgs() -> None:
    model, x = mlp(), torch.randn(32, 16)
    optimizer = torch.optim.LBFGS(model.parameters(), lr=0.1, max_iter=4)

    def closure() -> torch.Tensor:
        optimizer.zero_grad()
        loss = model(x).pow(2).mean()
        loss.backward()
        return loss

    optimizer.step(closure)


@program
def _weights_all_zero() -> None:
    model = mlp()
    for parameter in model.parameters():
        nn.init.zeros_(parameter)
    x = torch.randn(640, 16)
    train(model, x[torch.randint(0, 640, (32,))], steps=4)


@program
def _convolutions() -> None:
    model = nn.Sequential(
        *(nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2)),
        *(nn.Conv2d(8, 8, 3, groups=2, stride=2), nn.GroupNorm(2, 8), nn.GELU(), nn.AdaptiveAvgPool2d(1)),
        *(nn.Flatten(), nn.Dropout(0.3), nn.Linear(8, 4)),
    )
    train(model, torch.randn(4, 3, 16, 16))


@program
def _transposed_convolutions() -> None:
    model = nn.Sequential(
        nn.Conv1d(2, 4, 3), nn.ELU(), nn.ConvTranspose1d(4, 2, 3), nn.Flatten(), nn.Linear(32, 4)
    )
    train(model, torch.randn(8, 2, 16))
    volume = nn.Conv3d(1, 2, 3)(torch.randn(2, 1, 6, 6, 6).to(memory_format=torch.channels_last_3d))
    volume.sum().backward()


@program
def _channels_last() -> None:
    model = nn.Sequential(
        nn.Conv2d(4, 8, 3), nn.BatchNorm2d(8), nn.ReLU(), nn.Flatten(), nn.Linear(8 * 36, 4)
    )
    train(
        model.to(memory_format=torch.channels_last),
        torch.randn(4, 4, 8, 8).contiguous(memory_format=torch.channels_last),
    )


@program
def _attention() -> None:
    layer = nn.TransformerEncoderLayer(16, 4, 32, batch_first=True)
    train(nn.Sequential(layer, nn.Flatten(), nn.Linear(8 * 16, 4)), torch.randn(4, 8, 16))
    query = torch.randn(2, 4, 8, 16, requires_grad=True)
    functional.scaled_dot_product_attention(query, query, query, is_causal=True).sum().backward()
    layer.eval()
    with torch.no_grad():
        layer(torch.randn(4, 8, 16))


@program
def _cross_attention() -> None:
    attention = nn.MultiheadAttention(16, 2, batch_first=True, kdim=8, vdim=8)
    key = torch.randn(2, 5, 8)
    mask = torch.zeros(2, 5, dtype=torch.bool)
    mask[:, 4] = True
    result, weights = attention(torch.randn(2, 3, 16), key, key, key_padding_mask=mask)
    (result.sum() + weights.square().sum()).backward()


@program
def _recurrent() -> None:
    for kind in (nn.LSTM, nn.GRU, nn.RNN):
        layer = kind(8, 16, num_layers=2, batch_first=True, bidirectional=True, dropout=0.1)
        layer(torch.randn(4, 6, 8))[0].square().mean().backward()
    cell, hidden = nn.GRUCell(8, 16), torch.zeros(4, 16)
    for x in torch.randn(5, 4, 8):
        hidden = cell(x, hidden)
    hidden.sum().backward()


@program
def _packed_sequences() -> None:
    rnn = nn.utils.rnn
    packed = rnn.pack_padded_sequence(
        torch.randn(5, 3, 8, requires_grad=True), torch.tensor([5, 3, 2]), enforce_sorted=True
    )
    result, _ = nn.LSTM(8, 16)(packed)
    rnn.pad_packed_sequence(result)[0].sum().backward()
    rnn.pad_sequence([torch.randn(length, 16) for length in (4, 2, 7)])


@program
def _embeddings() -> None:
    words = torch.randint(0, 50, (6, 5))
    train(nn.Sequential(nn.Embedding(50, 16, padding_idx=0), nn.Flatten(), nn.Linear(80, 4)), words)
    for mode in ("sum", "mean", "max"):
        train(nn.Sequential(nn.EmbeddingBag(50, 16, mode=mode), nn.Linear(16, 4)), words)
    model = nn.Sequential(nn.Embedding(50, 16, sparse=True), nn.Flatten(), nn.Linear(80, 4))
    train(model, words, torch.optim.SGD(model.parameters(), lr=0.1))


@program
def _sparse() -> None:
    x = (torch.randn(8, 16) * (torch.rand(8, 16) > 0.7)).requires_grad_()
    weight = torch.randn(16, 8, requires_grad=True)
    torch.sparse.mm(x.to_sparse(), weight).square().sum().backward()
    torch.sparse.mm(x.detach().to_sparse_csr(), weight.detach())
    x.detach().to_sparse().coalesce().to_dense().add_(1)


@program
def _losses() -> None:
    x = torch.randn(16, 8, requires_grad=True)
    y = torch.randn(16, 8)
    for loss in (functional.mse_loss, functional.l1_loss, functional.smooth_l1_loss, functional.huber_loss):
        loss(x, y).backward()
    functional.kl_div(x.log_softmax(-1), y.softmax(-1), reduction="batchmean").backward()
    functional.binary_cross_entropy_with_logits(x, y.sigmoid()).backward()
    functional.nll_loss(x.log_softmax(-1), torch.arange(16) % 8).backward()
    functional.multi_margin_loss(x, torch.arange(16) % 8).backward()
    functional.ctc_loss(
        torch.randn(12, 2, 6, requires_grad=True).log_softmax(-1),
        torch.randint(1, 6, (2, 4)),
        torch.tensor([12, 10]),
        torch.tensor([4, 3]),
    ).backward()


@program
def _normalizations() -> None:
    x = torch.randn(4, 8, 6, requires_grad=True)
    for layer in (
        nn.BatchNorm1d(8),
        nn.InstanceNorm1d(8, affine=True, track_running_stats=True),
        nn.LayerNorm(6),
        nn.RMSNorm(6),
        nn.GroupNorm(4, 8),
    ):
        layer(x).square().sum().backward()
        layer.eval()(x).square().sum().backward()


@program
def _autocast() -> None:
    model, x = mlp(), torch.randn(32, 16)
    optimizer = torch.optim.AdamW(model.parameters())
    for _ in range(2):
        optimizer.zero_grad()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            loss = functional.cross_entropy(model(x), torch.arange(32) % 4)
        loss.backward()
        optimizer.step()


@program
def _half_and_double() -> None:
    for dtype in (torch.float16, torch.bfloat16, torch.float64):
        mlp().to(dtype)(torch.randn(32, 16, dtype=dtype)).float().square().sum().backward()


@program
def _checkpointing() -> None:
    first, second = mlp(), nn.Sequential(nn.Linear(4, 32), nn.GELU(), nn.Linear(32, 4))
    x = torch.randn(32, 16, requires_grad=True)
    for reentrant in (True, False):
        hidden = checkpoint(first, x, use_reentrant=reentrant)
        checkpoint(second, hidden, use_reentrant=reentrant).square().sum().backward()


@functools.cache
def compiled(backend: str, mode: str = "default") -> Callable[..., torch.Tensor]:
    def network(x: torch.Tensor, first: torch.Tensor, second: torch.Tensor) -> torch.Tensor:
        hidden = torch.relu(x @ first) * 2
        return torch.softmax((hidden + x) @ second, -1) @ second.t()

    return torch.compile(network, backend=backend)


def compiles(backend: str) -> None:
    """Enter a program that torch compiles."""

    def run() -> None:
        x, first = torch.randn(32, 16), torch.randn(16, 16, requires_grad=True)
        second = torch.randn(16, 16, requires_grad=True)
        for _ in range(2):
            compiled(backend)(x, first, second).square().sum().backward()
            with torch.no_grad():
                compiled(backend)(x, first, second).neg()

    PROGRAMS[f"compiled {backend}"] = run


for backend in ("eager", "aot_eager", "inductor"):
    compiles(backend)


@functools.cache
def compiled_step() -> Callable[..., Any]:
    def step(x: torch.Tensor, weight: torch.Tensor, state: torch.Tensor) -> torch.Tensor:
        product = x @ weight
        product = torch.where(product > 0.5, product, product * 3)
        state.mul_(0.9).add_(product.sum(0))
        return (torch.tanh(product @ weight.t()) @ weight) + state

    return torch.compile(step)


@program
def _compiled_in_place() -> None:
    x, weight, state = torch.randn(32, 16), torch.randn(16, 24), torch.zeros(24)
    for _ in range(3):
        compiled_step()(x, weight, state).neg()
        state.neg()


@program
def _views_and_in_place() -> None:
    x = torch.randn(16, 16)
    x[::2].mul_(2)
    x.t()[3:5].add_(1)
    x.view(4, 64)[:, 1::3].zero_()
    x.diagonal().fill_(3)
    x[x > 1] = -1
    x[[1, 5, 7]] += 2
    x.narrow(0, 2, 4).copy_(x.narrow(0, 8, 4).clone())
    x.unfold(0, 4, 2).sum(-1).neg()
    x.as_strided((4, 4), (17, 2), 5).sigmoid_()
    x.unbind(1)[3].exp_()
    x.index_add_(0, torch.tensor([1, 2]), torch.randn(2, 16))
    x.scatter_(1, torch.zeros(16, 1, dtype=torch.long), 5.0).cumsum_(0)
    x.masked_fill_(x < 0, 0).sub_(x.mean())
    base = torch.randn(16, 16, requires_grad=True)
    copy = base * 1
    copy[:, 3:7].mul_(2)
    copy.relu_().t().sum(0).pow(2).sum().backward()


@program
def _results_given() -> None:
    x, y, out = torch.randn(16, 16), torch.randn(16, 16), torch.empty(16, 16)
    torch.add(x, y, out=out)
    torch.mm(x, y, out=out)
    torch.mm(x, y, out=out.t())
    torch.addmm(out.clone(), x, y, beta=0, out=out)
    torch.cat([x[:8], y[:8]], out=out)
    torch.stack([x, y], out=torch.empty(2, 16, 16))
    torch.sort(x, out=(out, torch.empty(16, 16, dtype=torch.long)))
    torch.cumsum(x, 0, out=out)
    torch.matmul(x, y, out=out)
    torch.softmax(x, -1).neg()
    torch.index_select(x, 0, torch.tensor([3, 1]), out=torch.empty(2, 16))
    torch.add(out, out, out=out)
    torch.sum(x, 0, out=torch.empty(0))
    torch.bmm(x.view(4, 4, 16), y.view(4, 16, 4), out=torch.empty(4, 4, 4))


@program
def _cat_and_stack() -> None:
    parts = [torch.randn(rows, 8, requires_grad=True) for rows in (3, 5, 8)]
    torch.cat(parts).square().sum().backward()
    torch.cat([part.t() for part in parts], 1).sum().backward()
    torch.cat([part.detach().double() if i else part.detach() for i, part in enumerate(parts)]).neg()
    torch.stack([parts[2], parts[2].neg()], 1).sum().backward()
    torch.hstack([torch.arange(20), torch.arange(9)])
    torch.vstack([part.detach()[:3] for part in parts]).split(2)
    torch.block_diag(*(part.detach() for part in parts))
    torch.cat([torch.zeros(0), torch.zeros(64), torch.ones(64)])
    functional.pad(parts[0], (1, 2, 3, 4), mode="constant", value=2).sum().backward()
    functional.pad(parts[2].view(1, 8, 8), (2, 2), mode="reflect").sum().backward()
    parts[0].detach().repeat(3, 2).roll(1, 0).flip(1)
    torch.tile(parts[1].detach(), (2, 2)).tril().triu(-2)


@program
def _complex_numbers() -> None:
    x = torch.randn(8, 8, dtype=torch.complex64, requires_grad=True)
    y = torch.randn(8, 8, dtype=torch.complex64)
    (x @ y.conj().t()).abs().sum().backward()
    torch.mm(x.detach().conj(), y.conj()).imag.neg()
    z = torch.view_as_real(y).clone()
    torch.view_as_complex(z).mul_(2j).conj().resolve_conj().add_(1)
    y.conj().imag.neg().mul_(2)
    torch.fft.ifft(torch.fft.fft(torch.randn(4, 16))).real.sum()
    torch.fft.irfft2(torch.fft.rfft2(torch.randn(8, 8, requires_grad=True))).square().sum().backward()
    torch.stft(torch.randn(64), 16, return_complex=True, window=torch.hann_window(16)).abs()
    torch.linalg.eig(torch.randn(6, 6)).eigenvalues.conj().resolve_conj()
    torch.dot(y[0].conj(), y[1])


@program
def _linear_algebra() -> None:
    x = torch.randn(8, 8, requires_grad=True)
    positive = x @ x.t() + 8 * torch.eye(8)
    torch.linalg.cholesky(positive).sum().backward(retain_graph=True)
    torch.linalg.inv(positive).sum().backward(retain_graph=True)
    torch.linalg.solve(positive, torch.randn(8, 3)).sum().backward(retain_graph=True)
    torch.linalg.svd(x)[1].sum().backward()
    torch.linalg.qr(x)[0].sum().backward()
    torch.linalg.eigh(positive.detach())
    torch.linalg.lstsq(torch.randn(8, 4), torch.randn(8, 2))
    torch.linalg.lu(x.detach())
    torch.linalg.matrix_exp(x.detach())
    torch.linalg.det(x).backward()
    torch.cdist(x, torch.randn(5, 8)).sum().backward()
    torch.einsum("ij,jk,kl->il", x, x, x).sum().backward()
    torch.baddbmm(torch.randn(2, 4, 4), torch.randn(2, 4, 4), torch.randn(2, 4, 4), beta=0)
    torch.addmv(torch.randn(8), x.detach(), torch.randn(8))
    torch.outer(torch.randn(16), torch.randn(16)).addr_(torch.randn(16), torch.randn(16))
    torch.linalg.lu_solve(*torch.linalg.lu_factor(positive.detach()), torch.randn(8, 2))


@program
def _sorting_and_indexing() -> None:
    x = torch.randn(16, 16, requires_grad=True)
    x.sort(0)[0].sum().backward()
    x.topk(3).values.sum().backward()
    x.gather(1, torch.randint(0, 16, (16, 4))).sum().backward()
    x[torch.randint(0, 16, (9,)), 2:].sum().backward()
    x.take_along_dim(x.argsort(1), 1).sum().backward()
    x.median(1).values.sum().backward()
    x.kthvalue(2).values.sum().backward()
    x.max(0).values.sum().backward()
    x.amax(1).sum().backward()
    x.cummax(0).values.sum().backward()
    x.detach().unique(return_inverse=True, return_counts=True)
    torch.bucketize(x.detach(), torch.linspace(-1, 1, 20))
    torch.bincount(torch.randint(0, 9, (99,)), weights=torch.rand(99))
    torch.histc(x.detach(), 20)
    x.detach().nonzero()
    torch.where(x > 0, x, 2 * x).sum().backward()
    torch.searchsorted(torch.linspace(-1, 1, 20), x.detach())
    x.detach().scatter_add(0, torch.zeros(16, 16, dtype=torch.long), x.detach())
    x.detach().scatter_reduce(0, torch.zeros(16, 16, dtype=torch.long), x.detach(), "amax")
    x.detach().index_reduce(0, torch.arange(16), x.detach(), "prod")
    torch.tril_indices(9, 9)
    torch.combinations(torch.arange(9.0), 2)
    torch.randperm(100).repeat_interleave(2)


@program
def _double_backward() -> None:
    model, x = mlp(), torch.randn(32, 16, requires_grad=True)
    (slope,) = torch.autograd.grad(model(x).square().sum(), x, create_graph=True)
    (slope.norm(2, 1) - 1).square().mean().backward()


@program
def _hooks() -> None:
    model, x = mlp(), torch.randn(32, 16)
    model[0].register_forward_hook(lambda _, __, result: result * 2)
    model[2].register_full_backward_hook(lambda _, given, __: tuple(g if g is None else g * 3 for g in given))
    model[2].weight.register_hook(lambda gradient: gradient.clamp_(-1, 1))
    train(model, x)
    nn.utils.clip_grad_norm_(model.parameters(), 0.1)
    nn.utils.clip_grad_value_(model.parameters(), 0.01)


@program
def _parametrizations() -> None:
    for wrap in (
        nn.utils.parametrizations.spectral_norm,
        nn.utils.parametrizations.weight_norm,
        nn.utils.parametrizations.orthogonal,
    ):
        train(nn.Sequential(wrap(nn.Linear(16, 8)), nn.ReLU(), nn.Linear(8, 4)), torch.randn(16, 16))
    pruned = prune.l1_unstructured(nn.Linear(16, 4), "weight", 0.5)
    train(nn.Sequential(pruned), torch.randn(16, 16))


class Doubling(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: torch.Tensor) -> torch.Tensor:
        ctx.save_for_backward(x)
        return x * 2

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> torch.Tensor:
        (x,) = ctx.saved_tensors
        result = torch.empty_like(x)
        torch.mul(gradient, 2, out=result)
        return result.add_(x, alpha=0)


@program
def _functions_of_ones_own() -> None:
    x = torch.randn(16, 16, requires_grad=True)
    Doubling.apply(x).square().sum().backward()


def write_unseen(x: torch.Tensor, value: float) -> None:
    """Write one element so that neither a counter nor a schema nor a sample of three words shows it."""
    ctypes.c_float.from_address(x.data_ptr() + 4 * 7).value = value


@functools.cache
def custom_operator() -> Any:
    @torch.library.custom_op("numscope_oracle::halves", mutates_args=())
    def halves(x: torch.Tensor) -> torch.Tensor:
        result = torch.zeros_like(x)
        result.neg()
        write_unseen(result, 2)
        result.t().exp().neg()
        write_unseen(result, 3)
        return result

    @torch.library.custom_op("numscope_oracle::shift_", mutates_args=("x",))
    def shift_(x: torch.Tensor) -> None:
        x.neg()
        write_unseen(x, 4)

    return halves, shift_


@program
def _operators_of_ones_own() -> None:
    halves, shift_ = custom_operator()
    x = torch.randn(16, 16)
    for _ in range(3):
        halves(x).neg()
        shift_(x)
        x.neg()


@program
def _transforms() -> None:
    model, x = mlp(), torch.randn(32, 16)
    parameters = {name: value.detach() for name, value in model.named_parameters()}

    def loss(parameters: dict[str, torch.Tensor], x: torch.Tensor) -> torch.Tensor:
        return functional_call(model, parameters, (x,)).square().sum()

    vmap(grad(loss), in_dims=(None, 0))(parameters, x)
    torch.func.jacrev(lambda x: model(x).sum(0))(x[:4])
    torch.func.jvp(lambda x: model(x), (x,), (torch.ones_like(x),))


@program
def _threads() -> None:
    model, batches = mlp(), torch.randn(3, 32, 16)

    def work(x: torch.Tensor) -> None:
        for _ in range(3):
            functional.cross_entropy(model(x), torch.arange(32) % 4).backward()

    threads = [threading.Thread(target=work, args=(x,)) for x in batches]
    for thread in threads:
        thread.start()
        thread.join()
    shared = torch.zeros(16, 16)
    for factor in (1.0, 2.0, 3.0):
        thread = threading.Thread(target=lambda factor=factor: shared.add_(factor).neg())
        shared.neg()
        thread.start()
        thread.join()
        shared.neg()


@program
def _inference() -> None:
    model = mlp().eval()
    with torch.inference_mode():
        x = torch.randn(32, 16)
        for _ in range(2):
            x = x.add_(model(x).sum())
        x.mul_(2).neg()


@program
def _scripted() -> None:
    @torch.jit.script
    def work(x: torch.Tensor, n: int) -> torch.Tensor:
        for _ in range(n):
            x = torch.tanh(x @ x) + x[0]
        return x

    x = torch.randn(16, 16, requires_grad=True)
    for _ in range(2):
        work(x, 3).sum().backward()


@program
def _behind_the_counter() -> None:
    x = torch.randn(16, 16)
    for _ in range(3):
        x.data.add_(1)
        x.neg()
        np.multiply(x.numpy(), 2, out=x.numpy())
        x.neg()
        x.detach().sub_(1)
        x.untyped_storage().copy_(torch.randn(16, 16).untyped_storage())
        x.neg()
        torch.from_numpy(np.ones((16, 16), np.float32)).add_(x).neg()
        x.set_(torch.randn(16, 16)).neg()
        x.resize_(8, 8).fill_(2).neg()
        x.resize_(16, 16).zero_().neg()


@program
def _foreach() -> None:
    tensors = [torch.randn(n, 16) for n in (1, 4, 16)]
    torch._foreach_add_(tensors, 1)
    torch._foreach_mul_(tensors, [t.clone() for t in tensors])
    torch._foreach_addcdiv_(tensors, tensors, torch._foreach_add(tensors, 9), 0.1)
    torch._foreach_lerp_(tensors, torch._foreach_neg(tensors), 0.3)
    torch._foreach_norm(tensors)
    torch._foreach_copy_(tensors, [t * 2 for t in tensors])
    torch._foreach_zero_(tensors)
    torch._foreach_exp_(tensors)
    torch._foreach_neg(tensors)


@program
def _pictures() -> None:
    x = torch.randn(2, 3, 8, 8, requires_grad=True)
    for mode in ("nearest", "bilinear", "bicubic"):
        functional.interpolate(x, scale_factor=2, mode=mode).sum().backward()
    theta = torch.eye(2, 3).repeat(2, 1, 1).requires_grad_()
    functional.grid_sample(
        x, functional.affine_grid(theta, [2, 3, 4, 4]), align_corners=False
    ).sum().backward()
    functional.unfold(x, 3).square().sum().backward()
    functional.fold(functional.unfold(x, 3), (8, 8), 3).sum().backward()
    functional.pixel_shuffle(torch.randn(1, 4, 4, 4), 2)
    functional.avg_pool2d(x, 2).sum().backward()
    functional.lp_pool2d(x.abs() + 1, 2, 2).sum().backward()
    functional.max_unpool2d(*functional.max_pool2d(x, 2, return_indices=True), 2).sum().backward()
    functional.fractional_max_pool2d(x, 2, output_ratio=(0.5, 0.5)).sum().backward()


@program
def _random_numbers() -> None:
    torch.rand(64), torch.randn(64), torch.randint(0, 9, (64,)), torch.randperm(64)
    x = torch.empty(16, 16)
    x.normal_().uniform_().exponential_().bernoulli_(0.4).geometric_(0.5).cauchy_().log_normal_().random_(9)
    torch.multinomial(torch.rand(16, 16), 4)
    torch.distributions.Normal(torch.zeros(16), torch.ones(16)).rsample((4,)).neg()
    torch.distributions.Gamma(torch.full((16,), 2.0), torch.ones(16)).rsample().neg()
    torch.distributions.Dirichlet(torch.ones(16)).sample()
    torch.quasirandom.SobolEngine(4, scramble=True, seed=0).draw(32).neg()
    torch.poisson(torch.full((64,), 3.0)), torch.binomial(torch.full((64,), 9.0), torch.full((64,), 0.5))


@program
def _quantized() -> None:
    x = torch.randn(16, 16)
    quantized = torch.quantize_per_tensor(x, 0.1, 3, torch.qint8)
    quantized.dequantize().add_(1)
    torch.fake_quantize_per_tensor_affine(x.requires_grad_(), 0.1, 0, -128, 127).sum().backward()
    model = torch.ao.quantization.quantize_dynamic(mlp(), {nn.Linear}, dtype=torch.qint8)
    model(torch.randn(4, 16)).neg()


@program
def _freed_inside() -> None:
    for _ in range(3):
        x = torch.randn(64, 64)
        for _ in range(4):
            x = torch.tanh(x @ x.t() / 64)
        del x
        torch.stack([torch.full((64, 64), float(i)) for i in range(3)]).sum(0).logsumexp(0)
