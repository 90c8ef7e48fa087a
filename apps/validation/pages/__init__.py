"""What the pages need beside the rows themselves."""
