"""Addresses of nodes and jobs."""

from django.urls import path

from apps.validation.views import artifacts, changing, enrolment, job, marked, nodes, queue, tending

app_name = "validation"
NODES, JOBS = "p/<slug:slug>/nodes/", "p/<slug:slug>/jobs/"
NODE, JOB = f"{NODES}<uuid:node_id>/", f"{JOBS}<uuid:job_id>/"
urlpatterns = [
    path(NODES, nodes.nodes, name="nodes"),
    path(f"{NODES}enrol/", enrolment.enrol, name="enrol"),
    path(f"{NODES}code/", enrolment.code, name="code"),
    path(f"{NODES}code/<int:code_id>/", enrolment.await_node, name="await-node"),
    path(NODE, nodes.node, name="node"),
    path(f"{NODE}drain/", tending.drain, name="drain"),
    path(f"{NODE}resume/", tending.resume, name="resume"),
    path(f"{NODE}rotate/", tending.rotate, name="rotate"),
    path(f"{NODE}revoke/", tending.revoke, name="revoke"),
    path(f"{NODE}retire/", tending.retire, name="retire"),
    path(JOBS, queue.jobs, name="jobs"),
    path(f"{JOBS}new/", queue.new, name="new"),
    path(f"{JOBS}cancel/", marked.cancel_many, name="cancel-many"),
    path(f"{JOBS}retry/", marked.retry_many, name="retry-many"),
    path(JOB, job.job, name="job"),
    path(f"{JOB}cancel/", changing.cancel, name="cancel"),
    path(f"{JOB}retry/", changing.retry, name="retry"),
    path(f"{JOB}move/", changing.move, name="move"),
    path(f"{JOB}step/", changing.step, name="step"),
    path(f"{JOB}document/", job.document, name="document"),
    path(f"{JOB}artifacts/<uuid:artifact_id>/", artifacts.artifact, name="artifact"),
    path(f"{JOB}log/<int:attempt>/", job.log, name="log"),
    path(f"{JOB}log/<int:attempt>/file/", job.log_file, name="log-file"),
]
