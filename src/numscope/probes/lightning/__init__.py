"""Lightning's probes: where its batches end."""
