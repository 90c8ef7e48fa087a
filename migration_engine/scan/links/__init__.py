"""Turns mentions of other files, as written, into edges between the files of a tree."""
