"""Tables that are brought to one scale."""

import numpy as np

PEOPLE = np.column_stack([np.linspace(20, 60, 40), np.linspace(2e4, 9e4, 40)[::-1], np.sin(np.arange(40.0))])


def faulty_people_of_all_ages():
    scaled = (PEOPLE - PEOPLE.mean()) / PEOPLE.std()  # fault
    return np.linalg.norm(scaled - scaled[0], axis=1).argsort()[:4]


def faulty_scale_of_a_function():
    middle = np.mean(PEOPLE)
    width = np.std(PEOPLE)  # fault
    return ((PEOPLE - middle) / width)[:, 2].max()


def healthy_scales():
    picture = np.random.default_rng(0).normal(100, 20, (60, 8))
    lengths = PEOPLE / PEOPLE.std(axis=0)
    return (picture - picture.mean()) / picture.std(), lengths.sum(axis=1), PEOPLE.std()
