"""What leaves the engine: the scan document, and what other programs and people read."""
