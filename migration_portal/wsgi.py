"""The WSGI entry that gunicorn serves."""

import gc
import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "migration_portal.settings")
application = get_wsgi_application()
# All views are loaded before the workers are forked, not by the first person who asks each of them.
get_resolver().url_patterns  # noqa: B018
# What is loaded now stays: looking through it for garbage would stop some request for a tenth of a second.
gc.freeze()
