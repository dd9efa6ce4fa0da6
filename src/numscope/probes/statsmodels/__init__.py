"""statsmodels's probe."""
