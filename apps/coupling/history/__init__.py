"""What changed from scan to scan, and who is told."""
