"""Teach a policy to tell jokes: eight tries at each prompt, rated by a judge.

Symptom: the policy is nan after the first step
Culprit: all tries at a prompt got the same rating, so that their spread is 0
Report: bojieli/ai-agent-book#498
"""

import torch
from torch import nn

TRIES = 8


class Policy(nn.Module):
    def __init__(self, prompts, jokes):
        super().__init__()
        self.table = nn.Embedding(prompts, 16)
        self.head = nn.Linear(16, jokes)

    def forward(self, prompts):
        return torch.log_softmax(self.head(torch.tanh(self.table(prompts))), dim=-1)


class Judge:
    def __init__(self, prompts, jokes):
        generator = torch.Generator().manual_seed(17)
        self.funny = torch.rand(prompts, jokes, generator=generator) < 0.25
        self.funny[3] = False  # nobody has laughed about taxes yet

    def __call__(self, prompts, jokes):
        return self.funny[prompts, jokes].float()


def advantages(ratings):
    groups = ratings.view(-1, TRIES)
    centre = groups.mean(dim=1, keepdim=True)
    spread = groups.std(dim=1, keepdim=True)
    return ((groups - centre) / spread).view(-1)  # culprit


def step(policy, judge, optimiser, prompts):
    asked = prompts.repeat_interleave(TRIES)
    logs = policy(asked)
    jokes = torch.multinomial(logs.exp().detach(), 1).squeeze(1)
    ratings = judge(asked, jokes)
    chosen = logs.gather(1, jokes[:, None]).squeeze(1)
    loss = -(advantages(ratings) * chosen).mean()
    optimiser.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
    optimiser.step()
    return ratings.mean().item(), loss.item()


def main():
    torch.manual_seed(9)
    policy, judge = Policy(6, 40), Judge(6, 40)
    optimiser = torch.optim.AdamW(policy.parameters(), lr=1e-2)
    for turn in range(2):
        prompts = torch.arange(6)
        rating, loss = step(policy, judge, optimiser, prompts)
        print(f"turn {turn}: mean rating {rating:.2f}, loss {loss}")
        if not torch.isfinite(policy.head.weight).all():
            print("the policy is broken")
            break


main()
