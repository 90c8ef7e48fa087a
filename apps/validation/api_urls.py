"""Addresses that nodes call."""

from django.urls import path

from apps.validation import api, api_artifacts, api_attempts

ATTEMPT = "node/attempts/<uuid:attempt>"
urlpatterns = [
    path("node/enrol", api.Enrol.as_view(), name="node-enrol"),
    path("node/hello", api.Hello.as_view(), name="node-hello"),
    path("node/lease", api.Lease.as_view(), name="node-lease"),
    path(f"{ATTEMPT}/heartbeat", api_attempts.Heartbeat.as_view(), name="attempt-heartbeat"),
    path(f"{ATTEMPT}/log", api_attempts.Log.as_view(), name="attempt-log"),
    path(f"{ATTEMPT}/result", api_attempts.Result.as_view(), name="attempt-result"),
    path(f"{ATTEMPT}/artifacts", api_artifacts.Artifacts.as_view(), name="attempt-artifacts"),
    path(
        f"{ATTEMPT}/artifacts/<uuid:artifact>/content",
        api_artifacts.Content.as_view(),
        name="attempt-artifact-content",
    ),
    path(f"{ATTEMPT}/release", api_attempts.Release.as_view(), name="attempt-release"),
]
