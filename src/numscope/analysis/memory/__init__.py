"""`numscope memory`: what torch's tensors take, when that is most, who made them and why they live."""
