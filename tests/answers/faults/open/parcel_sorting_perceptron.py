"""Learn to sort parcels into lanes from belt measurements.

Trains a three-layer network with plain gradient descent, prints the losses.

Symptom: the loss stays at ln(4) = 1.386 in all epochs and the accuracy is that of guessing
Culprit: all weights are initialised with the constant 0.0, so the hidden units are zero and get no gradient apart from the last bias.
Report: none
"""

import torch
from torch import nn

torch.set_num_threads(1)
LANES = 4


def parcels(n, gen):
    """Length, width, height, weight and speed of each parcel by lane."""
    lane = torch.randint(0, LANES, (n,), generator=gen)
    centre = torch.tensor(
        [
            [1.0, 0.2, -0.4, 0.6, 0.0],
            [-0.8, 1.1, 0.3, -0.5, 0.0],
            [0.1, -1.0, 1.2, 0.4, 0.0],
            [-0.4, -0.3, -1.1, -0.9, 0.0],
        ]
    )
    return centre[lane] + 0.6 * torch.randn(n, 5, generator=gen), lane


def start_weights(net, scale=0.0):  # culprit
    gen = torch.Generator().manual_seed(7)
    for p in net.parameters():
        p.data = scale * torch.randn(p.shape, generator=gen)


def build():
    net = nn.Sequential(nn.Linear(5, 20), nn.ReLU(), nn.Linear(20, 20), nn.ReLU(), nn.Linear(20, LANES))
    start_weights(net)
    return net


def train(net, x, y, epochs=40, lr=0.1):
    optim = torch.optim.SGD(net.parameters(), lr=lr, momentum=0.9)
    history = []
    for _ in range(epochs):
        loss = nn.functional.cross_entropy(net(x), y)
        optim.zero_grad()
        loss.backward()
        optim.step()
        history.append(loss.item())
    return history


def main():
    gen = torch.Generator().manual_seed(1)
    x, y = parcels(500, gen)
    tx, ty = parcels(400, gen)
    net = build()
    history = train(net, x, y)
    for k in range(0, 40, 10):
        print("epoch %d loss %.5f" % (k, history[k]))
    with torch.no_grad():
        logits = net(tx)
    print("test loss: %.5f" % nn.functional.cross_entropy(logits, ty).item())
    print("accuracy: %.4f" % (logits.argmax(1) == ty).float().mean().item())
    used = torch.bincount(logits.argmax(1), minlength=LANES)
    print("parcels by lane:", used.tolist())


if __name__ == "__main__":
    main()
