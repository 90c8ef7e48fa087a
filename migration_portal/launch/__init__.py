"""What `make setup` and `make run` do; the setup half runs before any package is installed."""
