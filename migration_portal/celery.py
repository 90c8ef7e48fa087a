"""The Celery application of the portal: `celery -A migration_portal.celery worker`."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "migration_portal.settings")

app = Celery("migration_portal")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
