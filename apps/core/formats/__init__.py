"""Number and date formats where the product differs from Django."""
