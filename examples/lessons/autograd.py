"""Automatic differentiation, by hand: each operation passes a derivative back to its inputs.

A lesson of about 20 minutes; make the page with: numscope explain examples/lessons/autograd.py
"""

import numpy as np

#: Forward. Two inputs, and a small formula: y = sum(exp(a * b)). Every intermediate result is kept.
#:zh 前向。两个输入和一个小公式：y = sum(exp(a * b))。每个中间结果都要保留。
a = np.array([[0.5], [1.0]])
b = np.array([1.0, 0.0, -1.0])
product = a * b
powers = np.exp(product)
y = powers.sum()

#: Backward. How does y change when an element of powers does? The sum passes 1 to each of them: sum becomes stretch.
#:zh 反向。powers 的一个元素变化时，y 如何变化？求和把 1 传给每个元素：求和变成拉伸。
by_powers = np.broadcast_to(np.array(1.0), powers.shape)

#: The derivative of exp is exp itself: times the result that was kept.
#:zh exp 的导数就是 exp 本身：乘以保留下来的结果。
by_product = by_powers * powers

#: a was stretched over three columns. What was stretched forward is summed backward, along the same axis.
#:zh a 曾沿三列拉伸。前向时拉伸的，反向时沿同一个轴求和。
by_a = (by_product * b).sum(axis=1, keepdims=True)

#: b was stretched over two rows. Which axis goes?
#:zh b 曾沿两行拉伸。哪个轴消失？
by_b = (by_product * a).sum(axis=0)

#: Is it right? Move one input a little, and look how far y moves.
#:zh 对不对？把一个输入略微移动，看 y 移动多少。
step = 1e-6
moved = b + np.array([step, 0.0, 0.0])
measured = (np.exp(a * moved).sum() - y) / step
error = measured - by_b[:1]
