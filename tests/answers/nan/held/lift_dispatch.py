"""Policy gradient for a toy lift that learns which floor to wait on.

Culprit: unbiased std of a one-step episode (PyTorch)
Report: advantage normalisation threads, sidhantls/ppo_lightning#7
"""

from dataclasses import dataclass

import torch
from torch import nn
from torch.distributions import Categorical


@dataclass
class Config:
    floors: int = 5
    max_calls: int = 6
    gamma: float = 0.9
    lr: float = 0.02
    episodes: int = 12
    seed: int = 21


class Building:
    def __init__(self, cfg, gen):
        self.cfg = cfg
        self.gen = gen

    def reset(self):
        self.at = 0
        self.left = int(torch.randint(1, self.cfg.max_calls, (1,), generator=self.gen))
        return self.observe()

    def observe(self):
        x = torch.zeros(self.cfg.floors + 1)
        x[self.at] = 1.0
        x[-1] = self.left / self.cfg.max_calls
        return x

    def step(self, wait_on):
        p = torch.tensor([0.5, 0.1, 0.1, 0.1, 0.2])
        call = int(torch.multinomial(p, 1, generator=self.gen))
        self.at = call
        self.left -= 1
        return self.observe(), -abs(call - wait_on), self.left == 0


def discounted(rewards, gamma):
    out, running = [], 0.0
    for r in reversed(rewards):
        running = r + gamma * running
        out.append(running)
    return torch.tensor(out[::-1])


def normalise(returns):
    return (returns - returns.mean()) / (returns.std() + 1e-8)  # culprit


class Agent:
    def __init__(self, cfg):
        self.cfg = cfg
        self.net = nn.Sequential(nn.Linear(cfg.floors + 1, 16), nn.Tanh(), nn.Linear(16, cfg.floors))
        self.opt = torch.optim.Adam(self.net.parameters(), lr=cfg.lr)

    def episode(self, env):
        obs, done = env.reset(), False
        logp, rewards = [], []
        while not done:
            dist = Categorical(logits=self.net(obs), validate_args=False)
            action = dist.sample()
            logp.append(dist.log_prob(action))
            obs, reward, done = env.step(int(action))
            rewards.append(float(reward))
        return torch.stack(logp), rewards

    def learn(self, env):
        logp, rewards = self.episode(env)
        loss = -(logp * normalise(discounted(rewards, self.cfg.gamma))).mean()
        self.opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
        self.opt.step()
        return loss.item(), sum(rewards), len(rewards)


def main():
    cfg = Config()
    torch.manual_seed(cfg.seed)
    env = Building(cfg, torch.Generator().manual_seed(cfg.seed))
    agent = Agent(cfg)
    for n in range(cfg.episodes):
        try:
            loss, reward, calls = agent.learn(env)
        except RuntimeError as error:
            print("stopped:", str(error).splitlines()[0])
            break
        print(f"episode {n:2d} calls {calls} reward {reward:5.1f} loss {loss:.4f}")
    weight = agent.net[0].weight.detach()
    print("mean weight", weight.mean().item())


if __name__ == "__main__":
    main()
