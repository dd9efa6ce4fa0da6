"""Continue prompts of different lengths with a small decoder in half precision.

Symptom: the logits of the padded prompts are nan
Culprit: three masks are each the smallest float16, and the sum of two is -inf, so that whole rows of padding are -inf
Report: huggingface/transformers#17306
"""

import torch
from torch import nn

DTYPE = torch.float16
WIDTH = 32


def causal_mask(length):
    mask = torch.full((length, length), torch.finfo(DTYPE).min, dtype=DTYPE)
    return torch.triu(mask, diagonal=1)[None]


def window_mask(length, width):
    places = torch.arange(length)
    far = places[:, None] - places[None, :]
    return torch.zeros(length, length, dtype=DTYPE).masked_fill(far.abs() >= width, torch.finfo(DTYPE).min)[
        None
    ]


def padding_mask(attended):
    inverted = 1.0 - attended[:, None, :].to(DTYPE)
    return inverted.masked_fill(inverted.bool(), torch.finfo(DTYPE).min)


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.project = nn.Linear(WIDTH, 3 * WIDTH)
        self.out = nn.Linear(WIDTH, WIDTH)

    def forward(self, states, mask):
        query, key, value = self.project(states).chunk(3, dim=-1)
        scores = query @ key.transpose(1, 2)
        return self.out(torch.softmax(scores + mask, dim=-1) @ value)


class Decoder(nn.Module):
    def __init__(self, words):
        super().__init__()
        self.embed = nn.Embedding(words, WIDTH)
        self.layers = nn.ModuleList(Attention() for _ in range(2))
        self.head = nn.Linear(WIDTH, words)

    def forward(self, tokens, attended):
        length = tokens.shape[1]
        mask = causal_mask(length) + window_mask(length, 3) + padding_mask(attended)  # culprit
        states = 8.0 * self.embed(tokens)
        for layer in self.layers:
            states = states + layer(states, mask)
        return self.head(states)


def left_padded(prompts, pad=0):
    longest = max(map(len, prompts))
    tokens = torch.tensor([[pad] * (longest - len(one)) + one for one in prompts])
    attended = torch.tensor([[0] * (longest - len(one)) + [1] * len(one) for one in prompts])
    return tokens, attended


def main():
    torch.manual_seed(2)
    model = Decoder(words=50).to(DTYPE).eval()
    tokens, attended = left_padded([[4, 8, 15, 16, 23, 42], [7, 9, 11], [3, 1, 4, 1]])
    with torch.no_grad():
        logits = model(tokens, attended)
    print("next words:", logits[:, -1].argmax(dim=-1).tolist())
    print("mean logit of each prompt:", logits.float().mean(dim=(1, 2)).tolist())


main()
