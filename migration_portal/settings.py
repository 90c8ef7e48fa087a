"""One settings file for every environment: what differs comes from environment variables."""

from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from celery.schedules import crontab
from csp.constants import NONCE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from migration_portal import embedded, env

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env.text("VAR_DIR", str(BASE_DIR / "var")))

DEBUG = env.flag("DEBUG")
PRODUCTION = env.flag("PRODUCTION")


def _secret_key() -> str:
    """Return SECRET_KEY; outside production a random one is kept under var/ so that sessions survive."""
    given = env.text("SECRET_KEY")
    if given or PRODUCTION:
        return given
    return env.kept_secret(VAR_DIR / "secret_key")


SECRET_KEY = _secret_key()
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", "" if PRODUCTION else "127.0.0.1,localhost,[::1],testserver")
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.contrib.postgres",
    "csp",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "apps.core",
    "apps.projects",
    "apps.scans",
    "apps.coupling",
    "apps.plans",
    "apps.validation",
    "apps.tco",
    "apps.checklist",
    "apps.overview",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "apps.validation.middleware.NodeCallMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "apps.core.middleware.ErrorPageMiddleware",
]

ROOT_URLCONF = "migration_portal.urls"
WSGI_APPLICATION = "migration_portal.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "csp.context_processors.nonce",
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "apps.core.context.shell",
            ],
        },
    },
]


def _database(url: str) -> dict[str, object]:
    """Return Django's settings for a postgresql:// URL, a Unix socket in ?host= included."""
    parts = urlsplit(url)
    if parts.scheme not in {"postgres", "postgresql"}:
        raise ImproperlyConfigured("DATABASE_URL must begin with postgresql://; no other database works.")
    query = dict(parse_qsl(parts.query))
    return {
        "ENGINE": "migration_portal.postgresql",
        "NAME": unquote(parts.path.lstrip("/")) or "postgres",
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": query.pop("host", "") or parts.hostname or "",
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": query,
    }


DATABASES = {"default": _database(env.text("DATABASE_URL") or embedded.database_url())}
# The folder of pg_dump, pg_restore and psql; empty: those on the path.
POSTGRES_PROGRAMS = env.text("POSTGRES_PROGRAMS") or embedded.programs_folder()
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CELERY_BROKER_URL = env.text("BROKER_URL") or embedded.broker_url()
# kombu and Celery look for the visibility timeout in three places; the shortest that they find wins.
CELERY_VISIBILITY_TIMEOUT = env.number("BROKER_VISIBILITY_TIMEOUT_S", 120)
CELERY_BROKER_TRANSPORT_OPTIONS = CELERY_RESULT_BACKEND_TRANSPORT_OPTIONS = {
    "visibility_timeout": CELERY_VISIBILITY_TIMEOUT,
    "unacked_restore_interval": 10,
    "unacked_restore_throttle": 1,
    "health_check_interval": 25,
    "socket_keepalive": True,
}
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = CELERY_RESULT_SERIALIZER = "json"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_DEFAULT_QUEUE = "portal"
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# Beat only rings; what is due is decided in the database, so that a second beat does no harm.
CELERY_BEAT_SCHEDULE = {
    "scan again what is due": {"task": "scans.rescan_due", "schedule": 60.0, "options": {"expires": 60}},
    "look at evidence again": {
        "task": "validation.verify_evidence",
        "schedule": crontab(hour=2, minute=30),
        "options": {"expires": 3600},
    },
    "remove orphaned files": {
        "task": "validation.reap_artifacts",
        "schedule": 3600.0,
        "options": {"expires": 3600},
    },
    "forget old source": {"task": "scans.forget_sources", "schedule": 3600.0, "options": {"expires": 3600}},
}

# Nodes verify job specs by the key made from this; a new secret means enrolling them again.
JOB_SIGNING_SECRET: str = env.text("JOB_SIGNING_SECRET") or env.kept_secret(VAR_DIR / "job_signing_secret")
JOB_LEASE_S = env.number("JOB_LEASE_S", 60)
# How long an attempt's token outlives the time limit of its job.
ATTEMPT_LEEWAY_S = env.number("ATTEMPT_LEEWAY_S", 300)
# A node whose last inventory is older does one before anything else; 0 asks for none.
INVENTORY_FRESH_H = env.number("INVENTORY_FRESH_H", 24)
INVENTORY_AGAIN_MIN = env.number("INVENTORY_AGAIN_MIN", 10)
NODE_SILENT_S = env.number("NODE_SILENT_S", 90)
RECONCILE_EVERY_S = env.number("RECONCILE_EVERY_S", 15)
# The broker as nodes reach it; each gets a user there. Unset: ours, for nodes on the machine of `make run`.
NODE_BROKER_URL = env.text("NODE_BROKER_URL")
# The same broker as we reach it, with a user that keeps the others. Unset: our own broker.
NODE_BROKER_ADMIN_URL = env.text("NODE_BROKER_ADMIN_URL")

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "core:sign-in"
LOGIN_REDIRECT_URL = "projects:home"
LOGOUT_REDIRECT_URL = "core:sign-in"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("zh-hans", _("Simplified Chinese"))]
USE_I18N = True
FORMAT_MODULE_PATH = "apps.core.formats"
USE_TZ = True
TIME_ZONE = env.text("TIME_ZONE", "UTC")

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static", ("", BASE_DIR / "static" / "dist")]
STATIC_ROOT = BASE_DIR / "staticfiles"
WHITENOISE_USE_FINDERS = not PRODUCTION
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
MEDIA_ROOT = VAR_DIR / "media"
UPLOAD_MAX_BYTES = env.number("UPLOAD_MAX_BYTES", 512 * 1024 * 1024)
# What reading one source may take; it happens in a process of its own.
SCAN_SECONDS = env.number("SCAN_SECONDS", 1800)
SCAN_CPU_SECONDS = env.number("SCAN_CPU_SECONDS", 900)
SCAN_MEMORY_BYTES = env.number("SCAN_MEMORY_BYTES", 3 * 1024**3)
# How many days the redacted text of files with findings is kept to be shown; 0 keeps none.
SOURCE_DAYS = env.number("SOURCE_DAYS", 30)
# Git hosts, as host or host:port, that may be contacted although their addresses are internal.
GIT_INTERNAL_HOSTS = [host.lower() for host in env.words("GIT_INTERNAL_HOSTS")]

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "img-src": [SELF, "data:"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": [SELF],
        "frame-ancestors": ["'none'"],
    }
}
CSRF_FAILURE_VIEW = "apps.core.views.csrf_failed"
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = PRODUCTION
SECURE_HSTS_SECONDS = 31_536_000 if PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = PRODUCTION
if PRODUCTION:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "apps.core.errors.api_error",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Migration portal",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.IsAuthenticated"],
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "INFO"},
}
