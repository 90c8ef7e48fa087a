"""Addresses of nodes and jobs."""

from django.urls import path

from apps.validation import artifact_views, node_views, views

app_name = "validation"
urlpatterns = [
    path("p/<slug:slug>/nodes/", node_views.nodes, name="nodes"),
    path("p/<slug:slug>/nodes/code/", node_views.code, name="code"),
    path("p/<slug:slug>/nodes/<uuid:node_id>/retire/", node_views.retire, name="retire"),
    path("p/<slug:slug>/jobs/", views.jobs, name="jobs"),
    path("p/<slug:slug>/jobs/new/", views.new, name="new"),
    path("p/<slug:slug>/jobs/<uuid:job_id>/", views.job, name="job"),
    path("p/<slug:slug>/jobs/<uuid:job_id>/cancel/", views.cancel, name="cancel"),
    path("p/<slug:slug>/jobs/<uuid:job_id>/document/", views.document, name="document"),
    path(
        "p/<slug:slug>/jobs/<uuid:job_id>/artifacts/<uuid:artifact_id>/",
        artifact_views.artifact,
        name="artifact",
    ),
]
