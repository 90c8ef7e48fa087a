"""Programs that measure the product."""
