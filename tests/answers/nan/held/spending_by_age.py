"""Learns by gradient descent how the spending of customers rises with their age.

Symptom: the loss grows from step to step to inf and then prints nan, and so does the prediction
Culprit: the ages (65 to 100) go in unscaled, and with them a learning rate of 0.001 is far above the limit of about 0.00015, so every step overshoots
Report: pytorch/pytorch#149827
"""

import torch
from torch import nn

torch.set_num_threads(1)


def load_customers():
    """Ages in years and spending in a month."""
    ages = torch.arange(65.0, 101.0, 5.0).reshape(-1, 1)
    spending = 10.0 * ages - 450.0
    return ages, spending


def build_model():
    torch.manual_seed(0)
    return nn.Linear(1, 1)


def train(model, ages, spending, epochs):
    """Plain gradient descent on the mean squared error."""
    criterion = nn.MSELoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.001)  # culprit
    history = []
    for _ in range(epochs):
        optimizer.zero_grad()
        predictions = model(ages)  # culprit, too
        loss = criterion(predictions, spending)
        loss.backward()
        optimizer.step()
        history.append(loss.item())
    return history


def predict(model, age):
    """Spending of a customer of some age."""
    with torch.no_grad():
        return model(torch.tensor([[float(age)]])).item()


def main():
    ages, spending = load_customers()
    print(f"{len(ages)} customers, mean spending {spending.mean().item():.1f}")
    model = build_model()
    history = train(model, ages, spending, epochs=300)
    for epoch in (1, 5, 20, 100, 300):
        print(f"epoch {epoch:3d}: loss {history[epoch - 1]:.4g}")
    slope, offset = model.weight.item(), model.bias.item()
    print(f"spending = {slope:.2f} * age + {offset:.2f}")
    print(f"predicted at 77: {predict(model, 77):.1f}")


if __name__ == "__main__":
    main()
