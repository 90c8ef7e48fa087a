"""Every address of the portal: one include for each app's pages, one for each API."""

from django.contrib.auth.decorators import login_not_required
from django.urls import include, path
from django.views.i18n import set_language
from drf_spectacular.views import SpectacularAPIView

_WITH_PAGES = ("projects", "overview", "scans", "coupling", "plans", "validation", "tco", "checklist")
_WITH_API = ("scans", "coupling", "validation")

urlpatterns = [
    # First, for nodes call it more often than people turn pages.
    *(path("api/v1/", include(f"apps.{app}.api_urls")) for app in _WITH_API),
    path("", include("apps.core.urls")),
    path("i18n/setlang/", login_not_required(set_language), name="set_language"),
    *(path("", include(f"apps.{app}.urls")) for app in _WITH_PAGES),
    path("api/v1/schema/", SpectacularAPIView.as_view(), name="api-schema"),
]

handler404 = "apps.core.views.not_found"
handler403 = "apps.core.views.forbidden"
handler500 = "apps.core.views.server_error"
