"""Draw tunes of a music box from a table of scores by a softmax with a temperature.

Symptom: all probabilities are nan and the entropy of the next note is nan.
Culprit: the temperature in the settings is 0.0 where the most likely note was wanted, and the scores are divided by
it.
Report: none
"""

import torch

SETTINGS = {
    "notes": 12,
    "length": 8,
    "temperature": 0.0,  # culprit
    "seed": 21,
}


class Box:
    def __init__(self, notes, temperature):
        self.scores = torch.randn(notes, notes) * 2
        self.temperature = temperature

    def chances(self, last):
        row = self.scores[last] - self.scores[last].max()
        return torch.softmax(row / self.temperature, dim=-1)

    def tune(self, length):
        note, entropies = 0, []
        for _ in range(length):
            chances = self.chances(note)
            entropies.append(-(chances * chances.clamp(min=1e-9).log()).sum())
            note = int(torch.argmax(chances))
        return torch.stack(entropies)


def main():
    torch.manual_seed(SETTINGS["seed"])
    box = Box(SETTINGS["notes"], SETTINGS["temperature"])
    entropies = box.tune(SETTINGS["length"])
    print("entropy of each note:", entropies.tolist())
    print("mean:", entropies.mean().item())


if __name__ == "__main__":
    main()
