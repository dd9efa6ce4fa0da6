"""Refine a coarse map of heights and find how much of an island stands above a rising sea."""

import torch
import torch.nn.functional as F  # noqa: N812

torch.manual_seed(8)
y, x = torch.meshgrid(torch.linspace(-1, 1, 12), torch.linspace(-1, 1, 12), indexing="ij")
coarse = 40 * torch.exp(-3 * (x**2 + y**2)) + torch.rand(12, 12) * 4
fine = F.interpolate(coarse[None, None], size=(60, 60), mode="bilinear", align_corners=True)[0, 0]
for sea in (5, 10, 20):
    print(f"sea at {sea} m: {(fine > sea).float().mean().item():.4f} of the map is dry")
slope = torch.sqrt((fine[1:, :-1] - fine[:-1, :-1]) ** 2 + (fine[:-1, 1:] - fine[:-1, :-1]) ** 2)
print(f"steepest step {slope.max().item():.4f} m")
