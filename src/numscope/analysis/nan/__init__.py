"""`numscope nan`: where NaN and infinities began (`states` judges operation by operation, `rows` folds
the judgements), where in a model, and what they poisoned.
"""
