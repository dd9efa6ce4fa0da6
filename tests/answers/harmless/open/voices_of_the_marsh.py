"""Tells frogs of a marsh apart by twelve features of their calls: a small network
with early stopping, tested with the weights of the best validation epoch.

Symptom: none
Culprit: none
Tempts: weights that are put back after training, a validation loss that rises
"""

import torch
import torch.nn.functional as F
from torch import nn

SPECIES = 4


def calls(n, gen):
    kind = torch.randint(SPECIES, (n,), generator=gen)
    centre = torch.randn(SPECIES, 12, generator=torch.Generator().manual_seed(3))
    x = 0.75 * centre[kind] + torch.randn(n, 12, generator=gen)
    return x, kind


class BestKeeper:
    """Remembers the weights of the epoch with the lowest validation loss."""

    def __init__(self, net):
        self.net = net
        self.loss = float("inf")
        self.epoch = -1
        self.state = None

    def see(self, epoch, loss):
        if loss < self.loss:
            self.loss, self.epoch = loss, epoch
            self.state = {k: v.clone() for k, v in self.net.state_dict().items()}

    def put_back(self):
        self.net.load_state_dict(self.state)


def evaluate(net, x, y):
    net.eval()
    with torch.no_grad():
        out = net(x)
    net.train()
    return F.cross_entropy(out, y).item(), (out.argmax(1) == y).float().mean().item()


def main():
    torch.manual_seed(44)
    gen = torch.Generator().manual_seed(8)
    train, valid, test = calls(160, gen), calls(200, gen), calls(600, gen)
    net = nn.Sequential(nn.Linear(12, 64), nn.ReLU(), nn.Linear(64, SPECIES))
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    keeper = BestKeeper(net)
    for epoch in range(120):
        opt.zero_grad()
        loss = F.cross_entropy(net(train[0]), train[1])
        loss.backward()
        opt.step()
        keeper.see(epoch, evaluate(net, *valid)[0])
    print(f"last training loss {loss.item():.4f}")
    keeper.put_back()
    print(f"best epoch {keeper.epoch} with validation loss {keeper.loss:.4f}")
    test_loss, hits = evaluate(net, *test)
    print(f"test loss {test_loss:.4f}, correct {hits:.3f}")


if __name__ == "__main__":
    main()
