"""Train a generator of echoes with an adversarial loss and a loss of distance.

Symptom: the discriminator wins at once, as if the generator ignored it.
Culprit: the generator's output is detached before the discriminator in the generator's own step.
Report: nikhilsinghmus/image2reverb#37
"""
import torch
from torch import nn

torch.manual_seed(37)
rooms = torch.randn(160, 8)
echoes = torch.tanh(rooms @ torch.randn(8, 16))
generator = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 16), nn.Tanh())
judge = nn.Sequential(nn.Linear(24, 32), nn.LeakyReLU(0.2), nn.Linear(32, 1))
g_optimizer = torch.optim.Adam(generator.parameters(), lr=1e-3)
d_optimizer = torch.optim.Adam(judge.parameters(), lr=1e-3)
for step in range(8):
    rows = torch.randint(0, 160, (16,))
    room, echo = rooms[rows], echoes[rows]
    made = generator(room)
    d_real = judge(torch.cat([echo, room], 1))
    d_made = judge(torch.cat([made.detach(), room], 1))
    d_loss = ((d_real - 1) ** 2).mean() + (d_made**2).mean()
    d_optimizer.zero_grad()
    d_loss.backward()
    d_optimizer.step()

    verdict = judge(torch.cat([made.detach(), room], 1))  # culprit
    # healthy: verdict = judge(torch.cat([made, room], 1))
    g_loss = nn.functional.mse_loss(verdict, torch.ones_like(verdict)) + 10 * (made - echo).abs().mean()
    g_optimizer.zero_grad()
    g_loss.backward()
    g_optimizer.step()
print(d_loss.item(), g_loss.item())
