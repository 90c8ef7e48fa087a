"""Addresses of nodes and jobs."""

from django.urls import path

from apps.validation.views import artifacts, enrolment, job, nodes, queue

app_name = "validation"
NODES, JOBS = "p/<slug:slug>/nodes/", "p/<slug:slug>/jobs/"
NODE, JOB = f"{NODES}<uuid:node_id>/", f"{JOBS}<uuid:job_id>/"
urlpatterns = [
    path(NODES, nodes.nodes, name="nodes"),
    path(f"{NODES}enrol/", enrolment.enrol, name="enrol"),
    path(f"{NODES}code/", enrolment.code, name="code"),
    path(f"{NODES}code/<int:code_id>/", enrolment.await_node, name="await-node"),
    path(NODE, nodes.node, name="node"),
    path(f"{NODE}retire/", nodes.retire, name="retire"),
    path(JOBS, queue.jobs, name="jobs"),
    path(f"{JOBS}new/", queue.new, name="new"),
    path(f"{JOBS}cancel/", queue.cancel_many, name="cancel-many"),
    path(JOB, job.job, name="job"),
    path(f"{JOB}cancel/", job.cancel, name="cancel"),
    path(f"{JOB}document/", job.document, name="document"),
    path(f"{JOB}artifacts/<uuid:artifact_id>/", artifacts.artifact, name="artifact"),
    path(f"{JOB}log/<int:attempt>/", job.log, name="log"),
    path(f"{JOB}log/<int:attempt>/file/", job.log_file, name="log-file"),
]
