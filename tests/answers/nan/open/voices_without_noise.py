"""Take the noise out of recordings of voices; the loss compares magnitudes of spectra.

Symptom: the loss is a number in the first step and nan in the second
Culprit: the small number is added after the root, whose slope at a silent bin is infinite
Report: mpariente/pytorch_stoi#14
"""

import torch
from torch import nn

FRAME = 64
EPS = 1e-8


def spectrum(waves):
    frames = waves.unfold(1, FRAME, FRAME // 2) * torch.hann_window(FRAME)
    return torch.fft.rfft(frames)


def magnitude(waves):
    bins = spectrum(waves)
    return torch.sqrt(bins.real**2 + bins.imag**2) + EPS  # culprit


class SpectralLoss(nn.Module):
    def forward(self, guess, clean):
        first, second = magnitude(guess), magnitude(clean)
        convergence = torch.norm(second - first) / torch.norm(second)
        logs = torch.nn.functional.l1_loss(torch.log(first), torch.log(second))
        return convergence + logs


class Denoiser(nn.Module):
    def __init__(self):
        super().__init__()
        self.down = nn.Conv1d(1, 8, 9, padding=4, bias=False)
        self.up = nn.Conv1d(8, 1, 9, padding=4, bias=False)

    def forward(self, waves):
        return self.up(torch.relu(self.down(waves[:, None])))[:, 0]


def recordings(count, length):
    generator = torch.Generator().manual_seed(11)
    times = torch.arange(length) / 8000
    pitch = 120 + 80 * torch.rand(count, 1, generator=generator)
    clean = torch.sin(2 * torch.pi * pitch * times)
    clean[:, : length // 4] = 0.0  # nobody speaks yet
    noise = 0.1 * torch.randn(count, length, generator=generator)
    noise[:, : length // 8] = 0.0  # the microphone is switched on
    return clean, clean + noise


def main():
    torch.manual_seed(1)
    clean, noisy = recordings(8, 1024)
    model, loss_of = Denoiser(), SpectralLoss()
    optimiser = torch.optim.Adam(model.parameters(), lr=1e-3)
    for step in range(4):
        optimiser.zero_grad()
        loss = loss_of(model(noisy), clean)
        loss.backward()
        optimiser.step()
        print(step, loss.item())


main()
