"""Tells what needs no change: another file of the tree serves the NPU, or no NPU machine comes here."""
