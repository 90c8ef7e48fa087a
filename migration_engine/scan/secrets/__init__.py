"""Keeps secrets of the scanned code out of everything that is stored or shown."""
