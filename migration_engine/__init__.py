"""The pure domain of the migration portal: no web framework, no queue, no database, no accelerator."""

__version__ = "0.1.0"
