"""Axes that change places."""

import numpy as np


def faulty_picture_with_channels_last():
    channels_first = np.arange(3 * 8 * 8.0).reshape(3, 8, 8)
    return channels_first.reshape(8, 8, 3).mean(axis=(0, 1))  # fault


def faulty_heads_of_attention():
    words = np.arange(2 * 5 * 4 * 3.0).reshape(2, 5, 4, 3)
    heads = np.reshape(words, (2, 4, 5, 3))  # fault
    return heads.sum(axis=-1)


def healthy_picture_with_channels_last():
    channels_first = np.arange(3 * 8 * 8.0).reshape(3, 8, 8)
    return channels_first.transpose(1, 2, 0).mean(axis=(0, 1))


def healthy_axis_of_one():
    return np.arange(12.0).reshape(3, 1, 4).reshape(3, 4, 1).sum(axis=1)


def healthy_table_cut_into_rows():
    return np.arange(24.0).reshape(2, 12).reshape(12, 2).sum(axis=1)


def healthy_blocks_of_a_picture():
    picture = np.arange(64.0).reshape(8, 8)
    return picture.reshape(4, 2, 4, 2).mean(axis=(1, 3))
