"""How wide windows are in which pages are looked at, and in which light."""

import pytest

# Each width and each theme once; each with each takes a minute more, and has not yet found anything else.
LOOKS = pytest.mark.parametrize(
    ("width", "theme"),
    [
        pytest.param(1280, "light", marks=pytest.mark.long),
        (390, "dark"),
        pytest.param(1280, "dark", marks=pytest.mark.long),
        pytest.param(390, "light", marks=pytest.mark.long),
    ],
)
