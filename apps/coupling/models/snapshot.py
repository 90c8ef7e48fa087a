"""The stored coupling map of a scan: the drawing, its components, and the graph beneath."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from apps.core.models import TimeStamped
from apps.scans.models import Scan

EXCLUDED = "excluded"


class MapSnapshot(TimeStamped):
    """The map that the engine drew of one scan; pages read it and never compute it.

    `data` is the engine's map without exposures, which stand with the components. `overrides` are the
    ids of those that were applied, `unmatched` of those among them that spoke of nothing in the scan.
    """

    scan = models.OneToOneField(Scan, on_delete=models.CASCADE, related_name="map")
    engine_version = models.CharField(max_length=40)
    data = models.JSONField()
    sha256 = models.CharField(max_length=64)
    overrides = models.JSONField(default=list)
    unmatched = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"map of scan {self.scan_id}"


class MapComponent(models.Model):
    """A component as the map shows it: what the scan found, under the overrides of its project.

    `reach` counts the files that depend on it at any distance, as its exposure does; `rank` is its place in
    its lane, the tightest first. `holds` is empty for a component that is the scan's own; otherwise it says
    of which components of the scan it is made, which files were taken in, and which were taken out.
    """

    snapshot = models.ForeignKey(MapSnapshot, on_delete=models.CASCADE, related_name="components")
    key = models.CharField(max_length=460)
    name = models.CharField(max_length=400)
    layer = models.CharField(max_length=2)
    layer_votes = models.JSONField()
    coupling = models.CharField(max_length=6)
    strong = models.PositiveIntegerField()
    weak = models.PositiveIntegerField()
    handled = models.PositiveIntegerField()
    debt = models.PositiveIntegerField()
    files = models.PositiveIntegerField()
    lines = models.PositiveIntegerField()
    reach = models.PositiveIntegerField()
    rank = models.PositiveIntegerField()
    excluded = models.CharField(max_length=10, blank=True)
    holds = models.JSONField(default=dict)
    exposure = models.JSONField()

    class Meta:
        ordering = ("-layer", "name")
        constraints = (models.UniqueConstraint(fields=("snapshot", "key"), name="component_key_in_map"),)

    def __str__(self) -> str:
        return self.name

    @property
    def mark(self) -> str:
        """Return its coupling, or `excluded` where an override leaves it out: then nothing in it counts."""
        return EXCLUDED if self.excluded else self.coupling

    @property
    def rows(self) -> Q:
        """Return the filter for the scan's findings and files that this component holds."""
        if not self.holds:
            return Q(component__key=self.key)
        own = Q(component__key__in=self.holds["components"]) & ~Q(path__in=self.holds["without"])
        return own | Q(path__in=self.holds["paths"])


class MapGraph(models.Model):
    """The files and components of a map with all that leads from one to the other, packed."""

    snapshot = models.OneToOneField(MapSnapshot, on_delete=models.CASCADE, related_name="graph")
    packed = models.BinaryField()

    def __str__(self) -> str:
        return f"graph of map {self.snapshot_id}"


class MapFindings(models.Model):
    """The findings of a map's scan under its overrides, packed in columns."""

    snapshot = models.OneToOneField(MapSnapshot, on_delete=models.CASCADE, related_name="findings")
    packed = models.BinaryField()

    def __str__(self) -> str:
        return f"findings of map {self.snapshot_id}"
