"""Which line diff names where rewritten programs compute with single numbers, step by step."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.compared_programs import Compare, comparing, named

pytest.importorskip("numscope._core", reason="the native core is not built")

BEFORE = """
    import numpy as np

    rain = np.random.default_rng(4).gamma(0.8, 9.0, 400)
    rain[:4] = 0.0
    soil = np.float64(90.0)
    used_total = 0.0
    soils = []
    for water in rain:
        dryness = (soil - 35.0) / 105.0
        used = dryness * 2.5
        leak = 0.015 * soil
        soil = soil + water - used - leak
        used_total += used
        soils.append(soil)
    soils = np.array(soils)
    print(f"{soils.mean():.6f} {used_total:.6f}")
"""
AFTER = """
    from dataclasses import dataclass

    import numpy as np

    @dataclass
    class Soil:
        store: np.float64 = np.float64(90.0)
        used: float = 0.0

        def dryness(self):
            return (self.store - 35.0) / 105.0

        def step(self, water):
            used = self.dryness() * 2.5
            leak = 0.015 * self.store
            self.store -= used + leak
            self.store += water
            self.used += used

    def year(soil, rain):
        stores = []
        for water in rain:
            soil.step(water)
            stores.append(soil.store)
        return np.array(stores)

    def main():
        soil = Soil()
        rain = np.random.default_rng(4).gamma(0.8, 9.0, 400)
        rain[:4] = 0.0
        stores = year(soil, rain)
        print(f"{stores.mean():.6f} {soil.used:.6f}")

    main()
"""


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Compare:
    return comparing(tmp_path_factory.mktemp("soil"), "soil.py", BEFORE, AFTER)


def test_the_rewritten_program_is_equal(changed: Compare) -> None:
    assert changed("main()", "main()").equal


def test_what_makes_an_array_of_a_parameters_name_changes_nothing(tmp_path: Path) -> None:
    """`doses` is an array of the main program, and a parameter of the function whose line is to blame."""
    before = """
        import numpy as np
        beams = np.random.default_rng(16).gamma(2, 1.5, (3, 3, 20))
        total = 0.0
        for beam in range(3):
            total = total + (beams[beam] * np.exp(-0.3 * np.arange(20))).sum(axis=1)
        print(total.round(6))
    """
    after = """
        import numpy as np
        def dose(doses):
            layers = doses * np.exp(-0.3 * np.arange(20))
            return np.einsum("obd->b", layers)
        doses = np.stack(list(np.random.default_rng(16).gamma(2, 1.5, (3, 3, 20))))
        print(dose(doses).round(6))
    """
    found = comparing(tmp_path, "dose.py", before, after)("np.arange(20))", "np.arange(3))[:, None]")
    assert named(found) == "layers = doses * np.exp(-0.3 * np.arange(3))[:, None]"


def test_the_line_is_named_that_changes_an_object_too_early(changed: Compare) -> None:
    """The line that reads it says the same, and so does the one that changes it.

    `used + leak` is in no line of the first program, without rain too: what is left is rounded otherwise.
    """
    late = "self.store -= used + leak\n            self.store += water\n"
    early = "used = self.dryness() * 2.5\n            leak = 0.015 * self.store\n"
    found = changed(
        f"{early}            {late}", f"self.store += water\n            {early}            {late[:26]}"
    )
    assert named(found) == "self.store += water"
