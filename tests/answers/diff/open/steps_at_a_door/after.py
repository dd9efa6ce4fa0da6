"""Train a network that tells who comes home by the sound of steps.

Symptom: the loss hardly falls
Culprit: the loss is a mean over the batch, where before it was a sum that the learning rate was made for
Report: none
"""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

PEOPLE = 4
BATCH = 40


def sounds(count, seed):
    generator = torch.Generator().manual_seed(seed)
    person = torch.randint(0, PEOPLE, (count,), generator=generator)
    centres = torch.randn(PEOPLE, 10, generator=torch.Generator().manual_seed(0))
    return centres[person] + 0.8 * torch.randn(count, 10, generator=generator), person


class Trainer:
    def __init__(self, network):
        self.network = network
        self.optimizer = torch.optim.SGD(network.parameters(), lr=0.004, momentum=0.9)
        self.criterion = nn.CrossEntropyLoss()  # culprit

    def batch(self, rows, wanted):
        loss = self.criterion(self.network(rows), wanted)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item() * len(rows)

    def epoch(self, number, x, person):
        order = torch.randperm(len(x), generator=torch.Generator().manual_seed(number))
        loader = DataLoader(TensorDataset(x[order], person[order]), batch_size=BATCH)
        return sum(self.batch(rows, wanted) for rows, wanted in loader) / len(x)


torch.manual_seed(5)
network = nn.Sequential(nn.Linear(10, 16), nn.GELU(), nn.Linear(16, PEOPLE))
trainer = Trainer(network)
x, person = sounds(160, seed=1)
for epoch in range(5):
    print(f"epoch {epoch} loss {trainer.epoch(epoch, x, person):.5f}")
x_new, new_person = sounds(80, seed=2)
with torch.no_grad():
    logits = network(x_new)
print(f"accuracy {(logits.argmax(1) == new_person).float().mean().item():.4f}")
print(f"surest {logits.softmax(1).max().item():.5f}")
