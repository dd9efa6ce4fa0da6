"""Measure how undecided a player is about the legal moves of a game.

Symptom: the entropy of every position is nan and so is the loss with its entropy bonus.
Culprit: illegal moves have log probability -inf and probability 0; 0 * -inf is nan.
Report: huggingface/trl#7221
"""

import torch
from torch import nn


class Player(nn.Module):
    def __init__(self, squares=9):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(squares, 24), nn.ReLU(), nn.Linear(24, squares))

    def forward(self, board):
        logits = self.body(board)
        return logits.masked_fill(board != 0, float("-inf"))


def entropy(logits):
    log_probability = torch.log_softmax(logits, dim=-1)
    return -(log_probability.exp() * log_probability).sum(dim=-1)  # culprit


def positions(count=32):
    board = torch.randint(-1, 2, (count, 9)).float()
    board[:, 4] = 0  # the centre is always free
    return board


def main():
    torch.manual_seed(8)
    player = Player()
    board = positions()
    logits = player(board)
    moves = torch.distributions.Categorical(logits=logits).sample()
    reward = (moves % 2 == 0).float()
    chosen = torch.log_softmax(logits, dim=-1).gather(1, moves[:, None]).squeeze(1)
    undecided = entropy(logits)
    loss = -(chosen * reward).mean() - 0.01 * undecided.mean()
    loss.backward()
    print("entropy of three positions:", undecided[:3].tolist())
    print("loss:", loss.item())
    print("gradient:", player.body[0].weight.grad.abs().max().item())


if __name__ == "__main__":
    main()
