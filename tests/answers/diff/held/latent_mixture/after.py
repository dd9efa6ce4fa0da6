"""Log-likelihood of latent sequences under a mixture of Gaussians predicted per step.

Symptom: The last number is another one.
Culprit: Loops to a batched class; log_softmax over the batch axis (NLL 3.669 -> 4.961).
Report: ctallec/world-models#10
"""

import torch
from torch.distributions import Normal

torch.set_num_threads(1)


class MixtureHead:
    def __init__(self, logits, mu, sigma):
        self.logpi = torch.log_softmax(logits, dim=-2)  # culprit
        self.components = Normal(mu, sigma)

    def log_prob(self, x):
        parts = self.components.log_prob(x.unsqueeze(-2)).sum(dim=-1)
        return torch.logsumexp(self.logpi + parts, dim=-1)


def predictions(seed=61, steps=12, batch=6, k=4, dim=3):
    g = torch.Generator().manual_seed(seed)
    logits = 2.5 * torch.randn(steps, batch, k, generator=g)
    mu = 2.0 * torch.randn(steps, batch, k, dim, generator=g)
    sigma = 0.5 + torch.rand(steps, batch, k, dim, generator=g)
    pick = logits.argmax(dim=2)
    chosen = torch.gather(mu, 2, pick[..., None, None].expand(-1, -1, 1, dim)).squeeze(2)
    target = chosen + 0.6 * torch.randn(steps, batch, dim, generator=g)
    return (logits, mu, sigma), target


def score(head, target):
    per_step = head.log_prob(target)
    return per_step.sum(dim=0), -per_step.mean()


def main():
    params, target = predictions()
    loglik, nll = score(MixtureHead(*params), target)
    print("sequences:", [round(v, 2) for v in loglik.tolist()])
    print(f"mean negative log-likelihood per step: {nll.item():.4f}")


if __name__ == "__main__":
    main()
