"""A recurrent classifier of bird calls, written out by hand."""

import torch
import torch.nn.functional as F

SIZES = {"bands": 6, "hidden": 10, "species": 3}


def calls(n=24, steps=15, seed=41):
    gen = torch.Generator().manual_seed(seed)
    y = torch.arange(n) % SIZES["species"]
    t = torch.arange(steps, dtype=torch.float32)
    pitch = (y[:, None] + 1) * 0.35 * t
    x = torch.stack([torch.sin(pitch + k) for k in range(SIZES["bands"])], dim=-1)
    return x + 0.2 * torch.randn(x.shape, generator=gen), y


def make_params(seed):
    gen = torch.Generator().manual_seed(seed)
    h = SIZES["hidden"]
    shapes = {"w": (SIZES["bands"], h), "u": (h, h), "out": (h, SIZES["species"])}
    params = {k: 0.3 * torch.randn(s, generator=gen) for k, s in shapes.items()}
    params["b"] = torch.zeros(h)
    for p in params.values():
        p.requires_grad_()
    return params


def forward(params, x):
    state = torch.zeros(x.shape[0], SIZES["hidden"])
    for t in range(x.shape[1]):
        state = torch.tanh(x[:, t] @ params["w"] + state @ params["u"] + params["b"])
    return state @ params["out"]


def main():
    x, y = calls()
    params = make_params(seed=2)
    lr = 0.1
    for epoch in range(20):
        loss = F.cross_entropy(forward(params, x), y)
        grads = torch.autograd.grad(loss, list(params.values()))
        with torch.no_grad():
            for p, g in zip(params.values(), grads):
                p -= lr * g
        if epoch % 5 == 4:
            print(f"epoch {epoch + 1} loss {loss.item():.5f}")
    with torch.no_grad():
        accuracy = (forward(params, x).argmax(1) == y).float().mean()
    print(f"accuracy {accuracy.item():.3f}")


if __name__ == "__main__":
    main()
