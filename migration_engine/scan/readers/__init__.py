"""Read one kind of file each, and report what they sight and which files it names."""
