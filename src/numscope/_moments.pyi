"""One pass over a buffer's numbers: the recorder's statistics kernel, for an array in hand."""

from typing_extensions import Buffer, Self, final

# As in _decode.pyi, of row.h: `moments_row` are the places of a row.
CONSTANTS: dict[str, int]
ENUMS: dict[str, dict[str, int]]
STRUCTS: dict[str, dict[str, tuple[str, int, int]]]

def measure(array: Buffer, /) -> tuple[int, float, float, float, float, int, int, int]:
    """Return (count, mean, squares, minimum, maximum, zeros, nans, infinities) of a contiguous array.

    The first five are of the finite elements: how many, their mean, the sum of the squared deviations from it,
    and their range (infinite for none). Elements are integers, booleans or floats of 2 to 8 bytes in native
    byte order; TypeError for any other.
    """

def find_alive(address: int, outer: int, inner: int, letter: str, alive: bytearray, /) -> int:
    """Set `alive[unit]` to 1 for each unit of which an element is not zero; return how many have none yet.

    At `address` lie `outer` times `len(alive)` times `inner` floats, which the caller keeps there meanwhile. NaN is
    not zero. Raises ValueError for a letter that is none of `e`, `f`, `d`.
    """

@final
class History:
    """A run of moments, one entry a tensor; when there are too many, of 2, 4, 8... tensors together.

    A row is what `measure` returns. `longest`, an even number, is how many entries there are at most.
    """

    def __new__(cls, longest: int = 2048) -> Self: ...
    def measure(self, step: int, order: int, address: int, count: int, letter: str, /) -> None:
        """Take in the `count` floats at `address`, which the caller keeps there meanwhile.

        letter: NumPy's of the float, `e`, `f` or `d`. Raises ValueError for another.
        """

    def add(
        self, step: int, order: int, row: tuple[int, float, float, float, float, int, int, int], /
    ) -> None:
        """Take in what is known of a tensor."""

    def entries(self) -> list[tuple[int, tuple[int, float, float, float, float, int, int, int]]]:
        """Return (first step, row) of every entry."""

    @property
    def count(self) -> int:
        """How many tensors were taken in."""

    @property
    def gap(self) -> int | None:
        """The order of the first tensor with a NaN or infinity in it, if there was one."""
