"""Find the pauses in a dictation from the loudness of short frames of a recording.

Symptom: a fifth of all frames has the loudness nan, the mean is nan, and no frame counts as speech.
Culprit: the samples are 16-bit integers, whose squares wrap around; the mean of a frame can be negative.
Report: librosa/librosa#1656 (the loudness of int16 samples overflows, and the root of a negative number is nan)
"""

import io

import numpy as np
from scipy.io import wavfile

RATE = 8000


def dictation(rng):
    """Return a recording as the bytes of a file."""
    parts = []
    for seconds, loud in ((0.6, True), (0.4, False), (0.9, True), (0.3, False), (0.5, True), (0.5, False)):
        time = np.arange(int(seconds * RATE)) / RATE
        pitch = rng.uniform(110, 180)
        voice = sum(np.sin(2 * np.pi * pitch * k * time + k) / k for k in (1, 2, 3, 4))
        parts.append((7000.0 if loud else 40.0) * voice + rng.normal(0, 15, time.size))
    samples = np.clip(np.concatenate(parts), -32768, 32767).astype(np.int16)
    file = io.BytesIO()
    wavfile.write(file, RATE, samples)
    return file.getvalue()


class Recording:
    def __init__(self, data):
        self.rate, self.samples = wavfile.read(io.BytesIO(data))

    def frames(self, milliseconds=25):
        size = self.rate * milliseconds // 1000
        number = len(self.samples) // size
        return self.samples[: number * size].reshape(number, size)


def loudness(frames):
    with np.errstate(invalid="ignore"):
        return np.sqrt(np.mean(frames**2, axis=1))  # culprit


def crossings(frames):
    return np.mean(np.diff(np.signbit(frames), axis=1), axis=1)


def segments(speech):
    edges = np.flatnonzero(np.diff(speech.astype(int)))
    return len(edges) + 1


def main():
    recording = Recording(dictation(np.random.default_rng(25)))
    frames = recording.frames()
    level = loudness(frames)
    limit = 500.0
    speech, pause = level > limit, level <= limit
    print(
        f"{len(frames)} frames, peak {np.abs(frames.astype(int)).max()}, crossings {crossings(frames).mean():.4f}"
    )
    print(f"speech {speech.sum()}, pause {pause.sum()}, {segments(speech)} segments")
    print(f"mean loudness {level.mean():.2f}, of the pauses {level[pause].mean():.2f}")


if __name__ == "__main__":
    main()
