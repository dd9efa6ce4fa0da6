"""The versions of Numba that numscope follows: said here once."""

# Minor versions on which the tests have passed. Others are tried.
TRIED = ("0.60", "0.68")
# Explanations and the debugger have no chance with older ones.
OLDEST = (0, 60)
