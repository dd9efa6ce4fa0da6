"""Share of slow-wave power in a night of sleep EEG.

Symptom: The last number is another one.
Culprit: Refactoring to a class: low narrow band-pass in (b, a) form instead of second-order sections.
Report: scipy/scipy#8485
"""

import numpy as np
from scipy import signal


class SleepAnalyser:
    def __init__(self, rate=250.0, band=(0.45, 1.3), order=4, settle=20):
        self.rate = rate
        self.band = band
        self.order = order
        self.skip = int(settle * rate)

    def design(self, **options):
        return signal.butter(self.order, self.band, btype="bandpass", fs=self.rate, **options)

    def extract(self, eeg):
        slow = signal.lfilter(*self.design(), eeg)  # culprit
        return slow[self.skip :]

    def count_waves(self, slow):
        return int(np.count_nonzero((slow[:-1] < 0) & (slow[1:] >= 0)))

    def power(self, x):
        return float(np.mean(np.square(x)))


def night(rate, seconds=240, seed=20):
    rng = np.random.default_rng(seed)
    t = np.arange(int(seconds * rate)) / rate
    envelope = 0.6 + 0.4 * np.sin(2 * np.pi * t / 60)
    slow = 30.0 * np.sin(2 * np.pi * 0.75 * t) * envelope
    alpha = 12.0 * np.sin(2 * np.pi * 10.0 * t)
    return slow + alpha + rng.normal(0, 8.0, t.size)


def main():
    analyser = SleepAnalyser()
    eeg = night(analyser.rate)
    slow = analyser.extract(eeg)
    power = analyser.power(slow)
    share = power / analyser.power(eeg[analyser.skip :])
    print(f"slow waves counted: {analyser.count_waves(slow)}")
    print(f"slow-wave power: {power:.2f} uV2")
    print(f"share of the total power: {share:.4f}")


if __name__ == "__main__":
    main()
