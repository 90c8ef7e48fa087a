"""Addresses of the coupling map and the findings."""

from django.urls import path

from apps.coupling import finding_views, graph_views, history_views, notice_views, override_views, views

app_name = "coupling"
urlpatterns = [
    path("p/<slug:slug>/map/", views.coupling_map, name="map"),
    path("p/<slug:slug>/map/overrides/", override_views.overrides, name="overrides"),
    path("p/<slug:slug>/map/overrides/add/", override_views.add, name="override-add"),
    path("p/<slug:slug>/map/overrides/<int:override_id>/undo/", override_views.undo, name="override-undo"),
    path("p/<slug:slug>/map/notes/add/", override_views.add_note, name="note-add"),
    path("p/<slug:slug>/graph/", graph_views.dependency_graph, name="graph"),
    path("p/<slug:slug>/graph/export/<slug:form>/", graph_views.export, name="graph-export"),
    path("p/<slug:slug>/findings/", finding_views.listing, name="findings"),
    path("p/<slug:slug>/findings/export/<slug:form>/", finding_views.export, name="finding-export"),
    path("p/<slug:slug>/scans/<int:number>/file/", finding_views.file, name="file"),
    path("p/<slug:slug>/findings/triage/", finding_views.triage, name="finding-triage"),
    path("p/<slug:slug>/findings/triage/<int:change_id>/undo/", finding_views.undo, name="finding-undo"),
    path("p/<slug:slug>/history/", history_views.history, name="history"),
    path("p/<slug:slug>/history/compare/", history_views.compare, name="history-compare"),
    path("p/<slug:slug>/notices/", notice_views.notices, name="notices"),
    path("p/<slug:slug>/notices/bell/", notice_views.bell, name="bell"),
    path("p/<slug:slug>/notices/seen/", notice_views.seen, name="notices-seen"),
    path("p/<slug:slug>/rules/<slug:identity>/", finding_views.rule, name="rule"),
]
