"""Draw new places of footprints on a dune with a small diffusion model.

Known places are mixed with noise step by step; a network learns to tell the noise. New places start as noise and are
cleaned from the last step to the first. Places that the wind blurred have no coordinates and are left out.

Symptom: training looks healthy, but mean, spread and share inside the dune of the drawn places print nan
Culprit: the schedule ends at exactly 0, and the first step of drawing divides by the root of it
Report: none
"""

import torch
from torch import nn

STEPS = 40


def schedule():
    """Return the share of the picture that is left after each number of steps (STEPS + 1,)."""
    return torch.linspace(1.0, 0.0, STEPS + 1)  # culprit


class Noise(nn.Module):
    """Tells the noise in places from the places and the step."""

    def __init__(self, width=48):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(2 + 4, width), nn.SiLU(), nn.Linear(width, width), nn.SiLU(), nn.Linear(width, 2)
        )

    def forward(self, places, step):
        """Return the noise (places, 2)."""
        phase = step[:, None] / STEPS * torch.tensor([1.0, 2.0]) * 3.1416
        return self.layers(torch.cat([places, phase.sin(), phase.cos()], dim=1))


def footprints(count, generator):
    """Return places (count, 2) along the crest of a dune, in standard units, NaN where the wind blurred them."""
    along = torch.rand(count, generator=generator) * 2 - 1
    crest = torch.stack([1.5 * along, 1.2 * along**2 - 0.5], dim=1)
    places = crest + 0.08 * torch.randn(count, 2, generator=generator)
    places[torch.rand(count, generator=generator) < 0.05] = torch.nan
    return places


def train(places, left, rounds):
    """Return a network that tells noise, printing its error."""
    network = Noise()
    optimiser = torch.optim.Adam(network.parameters(), lr=4e-3)
    for number in range(rounds):
        step = torch.randint(1, STEPS, (256,))
        chosen = places[torch.randint(len(places), (256,))]
        noise = torch.randn_like(chosen)
        share = left[step][:, None]
        mixed = share.sqrt() * chosen + (1 - share).sqrt() * noise
        loss = nn.functional.mse_loss(network(mixed, step), noise)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        if number % 100 == 0:
            print(f"round {number:3d}: error {loss.item():.3f}")
    return network


@torch.no_grad()
def draw(network, left, count):
    """Return new places (count, 2), cleaned step by step without new noise."""
    places = torch.randn(count, 2)
    for number in range(STEPS, 0, -1):
        noise = network(places, torch.full((count,), number))
        clean = (places - (1 - left[number]).sqrt() * noise) / left[number].sqrt()
        places = left[number - 1].sqrt() * clean + (1 - left[number - 1]).sqrt() * noise
    return places


def main():
    """Train, draw and compare."""
    torch.manual_seed(12)
    generator = torch.Generator().manual_seed(13)
    found = footprints(800, generator)
    sharp = found[~found.isnan().any(dim=1)]
    print(f"{len(found)} footprints, {len(found) - len(sharp)} blurred")
    left = schedule()
    network = train(sharp, left, 400)
    drawn = draw(network, left, 500)
    for name, places in [("found", sharp), ("drawn", drawn)]:
        inside = ((places[:, 1] - 1.2 * (places[:, 0] / 1.5) ** 2 + 0.5).abs() < 0.4).float().mean()
        print(
            f"{name}: mean height {places[:, 1].mean().item():.3f}, spread along {places[:, 0].std().item():.3f}, "
            f"on the crest {inside.item():.2f}"
        )


if __name__ == "__main__":
    main()
