"""Recorded operations run again: here, in another environment, in another library, on other inputs."""
