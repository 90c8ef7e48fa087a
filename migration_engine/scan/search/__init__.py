"""Finds where a rule can match, and which rule says most about what stands there."""
