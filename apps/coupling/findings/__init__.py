"""The findings: listed, grouped, decided about and handed out."""
