"""The WSGI entry that gunicorn serves."""

import gc
import os

from django.core.wsgi import get_wsgi_application
from django.urls import reverse

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "migration_portal.settings")
application = get_wsgi_application()
# Views and addresses are loaded before the workers are forked, not by the first person who asks for a page.
reverse("core:sign-in")
# What is loaded now stays: looking through it for garbage would stop some request for a tenth of a second.
gc.freeze()
