"""Reads YAML in all its uses: plain, templates, containers, clusters, pipelines."""
