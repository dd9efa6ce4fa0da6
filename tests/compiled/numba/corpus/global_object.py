# kind: untyped-global
# says: `settings` is a Python object (Settings) outside the function
# mends: yes
import numpy as np
from numba import njit


class Settings:
    gain = 4


settings = Settings()


@njit
def amplify(signal):
    return signal * settings.gain  # HERE


amplify(2)
