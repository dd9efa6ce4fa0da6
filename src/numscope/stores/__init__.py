"""Traces in object stores: S3, Google Cloud Storage, Azure, and what fsspec knows."""
