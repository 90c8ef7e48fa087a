"""Saving all that the portal holds in one folder, and bringing it back."""
