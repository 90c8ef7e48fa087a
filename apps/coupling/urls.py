"""Addresses of the coupling map and the findings."""

from django.urls import path

from apps.coupling.findings import saved_views as saved
from apps.coupling.findings import triage_views as triage
from apps.coupling.findings import views as findings
from apps.coupling.graph import views as graph
from apps.coupling.history import notice_views as notices
from apps.coupling.history import views as history
from apps.coupling.map import views as coupling_map
from apps.coupling.overrides import views as overrides

app_name = "coupling"
urlpatterns = [
    path("p/<slug:slug>/map/", coupling_map.coupling_map, name="map"),
    path("p/<slug:slug>/map/overrides/", overrides.overrides, name="overrides"),
    path("p/<slug:slug>/map/overrides/add/", overrides.add, name="override-add"),
    path("p/<slug:slug>/map/overrides/<int:override_id>/undo/", overrides.undo, name="override-undo"),
    path("p/<slug:slug>/map/notes/add/", overrides.add_note, name="note-add"),
    path("p/<slug:slug>/graph/", graph.dependency_graph, name="graph"),
    path("p/<slug:slug>/graph/export/<slug:form>/", graph.export, name="graph-export"),
    path("p/<slug:slug>/findings/", findings.findings, name="findings"),
    path("p/<slug:slug>/findings/export/<slug:form>/", findings.export, name="finding-export"),
    path("p/<slug:slug>/scans/<int:number>/file/", findings.file, name="file"),
    path("p/<slug:slug>/findings/changes/", triage.changes, name="finding-changes"),
    path("p/<slug:slug>/findings/changes/<int:change_id>/undo/", triage.undo, name="finding-undo"),
    path("p/<slug:slug>/findings/views/save/", saved.save, name="view-save"),
    path("p/<slug:slug>/findings/views/<int:view_id>/drop/", saved.drop, name="view-drop"),
    path("p/<slug:slug>/history/", history.history, name="history"),
    path("p/<slug:slug>/history/compare/", history.compare, name="history-compare"),
    path("p/<slug:slug>/notices/", notices.notices, name="notices"),
    path("p/<slug:slug>/notices/bell/", notices.bell, name="bell"),
    path("p/<slug:slug>/notices/seen/", notices.seen, name="notices-seen"),
    path("p/<slug:slug>/rules/<slug:identity>/", findings.rule, name="rule"),
]
