"""The dependency graph: components and files, and how they depend on each other."""
