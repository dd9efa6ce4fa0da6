"""Learn which of eight menus a canteen should offer: choices get sharper as the temperature falls.

Symptom: at the last step the scores of all menus become nan.
Culprit: the temperature falls to exactly 0 at the last step, and the scores are divided by it.
Report: ericjang/gumbel-softmax#2 (how close to 0 a temperature may come)
"""

import torch

STEPS = 120


class Canteen:
    """Guests of a canteen, each with a liking for each menu."""

    def __init__(self, guests, menus, seed):
        generator = torch.Generator().manual_seed(seed)
        self.liking = torch.randn(guests, menus, generator=generator)
        self.liking += torch.linspace(-0.5, 0.5, menus)

    def pleasure(self, offer):
        """Return how much the guests like an offer, which has a share of each menu."""
        return (self.liking * offer).sum(dim=1).mean()


def relaxed_choice(scores, temperature, generator):
    noise = -torch.log(-torch.log(torch.rand(scores.shape, generator=generator)))
    return torch.softmax((scores + noise) / temperature, dim=0)  # culprit, too


def learn(canteen, menus, seed):
    generator = torch.Generator().manual_seed(seed)
    scores = torch.zeros(menus, requires_grad=True)
    optimizer = torch.optim.Adam([scores], lr=0.05)
    temperatures = torch.linspace(2.0, 0.0, STEPS)  # culprit
    for temperature in temperatures:
        loss = -canteen.pleasure(relaxed_choice(scores, temperature, generator))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return scores.detach()


scores = learn(Canteen(guests=50, menus=8, seed=2), menus=8, seed=1)
print("scores:", [round(score, 3) for score in scores.tolist()])
print("best menu:", scores.argmax().item(), "with", round(scores.max().item(), 3))
