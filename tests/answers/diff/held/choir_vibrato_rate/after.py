"""Measures the vibrato of a singer: tracks the pitch of a held note frame by frame and
reports rate and extent of the vibrato.
Symptom: the vibrato extent shrank from 42.14 to 39.61 cents and the pitch moved from 392.215 to 392.069 Hz.
Culprit: the frames are transformed with a rectangular window instead of a Hann window.
Report: none
"""

import numpy as np

FS = 8000
FRAME = 512
HOP = 80


def voice(seconds=3.0, f0=392.0, rate=5.6, cents=45.0):
    rng = np.random.default_rng(5)
    t = np.arange(int(FS * seconds)) / FS
    f = f0 * 2 ** (cents / 1200 * np.sin(2 * np.pi * rate * t))
    phase = 2 * np.pi * np.cumsum(f) / FS
    tone = sum(a * np.sin(k * phase) for k, a in ((1, 1.0), (2, 0.5), (3, 0.25)))
    return tone + 0.01 * rng.standard_normal(t.size)


def frame_pitch(frame):
    window = np.ones(FRAME)  # culprit
    spec = np.abs(np.fft.rfft(frame * window, 4 * FRAME))
    k = int(np.argmax(spec[1:-1])) + 1
    a, b, c = np.log(spec[k - 1 : k + 2])
    shift = 0.5 * (a - c) / (a - 2 * b + c)
    return (k + shift) * FS / (4 * FRAME)


signal = voice()
starts = np.arange(0, signal.size - FRAME, HOP)
pitch = np.array([frame_pitch(signal[s : s + FRAME]) for s in starts])
centre = np.median(pitch)
cents = 1200 * np.log2(pitch / centre)

track = cents - cents.mean()
spectrum = np.abs(np.fft.rfft(track * np.hanning(track.size), 8192))
freqs = np.fft.rfftfreq(8192, HOP / FS)
band = (freqs > 3) & (freqs < 9)
rate = freqs[band][np.argmax(spectrum[band])]

print(f"frames          {pitch.size}")
print(f"pitch           {centre:.3f} Hz")
print(f"vibrato rate    {rate:.3f} Hz")
print(f"vibrato extent  +-{np.sqrt(2) * track.std():.2f} cents")
print(f"highest, lowest {cents.max():.2f}, {cents.min():.2f} cents")
