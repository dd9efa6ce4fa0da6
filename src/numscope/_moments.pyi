"""One pass over a buffer's numbers: the recorder's statistics kernel, for an array in hand."""

from typing_extensions import Buffer

def measure(array: Buffer, /) -> tuple[int, float, float, float, float, int, int, int]:
    """Return (count, mean, squares, minimum, maximum, zeros, nans, infinities) of a contiguous array.

    The first five are of the finite elements: how many, their mean, the sum of the squared deviations from it,
    and their range (infinite for none). Elements are integers, booleans or floats of 2 to 8 bytes in native
    byte order; TypeError for any other.
    """
