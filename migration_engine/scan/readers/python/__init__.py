"""Reads Python by its syntax tree: names through aliases, guards, devices, environment, imports."""
