"""Trainings whose memory is looked at. Each takes a number of steps; `checkpointed`: its blocks are computed again."""

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Block(nn.Module):
    """A layer like a transformer's second half."""

    def __init__(self, width):
        super().__init__()
        self.norm, self.up, self.down = (
            nn.LayerNorm(width),
            nn.Linear(width, 4 * width),
            nn.Linear(4 * width, width),
        )

    def forward(self, x):
        return x + self.down(torch.nn.functional.gelu(self.up(self.norm(x))))


class Stack(nn.Module):
    def __init__(self, width=64, depth=4, checkpointed=False):
        super().__init__()
        self.blocks = nn.ModuleList(Block(width) for _ in range(depth))
        self.head = nn.Linear(width, 10)
        self.checkpointed = checkpointed

    def forward(self, x):
        for block in self.blocks:
            x = checkpoint(block, x, use_reentrant=False) if self.checkpointed else block(x)
        return self.head(x)


def train(model, batch, steps, optimizer=torch.optim.Adam):
    opt = optimizer(model.parameters(), 1e-3)
    for _ in range(steps):
        x = torch.randn(batch)
        loss = model(x).square().mean()
        opt.zero_grad()
        loss.backward()
        opt.step()


def stack(steps=3, checkpointed=False):
    torch.manual_seed(0)
    model = Stack(checkpointed=checkpointed)
    train(model, (256, 64), steps)
    return model


def convolutions(steps=3):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Conv2d(3, 16, 3), nn.BatchNorm2d(16), nn.ReLU(), nn.Conv2d(16, 8, 3, stride=2))
    train(model, (8, 3, 24, 24), steps, torch.optim.SGD)
    return model


def recurrent(steps=3):
    torch.manual_seed(0)

    class Reader(nn.Module):
        def __init__(self):
            super().__init__()
            self.lstm, self.head = nn.LSTM(16, 32, 2), nn.Linear(32, 4)

        def forward(self, x):
            return self.head(self.lstm(x)[0])

    model = Reader()
    train(model, (20, 8, 16), steps)
    return model


def evaluation(steps=3):
    torch.manual_seed(0)
    model = Stack()
    with torch.no_grad():
        for _ in range(steps):
            model(torch.randn(256, 64))
    return model


def history_with_graph(steps=6):
    torch.manual_seed(0)
    model = Stack()
    history = []
    for _ in range(steps):
        history.append(model(torch.randn(256, 64)).mean())  # kept
    return history


def history_of_numbers(steps=6):
    torch.manual_seed(0)
    model = Stack()
    return [model(torch.randn(256, 64)).mean().item() for _ in range(steps)]


def hidden_states(steps=6):
    torch.manual_seed(0)
    model = Stack()
    states = []
    with torch.no_grad():
        for _ in range(steps):
            states.append(torch.relu(model.blocks[0](torch.randn(256, 64))))  # kept
            model(states[-1])
    return states
