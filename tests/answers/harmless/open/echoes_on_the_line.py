"""Cancels the echo of an old telephone line: learns the echo's path by stochastic
steps over blocks of samples and reports what is left of the echo.

Symptom: none
Culprit: none
Tempts: a step size close to the limit, an error that first rises
"""

import numpy as np

TAPS = 24
BLOCK = 64


class EchoPath:
    """Taps of the line, learned block by block from far voice and microphone."""

    def __init__(self, taps, step):
        self.w = np.zeros(taps)
        self.step = step

    def windows(self, far):
        return np.lib.stride_tricks.sliding_window_view(far, self.w.size)[:, ::-1]

    def learn(self, far, mic):
        rows = self.windows(far)
        rest = mic[self.w.size - 1 :] - rows @ self.w
        self.w = self.w + self.step * rows.T @ rest
        return rest


def far_voice(rng, n):
    voice = rng.normal(0, 0.3, n)
    for i in range(1, n):
        voice[i] += 0.6 * voice[i - 1]
    return voice


def true_path():
    k = np.arange(TAPS)
    return 0.5 * np.exp(-k / 6.0) * np.cos(0.9 * k)


def main():
    rng = np.random.default_rng(1876)
    path = true_path()
    n_blocks = 60
    far = far_voice(rng, n_blocks * BLOCK + TAPS)
    mic = np.convolve(far, path)[: far.size] + rng.normal(0, 0.01, far.size)
    echo = EchoPath(TAPS, step=0.01)
    rests = []
    for b in range(n_blocks):
        part = slice(b * BLOCK, (b + 1) * BLOCK + TAPS - 1)
        rests.append(echo.learn(far[part], mic[part]))
    level = [10 * np.log10(np.mean(r**2)) for r in rests]
    print("left of the echo in dB", np.round(level[::10] + level[-1:], 1))
    print("first taps", np.round(echo.w[:5], 3), "line", np.round(path[:5], 3))
    print(f"largest tap {np.abs(echo.w).max():.3f}")
    print(f"distance to the line's path {np.linalg.norm(echo.w - path):.4f}")


if __name__ == "__main__":
    main()
