"""Comparing a model with itself, module by module, in two number types. Imports torch."""
