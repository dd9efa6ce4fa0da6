"""Types of numbers: what fits, what wraps around, and what is rounded.

A lesson of about 10 minutes; make the page with: numscope explain examples/lessons/dtypes_and_overflow.py
"""

import numpy as np

#: Brightness of pixels, as files have it: whole numbers from 0 to 255, in 8 bits.
#:zh 像素的亮度，与文件中一样：0 到 255 的整数，占 8 位。
pixels = np.array([10, 100, 200, 250], np.uint8)

#: Brighter by 100. What comes out of 200 + 100? 8 bits hold no 300: the number wraps around.
#:zh 亮度加 100。200 + 100 会得到什么？8 位放不下 300：数值会回绕。
brighter = pixels + np.uint8(100)

#: First to a wider type, then add, then cut off at 255.
#:zh 先换成更宽的类型，再相加，最后截到 255。
wide = pixels.astype(np.int16) + 100
right = np.clip(wide, 0, 255).astype(np.uint8)

#: A difference of unsigned numbers is never negative: 10 - 100 wraps around as well.
#:zh 无符号数之差不会是负数：10 - 100 也会回绕。
difference = pixels[:1] - pixels[1:2]

#: Whole numbers and fractions meet: which type does the result have?
#:zh 整数与小数相遇：结果是什么类型？
halves = pixels * 0.5

#: Back to whole numbers: fractions are cut off, not rounded.
#:zh 换回整数：小数部分被截去，而不是四舍五入。
cut = np.array([1.9, -1.9, 2.5]).astype(int)

#: Half precision holds nothing above 65504: what is larger becomes infinite.
#:zh 半精度最大只到 65504：更大的数会变成无穷大。
with np.errstate(over="ignore"):
    large = np.array([300, 60000], np.float16) * np.float16(2)
