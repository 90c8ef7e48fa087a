"""How often a node was there, day by day."""

from __future__ import annotations

from django.db import models

from apps.validation.models.node import Node


class NodeDay(models.Model):
    """On one day of UTC: how often the portal looked at a node, and how often it had been heard just before.

    A day on which the portal did not look has no row: nobody knows.
    """

    node = models.ForeignKey(Node, on_delete=models.CASCADE, related_name="days")
    day = models.DateField()
    looks = models.PositiveIntegerField()
    heard = models.PositiveIntegerField()
    looked_at = models.DateTimeField()

    class Meta:
        ordering = ("node", "day")
        constraints = (models.UniqueConstraint(fields=("node", "day"), name="node_day_once"),)

    def __str__(self) -> str:
        return f"{self.node_id} on {self.day}: {self.heard} of {self.looks}"
