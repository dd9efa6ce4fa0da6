"""Which attributes of NumPy's C types hand out data: found by asking a sample of each type."""

from __future__ import annotations

from types import ModuleType

# Reading these describes an array; assigning to them gives its memory another meaning.
REINTERPRETING = ("dtype", "shape", "strides")
_DESCRIPTIONS = (int, float, str, bool, type(None))


class Samples:
    """One small object of each C type whose attributes may hand out data."""

    def __init__(self, numpy: ModuleType) -> None:
        array = numpy.zeros((2, 2))
        self._descriptions = (*_DESCRIPTIONS, numpy.dtype, type(array.flags))
        self._samples: dict[type, object] = {
            numpy.ndarray: array,
            numpy.generic: numpy.float64(0),
            numpy.void: numpy.zeros((), "V8")[()],
            numpy.flatiter: array.flat,
            numpy.nditer: numpy.nditer([array]),
            numpy.broadcast: numpy.broadcast(array, array),
        }
        self._answers: dict[tuple[type, str], bool] = {}
        self._ndarray = numpy.ndarray
        self._scalar = numpy.generic
        # numpy.object_ makes plain Python objects: it has no instances, nor do the abstract types.
        self.concrete_scalars = frozenset(numpy.sctypeDict.values()) - {numpy.object_}
        self.element_holders = tuple(self._samples)

    def _is_description(self, value: object) -> bool:
        if isinstance(value, tuple):
            return all(self._is_description(item) for item in value)
        # numpy.float64 is a float to Python, but an element to NumPy.
        return isinstance(value, self._descriptions) and not isinstance(value, self._scalar)

    def yields_data(self, cls: type, name: str) -> bool:
        """Whether the attribute `name` of the C type `cls` hands out elements, or a way to reach them.

        Asked of the sample once: later, reading the attribute would be an operation that is recorded.
        """
        if (cls, name) not in self._answers:
            self._answers[cls, name] = self._ask(cls, name)
        return self._answers[cls, name]

    def _ask(self, cls: type, name: str) -> bool:
        sample = self._samples.get(cls)
        if sample is None:
            return True
        try:
            value = getattr(sample, name)
        except (AttributeError, ValueError, RuntimeError):
            # Such as nditer.multi_index, which needs a flag: a position, not an element.
            return False
        return not self._is_description(value)

    def may_yield_data(self, name: str) -> bool:
        """Whether an array's attribute of that name does, or an array has none of that name."""
        return name not in vars(self._ndarray) or self.yields_data(self._ndarray, name)
