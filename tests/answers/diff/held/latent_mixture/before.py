"""Log-likelihood of latent sequences under a mixture of Gaussians predicted per step."""

import torch

torch.set_num_threads(1)
K, DIM = 4, 3


def predictions(seed=61, steps=12, batch=6):
    g = torch.Generator().manual_seed(seed)
    logits = 2.5 * torch.randn(steps, batch, K, generator=g)
    mu = 2.0 * torch.randn(steps, batch, K, DIM, generator=g)
    sigma = 0.5 + torch.rand(steps, batch, K, DIM, generator=g)
    pick = logits.argmax(dim=2)
    chosen = torch.gather(mu, 2, pick[..., None, None].expand(-1, -1, 1, DIM)).squeeze(2)
    target = chosen + 0.6 * torch.randn(steps, batch, DIM, generator=g)
    return logits, mu, sigma, target


def log_gauss(x, mu, sigma):
    z = (x - mu) / sigma
    return (-0.5 * z**2 - torch.log(sigma) - 0.9189385).sum()


def step_loglik(logits, mu, sigma, x):
    logpi = logits - torch.logsumexp(logits, dim=0)
    terms = []
    for k in range(K):
        terms.append(logpi[k] + log_gauss(x, mu[k], sigma[k]))
    return torch.logsumexp(torch.stack(terms), dim=0)


def sequence_loglik(logits, mu, sigma, target):
    steps, batch = target.shape[:2]
    total = torch.zeros(batch)
    for b in range(batch):
        for t in range(steps):
            total[b] += step_loglik(logits[t, b], mu[t, b], sigma[t, b], target[t, b])
    return total


logits, mu, sigma, target = predictions()
loglik = sequence_loglik(logits, mu, sigma, target)
print("sequences:", [round(v, 2) for v in loglik.tolist()])
print(f"mean negative log-likelihood per step: {-(loglik / target.shape[0]).mean().item():.4f}")
