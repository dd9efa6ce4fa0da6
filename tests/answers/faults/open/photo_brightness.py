"""Compares the perceived brightness of photos taken at different hours.

Symptom: the noon photo comes out as dark as the night one: a mean near 10 where it should be about 180
Culprit: the channels are uint8, so ** 2 wraps at 256 (200 ** 2 becomes 64) before the weights are applied
Report: https://codewithsundeep.com/discussion/solution/56273082
"""

import numpy as np

WEIGHTS = {"red": 0.241, "green": 0.691, "blue": 0.068}


def take_photo(level, spread, shape, rng):
    """A made-up 8-bit colour photo of a given overall level."""
    picture = rng.normal(level, spread, shape + (3,))
    picture += np.linspace(-10, 10, shape[1])[None, :, None]
    return np.clip(np.rint(picture), 0, 255).astype(np.uint8)


def split_channels(photo):
    """The three colour planes of a photo."""
    return photo[..., 0], photo[..., 1], photo[..., 2]


def perceived_brightness(photo):
    """Root of the weighted squares of the colours, for each pixel."""
    red, green, blue = split_channels(photo)
    red_part, green_part, blue_part = red**2, green**2, blue**2  # culprit
    total = WEIGHTS["red"] * red_part + WEIGHTS["green"] * green_part
    total = total + WEIGHTS["blue"] * blue_part
    return np.sqrt(total)


def describe(name, photo):
    brightness = perceived_brightness(photo)
    low, high = np.percentile(brightness, [5, 95])
    print(f"{name:8s} mean {brightness.mean():6.1f}   5-95 %: {low:6.1f} to {high:6.1f}")
    return brightness.mean()


def main():
    rng = np.random.default_rng(4)
    hours = {"night": (10, 2), "morning": (90, 12), "noon": (180, 20), "evening": (60, 10)}
    means = {}
    for name, (level, spread) in hours.items():
        photo = take_photo(level, spread, (120, 160), rng)
        means[name] = describe(name, photo)
    brightest = max(means, key=means.get)
    print("brightest:", brightest)
    print(f"noon over night: {means['noon'] / means['night']:.2f}")


if __name__ == "__main__":
    main()
