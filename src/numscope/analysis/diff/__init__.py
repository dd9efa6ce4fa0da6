"""`numscope diff`: two traces laid side by side, operation by operation or layer by layer, and the
first difference with what caused it.
"""
