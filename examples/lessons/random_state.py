"""Random numbers: where they come from, and how to get the same ones again.

A lesson of about 10 minutes; make the page with: numscope explain examples/lessons/random_state.py
"""

import numpy as np

#: A generator has a state. The seed sets it: with 7 the numbers are the same on every machine.
#:zh 生成器有状态。种子决定状态：用 7 时，每台机器得到相同的数。
rng = np.random.default_rng(7)

#: Each draw moves the state on: the second draw gives other numbers.
#:zh 每次抽取都会推进状态：第二次抽取得到不同的数。
first = rng.integers(1, 7, size=4)
second = rng.integers(1, 7, size=4)

#: The same seed again: the first draw comes back.
#:zh 再用同一个种子：第一次抽取的数又回来了。
again = np.random.default_rng(7).integers(1, 7, size=4)
same = first == again

#: A draw in between, and everything behind it is different. A change in one place moves all later numbers.
#:zh 中间多抽一次，后面的全都不同。一处改动会影响之后所有的数。
other = np.random.default_rng(7)
other.random()
moved = other.integers(1, 7, size=4)

#: Parts of a program get generators of their own, made from one seed: what one draws does not move the other.
#:zh 程序的各部分使用各自的生成器，由同一个种子产生：一个的抽取不影响另一个。
for_data, for_noise = np.random.default_rng(7).spawn(2)
data = for_data.normal(size=3)
noise = for_noise.normal(size=3)

#: shuffle works in place, permutation makes a copy.
#:zh shuffle 原地打乱，permutation 产生拷贝。
cards = np.arange(5)
mixed = rng.permutation(cards)
rng.shuffle(cards)
