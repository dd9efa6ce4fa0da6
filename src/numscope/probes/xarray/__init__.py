"""xarray's probe."""
