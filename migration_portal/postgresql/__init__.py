"""The database engine: PostgreSQL as Django knows it, with a cheaper look at its connections."""
