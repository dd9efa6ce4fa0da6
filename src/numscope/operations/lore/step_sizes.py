"""Parameters that scale the steps of an optimisation, by their names in the calls of training libraries."""

from __future__ import annotations

# Read in the signatures of torch.optim, keras.optimizers, sklearn's SGD, boosting and networks, xgboost and lightgbm.
STEP_SIZES = frozenset(("lr", "learning_rate", "learning_rate_init", "eta0", "step_size"))
# Methods in which a library makes all steps itself.
FITTING = frozenset(("fit", "partial_fit", "fit_transform", "fit_predict"))
# How the names of classes end that change the size of steps while a training runs (torch.optim.lr_scheduler, timm).
SCHEDULES = ("LR", "Scheduler", "WarmRestarts")
# What adds scaled gradients to parameters in the steps of torch's optimisers; `alpha` or `value` is the scale.
SCALED_BY = frozenset(("aten::add_", "aten::addcdiv_", "aten::_foreach_add_", "aten::_foreach_addcdiv_"))
