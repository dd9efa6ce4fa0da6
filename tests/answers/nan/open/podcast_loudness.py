"""Gain that brings a podcast to the usual loudness of -16 dB.

Cuts the speech into frames of 50 ms, leaves out the pauses, and prints loudness,
peak and the gain to apply. The editor has muted the pauses.

Culprit: the mask keeps the frames at or below the gate instead of those above; they
are the muted pauses with power 0, so the loudness is 10 * log10(0) = -inf dB and the
gain +inf dB.
"""

import numpy as np

RATE = 16000
FRAME = RATE // 20
TARGET_DB = -16.0
GATE_DB = -60.0


def episode(seconds=20, seed=14):
    rng = np.random.default_rng(seed)
    time = np.arange(seconds * RATE) / RATE
    pitch = 140 + 20 * np.sin(2 * np.pi * 0.3 * time)
    voice = np.sin(2 * np.pi * np.cumsum(pitch) / RATE)
    voice += 0.3 * rng.standard_normal(time.size)
    syllables = 0.12 * (0.6 + 0.4 * np.sin(2 * np.pi * 4 * time))
    talking = (time % 5.0) < 4.0
    return voice * syllables * talking


def frame_power(signal):
    frames = signal[: signal.size // FRAME * FRAME].reshape(-1, FRAME)
    return np.mean(frames**2, axis=1)


def speech_frames(power):
    gate = 10.0 ** (GATE_DB / 10.0)
    return power <= gate  # culprit


def loudness(signal):
    power = frame_power(signal)
    active = speech_frames(power)
    return 10.0 * np.log10(power[active].mean()), active.mean()


def main():
    signal = episode()
    level, share = loudness(signal)
    peak = 20.0 * np.log10(np.abs(signal).max())
    print(f"frames used {share:.1%}")
    print(f"loudness {level:.2f} dB, peak {peak:.2f} dB")
    print(f"gain to apply {TARGET_DB - level:+.2f} dB")


main()
