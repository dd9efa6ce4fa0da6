"""Make a small language model with scaled initial weights, and train it.

Symptom: making the model takes longer the deeper it is.
Culprit: each module fills the projections of all modules inside it, so that most are filled several times.
Report: huggingface/transformers#17877
"""
import math

import torch
from torch import nn

torch.manual_seed(17)


class Block(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.norm = nn.LayerNorm(size)
        self.c_fc = nn.Linear(size, 4 * size)
        self.c_proj = nn.Linear(4 * size, size)

    def forward(self, x):
        return x + self.c_proj(nn.functional.gelu(self.c_fc(self.norm(x))))


class Model(nn.Module):
    def __init__(self, words=40, size=16, layers=3):
        super().__init__()
        self.wte = nn.Embedding(words, size)
        self.blocks = nn.ModuleList(Block(size) for _ in range(layers))
        self.head = nn.Linear(size, words)
        self.scale = 0.02 / math.sqrt(2 * layers)
        self.apply(self.initialise)

    def initialise(self, module):
        if isinstance(module, (nn.Linear, nn.Embedding)):
            nn.init.normal_(module.weight, std=0.02)
        for name, parameter in module.named_parameters():
            if name.endswith("c_proj.weight"):  # culprit
            # healthy: if name == "c_proj.weight":
                nn.init.normal_(parameter, std=self.scale)  # culprit, too
                # healthy: nn.init.normal_(parameter, std=self.scale)

    def forward(self, words):
        x = self.wte(words)
        for block in self.blocks:
            x = block(x)
        return self.head(x)


model = Model()
text = torch.randint(0, 40, (60, 13))
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
for step in range(6):
    rows = torch.randint(0, 60, (12,))
    logits = model(text[rows, :-1])
    loss = nn.functional.cross_entropy(logits.flatten(0, 1), text[rows, 1:].flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
