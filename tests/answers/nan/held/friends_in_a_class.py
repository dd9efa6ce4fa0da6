"""Guess the sport of pupils from their friends with a small network on a graph.

Symptom: the loss is nan from the first epoch on, before any weight has changed.
Culprit: two pupils named no friend and were named by none; 0 to the power -0.5 is inf, and inf times 0 is nan.
Report: Zhongdao/gcn_clustering#6 (nodes without any link gave 1 / 0 and then nan)
"""

import torch
from torch import nn

torch.manual_seed(30)
PUPILS, SPORTS = 36, 3


def friendships(sport):
    """Return the matrix of friends: pupils with the same sport are friends more often."""
    same = sport[:, None] == sport[None, :]
    chance = torch.where(same, 0.3, 0.04)
    upper = torch.triu(torch.rand(PUPILS, PUPILS) < chance, diagonal=1)
    upper[[4, 19], :] = False
    upper[:, [4, 19]] = False
    return (upper | upper.T).float()


def normalised(adjacency):
    degree = adjacency.sum(dim=1)
    scale = degree.pow(-0.5)  # culprit
    return scale[:, None] * adjacency * scale[None, :]


class Layer(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.own = nn.Linear(inputs, outputs)
        self.friends = nn.Linear(inputs, outputs, bias=False)

    def forward(self, features, graph):
        return self.own(features) + graph @ self.friends(features)


class Network(nn.Module):
    def __init__(self, inputs, hidden=12):
        super().__init__()
        self.first = Layer(inputs, hidden)
        self.second = Layer(hidden, SPORTS)
        self.drop = nn.Dropout(0.2)

    def forward(self, features, graph):
        return self.second(self.drop(torch.relu(self.first(features, graph))), graph)


def main():
    sport = torch.arange(PUPILS) % SPORTS
    graph = normalised(friendships(sport))
    features = nn.functional.one_hot(sport, SPORTS) * 0.6 + torch.randn(PUPILS, SPORTS)
    asked = torch.rand(PUPILS) < 0.6
    network = Network(SPORTS)
    optimizer = torch.optim.Adam(network.parameters(), lr=0.02, weight_decay=1e-3)
    for epoch in range(31):
        network.train()
        loss = nn.functional.cross_entropy(network(features, graph)[asked], sport[asked])
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        if epoch % 10 == 0:
            print(f"epoch {epoch:2d}: {loss.item():.4f}")
    network.eval()
    right = network(features, graph).argmax(dim=1)[~asked] == sport[~asked]
    print(f"right {right.float().mean():.3f} of the pupils who were not asked")


main()
