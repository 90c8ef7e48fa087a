"""What a node does for each job kind of the catalogue."""
