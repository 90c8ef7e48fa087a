"""Question answering over your own documents."""
