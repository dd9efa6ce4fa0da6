"""A broadcast that fails: which lengths meet, and what makes them fit. The program ends with an exception, on purpose.

A lesson of about 5 minutes; make the page with: numscope explain examples/lessons/broadcast_that_fails.py
"""

import numpy as np

#: Three pupils, four tests.
#:zh 三名学生，四次测验。
scores = np.array([[62, 71, 80, 55], [90, 85, 88, 97], [48, 66, 59, 71]])

#: The mean of each pupil. Which shape comes out?
#:zh 每名学生的平均分。结果的形状是哪一个？
means = scores.mean(axis=1)

#: How far is each test from the pupil's mean? Shapes are lined up from the right: 4 tests meet 3 pupils.
#:zh 每次测验离该生的平均分有多远？形状从右边对齐：4 次测验遇上 3 名学生。
from_mean = scores - means
