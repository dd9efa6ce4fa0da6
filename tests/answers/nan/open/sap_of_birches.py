"""Predict how much sap birches give in spring from the weather of the days before.

A linear model with a small hidden layer is trained by plain gradient descent with momentum. Features are brought to a
common size first; days on which the weather station was down are left out.

Symptom: the loss is nan from the first epoch on, and the prediction for a warm day prints nan
Culprit: dividing by the mean blows up the temperature anomaly, whose mean is nearly 0; the spread was meant
Report: none
"""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, random_split

FEATURES = ("night frost", "sunshine", "anomaly", "soil")


class Season:
    """The days of some springs: features (days, 4) and litres of sap a tree (days,)."""

    def __init__(self, days, seed):
        draw = torch.Generator().manual_seed(seed)
        frost = 2 + torch.rand(days, generator=draw) * 6
        sunshine = 1 + torch.rand(days, generator=draw) * 9
        anomaly = torch.randn(days, generator=draw) * 2.5
        soil = 3 + torch.randn(days, generator=draw) * 0.8
        litres = 1.5 + 0.3 * frost + 0.2 * sunshine + 0.25 * anomaly - 0.1 * (soil - 3) ** 2
        self.litres = litres + 0.3 * torch.randn(days, generator=draw)
        anomaly = anomaly - anomaly.mean()  # against the mean of these springs
        self.features = torch.stack([frost, sunshine, anomaly, soil], dim=1)
        self.features[torch.rand(days, generator=draw) < 0.04] = float("nan")

    def complete(self):
        """Return features and litres of the days on which the station worked."""
        known = ~self.features.isnan().any(dim=1)
        return self.features[known], self.litres[known]


class Scaler:
    """Brings features to a common size."""

    def __init__(self, features):
        self.size = features.mean(dim=0).abs()  # culprit

    def __call__(self, features):
        return features / self.size


def train(dataset, epochs):
    """Return the trained model, printing the loss."""
    model = nn.Sequential(nn.Linear(len(FEATURES), 8), nn.ReLU(), nn.Linear(8, 1))
    optimiser = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
    batches = DataLoader(dataset, batch_size=25, shuffle=True)
    for epoch in range(epochs):
        total = 0.0
        for inputs, litres in batches:
            loss = nn.functional.mse_loss(model(inputs).squeeze(1), litres)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            total += loss.item()
        print(f"epoch {epoch}: loss {total / len(batches):.4g}")
    return model


def main():
    """Train, test and predict a day."""
    torch.manual_seed(5)
    features, litres = Season(400, 3).complete()
    print(f"{len(litres)} days with weather")
    scaler = Scaler(features)
    train_part, test_part = random_split(TensorDataset(scaler(features), litres), [0.8, 0.2])
    model = train(train_part, epochs=6)
    with torch.no_grad():
        inputs, wanted = test_part[:]
        error = (model(inputs).squeeze(1) - wanted).abs().mean().item()
        warm_day = scaler(torch.tensor([[4.0, 8.0, 3.0, 3.2]]))
        print(f"test error {error:.2f} litres, a warm day gives {model(warm_day).item():.2f} litres")


if __name__ == "__main__":
    main()
