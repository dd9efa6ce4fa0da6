"""Prints the loudness of each short block of a room's recording in decibels.

Symptom: the loud blocks print nan (or a level far too low) while the quiet ones look right
Culprit: the samples are int16, so ** 2 wraps beyond 181 and the mean of a block can be negative, whose square root is nan
Report: https://www.tutorialguruji.com/python/why-is-numpy-sometimes-returning-nan-values-when-calculating-the-current-loudness/
"""

import numpy as np

RATE = 44100
BLOCK = 1024


def record(levels, seed):
    """16-bit samples: a hum and noise of a given amplitude for each block."""
    rng = np.random.default_rng(seed)
    time = np.arange(BLOCK) / RATE
    blocks = []
    for amplitude in levels:
        sound = amplitude * np.sin(2 * np.pi * 440 * time)
        sound += 0.1 * amplitude * rng.normal(size=BLOCK)
        blocks.append(np.clip(sound, -32768, 32767))
    return np.concatenate(blocks).astype(np.int16).tobytes()


def split_blocks(recording):
    """The recording's samples, one row a block."""
    samples = np.frombuffer(recording, dtype=np.int16)
    return samples.reshape(-1, BLOCK)


def loudness(block):
    """Level of a block in decibels above one step of the converter."""
    power = np.mean(np.absolute(block) ** 2)  # culprit
    return 20 * np.log10(np.sqrt(power))


def describe(levels):
    if levels > 60:
        return "loud"
    return "quiet" if levels < 40 else "normal"


def main():
    amplitudes = [20, 60, 150, 900, 4000, 14000, 26000]
    recording = record(amplitudes, seed=3)
    total = []
    for number, block in enumerate(split_blocks(recording)):
        level = loudness(block)
        total.append(level)
        start = number * BLOCK / RATE
        print(f"{1000 * start:6.1f} ms  peak {int(block.max()):6d}  {level:6.1f} dB  {describe(level)}")
    print(f"mean level: {np.mean(total):.1f} dB")


if __name__ == "__main__":
    main()
