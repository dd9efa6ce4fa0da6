"""Normalise plant detections per image before averaging a batch health score.

Symptom: The program prints NaN or inf.
Culprit: Unbiased std of a single element is NaN.
Report: digantamisra98/EvoNorm#5
"""

import torch

torch.set_num_threads(1)


def detections(seed=8, n_images=10):
    g = torch.Generator().manual_seed(seed)
    images = []
    for k in range(n_images):
        n = int(torch.randint(2, 12, (1,), generator=g))
        if k == 6:
            n = 1
        images.append(0.6 + 0.12 * torch.randn(n, generator=g))
    return images


def standardise(ndvi, eps=1e-5):
    centred = ndvi - ndvi.mean()
    return centred / (ndvi.std() + eps)  # culprit


def image_score(ndvi):
    z = standardise(ndvi)
    weights = torch.sigmoid(z)
    return (weights * ndvi).sum() / weights.sum()


def batch_score(images):
    return torch.stack([image_score(i) for i in images])


images = detections()
scores = batch_score(images)
print("plants per image:", [len(i) for i in images])
print("plain mean ndvi: %.3f" % torch.cat(images).mean().item())
print("first scores:", [round(s, 3) for s in scores[:4].tolist()])
print("batch health score: %.4f" % scores.mean().item())
