"""Finding out what a machine has without importing anything that could break."""
