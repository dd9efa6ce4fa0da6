"""Train the policy of a small cart with normalised advantages.

Symptom: the loss of the last minibatch of the first epoch is nan, then everything is.
Culprit: 129 steps in minibatches of 64 leave one with a single advantage, whose std (n - 1 = 0) is nan.
Report: DLR-RM/stable-baselines3#325
"""

import torch
from torch import nn


def rollout(steps=129):
    states = torch.randn(steps, 4)
    actions = torch.randint(0, 2, (steps,))
    rewards = 1 - states[:, 0].abs() + 0.1 * actions
    returns = torch.zeros(steps)
    running = torch.tensor(0.0)
    for step in reversed(range(steps)):
        running = rewards[step] + 0.95 * running
        returns[step] = running
    return states, actions, returns


def policy_loss(network, states, actions, advantages):
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)  # culprit
    chosen = torch.log_softmax(network(states), dim=1).gather(1, actions[:, None]).squeeze(1)
    return -(chosen * advantages).mean()


def main(epochs=2, size=64):
    torch.manual_seed(4)
    network = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 2))
    optimizer = torch.optim.Adam(network.parameters(), lr=3e-3)
    states, actions, returns = rollout()
    best = float("-inf")
    for epoch in range(epochs):
        for part in torch.randperm(len(states)).split(size):
            loss = policy_loss(network, states[part], actions[part], returns[part])
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()
            print(f"epoch {epoch}: {len(part):2d} steps, loss {loss.item():.4f}")
            best = max(best, -loss.item())
    print("probabilities:", torch.softmax(network(states[:1]), dim=1).tolist(), "best:", round(best, 3))


main()
