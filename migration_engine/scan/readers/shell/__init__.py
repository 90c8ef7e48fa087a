"""Reads commands: scripts, container builds, and whatever else holds command lines."""
