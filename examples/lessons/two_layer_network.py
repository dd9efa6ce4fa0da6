"""A network of two layers, by hand: forward, error, backward, one step down - nothing but NumPy.

A lesson of about 30 minutes; make the page with: numscope explain examples/lessons/two_layer_network.py
"""

import numpy as np

#: Four examples with two inputs each, and what the network should answer: exclusive or.
#:zh 四个样本，每个有两个输入，以及网络应给出的答案：异或。
inputs = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
wanted = np.array([[0.0], [1.0], [1.0], [0.0]])

#: The weights begin small. The first layer turns 2 numbers into 3, the second turns 3 into 1.
#:zh 权重从较小的数开始。第一层把 2 个数变成 3 个，第二层把 3 个变成 1 个。
first = np.array([[0.8, -0.5, 0.3], [-0.6, 0.9, 0.4]])
first_bias = np.array([0.1, 0.0, -0.2])
second = np.array([[0.7], [0.6], [-0.4]])
second_bias = np.array([0.05])

#: Forward, layer 1. Each row of the product is one example: (4, 2) @ (2, 3) gives (4, 3).
#: The 2 in the middle is summed.
#:zh 前向，第一层。乘积的每一行是一个样本：(4, 2) @ (2, 3) 得到 (4, 3)。中间的 2 被求和。
product = inputs @ first

#: The bias, one number for each of the 3 units, is stretched over the 4 examples.
#:zh 偏置：3 个单元各一个数，在 4 个样本上拉伸。
before = product + first_bias

#: Without something that bends, two layers would be no better than one. ReLU cuts off what is below zero.
#:zh 没有弯曲（非线性），两层并不比一层强。ReLU 把小于零的部分截去。
hidden = np.maximum(before, 0)

#: Forward, layer 2: (4, 3) @ (3, 1) gives one answer for each example.
#:zh 前向，第二层：(4, 3) @ (3, 1) 为每个样本给出一个答案。
answers = hidden @ second + second_bias

#: How wrong is it? The mean of the squared differences.
#:zh 错了多少？差的平方的平均值。
difference = answers - wanted
loss = (difference**2).mean()

#: Backward. How would the loss change if an answer grew a little? The derivative of the mean of squares.
#:zh 反向。如果某个答案略微变大，损失如何变化？这是平方均值的导数。
by_answers = 2 * difference / len(difference)

#: Each weight of layer 2 is to blame by what came in through it: hidden, turned around, times the derivative. The shape
#: (3, 4) @ (4, 1) is (3, 1), that of the weights themselves.
#:zh 第二层的每个权重按流经它的输入承担责任：把 hidden 转置，乘以导数。
#:zh 形状 (3, 4) @ (4, 1) 得 (3, 1)，与权重本身相同。
by_second = hidden.T @ by_answers
by_second_bias = by_answers.sum(axis=0)

#: Back through the weights to the hidden units, and through ReLU: where it cut off, nothing flows back.
#:zh 经过权重回到隐藏单元，再经过 ReLU：被截去的地方没有任何东西流回。
by_hidden = by_answers @ second.T
by_before = np.where(before > 0, by_hidden, 0)

#: And the same once more for layer 1.
#:zh 第一层再做一次同样的事。
by_first = inputs.T @ by_before
by_first_bias = by_before.sum(axis=0)

#: One step down, in place: the arrays keep their memory, their values change.
#:zh 向下走一步，原地修改：数组保持自己的内存，只是数值改变。
first -= 0.5 * by_first
first_bias -= 0.5 * by_first_bias
second -= 0.5 * by_second
second_bias -= 0.5 * by_second_bias

#: Is the loss smaller now? Go forward again and compare.
#:zh 损失变小了吗？再前向一次，比较一下。
hidden = np.maximum(inputs @ first + first_bias, 0)
difference = hidden @ second + second_bias - wanted
new_loss = (difference**2).mean()
print(f"loss {loss:.4f} -> {new_loss:.4f}")
