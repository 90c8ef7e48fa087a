"""What architects said against the map, and its standing."""
