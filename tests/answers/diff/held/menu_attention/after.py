"""Attend from every guest to the dishes of the menu; expected price of the choice.

Symptom: The last number is another one.
Culprit: Softmax over the wrong dimension.
Report: PetrochukM/PyTorch-NLP#2
"""

import torch

N_GUESTS = 12
N_DISHES = 9
TASTE_DIM = 6


def taste_vectors():
    guests = torch.randn(N_GUESTS, TASTE_DIM)
    dishes = torch.randn(N_DISHES, TASTE_DIM)
    return guests, dishes


def choice_weights(guests, dishes):
    """Row g holds the chances with which guest g orders each dish."""
    scale = guests.shape[1] ** 0.5
    scores = guests @ dishes.T / scale
    return torch.softmax(scores, dim=0)  # culprit


def main():
    torch.manual_seed(31)
    guests, dishes = taste_vectors()
    prices = torch.linspace(8.0, 32.0, N_DISHES)
    weights = choice_weights(guests, dishes)
    expected = weights @ prices
    favourite = weights.mean(dim=0).argmax()
    print("favourite dish:", int(favourite), " at", round(prices[favourite].item(), 2))
    print("dearest guest:", int(expected.argmax()))
    print("price of a dish:", prices.mean().item())
    print("expected takings:", expected.sum().item())


if __name__ == "__main__":
    main()
