"""The coupling map: five lanes of components, and what stands beside them."""
