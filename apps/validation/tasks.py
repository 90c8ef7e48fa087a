"""The background work of validation: load, call."""

from celery import shared_task

from apps.validation import services


@shared_task(name="validation.verify_evidence")
def verify_evidence() -> None:
    """Hash all evidence again."""
    services.verify_evidence()


@shared_task(name="validation.reap_artifacts")
def reap_artifacts() -> None:
    """Remove files that belong to nothing."""
    services.reap_artifacts()
