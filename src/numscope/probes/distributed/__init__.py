"""The probe of Dask's distributed workers: which task computes."""
