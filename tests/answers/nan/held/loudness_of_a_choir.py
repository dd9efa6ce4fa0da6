"""Report how loud a choir sings in each tenth of a second, from 16-bit samples of a recorder.

Symptom: the loudness of some frames is nan, and so is the loudness of the whole song.
Culprit: the squares of int16 samples wrap around, so that the mean power of a frame can be negative.
Report: librosa/librosa#1656 (the root mean square of 16-bit audio is nan)
"""

import io
import wave

import numpy as np

RATE = 8_000
FRAME = 800


def sing(seconds, seed):
    """Return a WAV file of a song that swells."""
    rng = np.random.default_rng(seed)
    time = np.arange(seconds * RATE) / RATE
    voices = sum(np.sin(2 * np.pi * pitch * time + rng.uniform(0, 6)) for pitch in (196, 247, 294, 392))
    swell = np.linspace(30, 5_000, time.size)
    samples = (voices * swell + rng.normal(0, 4, time.size)).astype("<i2")
    file = io.BytesIO()
    with wave.open(file, "wb") as song:
        song.setnchannels(1)
        song.setsampwidth(2)
        song.setframerate(RATE)
        song.writeframes(samples.tobytes())
    file.seek(0)
    return file


def read(file):
    with wave.open(file, "rb") as song:
        return np.frombuffer(song.readframes(song.getnframes()), dtype="<i2")


def loudness(samples):
    """Return the root mean square of each frame."""
    frames = samples[: len(samples) // FRAME * FRAME].reshape(-1, FRAME)
    power = (frames**2).mean(axis=1)  # culprit
    return np.sqrt(power)


frames = loudness(read(sing(seconds=4, seed=3)))
print("frames:", np.round(frames, 1))
print(f"song: {20 * np.log10(frames.mean() / 32_768):.2f} dB")
