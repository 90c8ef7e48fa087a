"""The WSGI entry that gunicorn serves."""

import gc
import os

from django.core.wsgi import get_wsgi_application

from migration_portal.warm import warm

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "migration_portal.settings")
application = get_wsgi_application()
warm()
# What is loaded now stays: looking through it for garbage would stop some request for a tenth of a second.
gc.freeze()
