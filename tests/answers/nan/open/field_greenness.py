"""Works out the vegetation index of some fields from the red and infrared bands of a satellite scene.

Symptom: the fields at the edge of the scene and the mean of the farm print nan
Culprit: outside the satellite's swath both bands hold 0 (no data), so the index is 0 / 0; the data mask has to be applied first
Report: sentinel-hub/eo-learn#212
"""

import numpy as np

FIELD_SIZE = 20


def load_scene(seed):
    """Reflectance of the red and infrared band; 0 outside the swath."""
    rng = np.random.default_rng(seed)
    rows, columns = np.mgrid[0:60, 0:80]
    growth = 0.5 + 0.3 * np.sin(columns / 17) * np.cos(rows / 23)
    red = 0.30 - 0.22 * growth + rng.normal(0, 0.01, growth.shape)
    infrared = 0.25 + 0.40 * growth + rng.normal(0, 0.01, growth.shape)
    seen = columns < 70 + rows // 12
    return np.where(seen, red, 0.0), np.where(seen, infrared, 0.0), seen


def vegetation_index(red, infrared):
    """Normalised difference of the two bands."""
    return (infrared - red) / (infrared + red)  # culprit


def cut_fields(index):
    """The square fields of the farm with their names."""
    for row in range(0, index.shape[0], FIELD_SIZE):
        for column in range(0, index.shape[1], FIELD_SIZE):
            name = f"{'ABC'[row // FIELD_SIZE]}{column // FIELD_SIZE + 1}"
            yield name, index[row : row + FIELD_SIZE, column : column + FIELD_SIZE]


def main():
    with np.errstate(invalid="ignore"):
        red, infrared, seen = load_scene(seed=10)
        index = vegetation_index(red, infrared)
    print(f"scene of {index.shape[0]} by {index.shape[1]} pixels, {seen.mean():.1%} seen")
    means = {}
    for name, field in cut_fields(index):
        means[name] = field.mean()
    for row in "ABC":
        print(row, [f"{means[row + str(number)]:.3f}" for number in range(1, 5)])
    print(f"mean of the farm: {index.mean():.3f}")
    dry = [name for name, value in means.items() if value < 0.5]
    print("fields to water:", dry)


if __name__ == "__main__":
    main()
