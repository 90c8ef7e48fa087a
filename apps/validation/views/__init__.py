"""The pages of nodes and jobs, as people see them."""
