"""Signing in and out, and the pages for what went wrong."""

from __future__ import annotations

from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from apps.core.models import SignInLink


@method_decorator(login_not_required, name="dispatch")
class SignIn(LoginView):
    """Asks for name and password; who is signed in already goes home."""

    template_name = "core/sign_in.html"
    redirect_authenticated_user = True


@login_not_required
def sign_in_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show a button that redeems the link: a mere preview of the address must not use it up."""
    if request.method != "POST":
        return render(request, "core/sign_in_link.html", {"token": token})
    link = SignInLink.redeem(token)
    if link is None:
        return error_page(
            request,
            410,
            _("This sign-in link was used or has expired. Start the portal again for a new one, or sign in."),
        )
    login(request, link.user, backend="django.contrib.auth.backends.ModelBackend")
    return redirect("projects:home")


@require_POST
@login_not_required
def set_theme(request: HttpRequest) -> HttpResponse:
    """Remember light, dark or the system's theme in a cookie, so that the first paint is right."""
    before = request.headers.get("Referer", "")
    is_ours = url_has_allowed_host_and_scheme(before, {request.get_host()}, require_https=request.is_secure())
    answer = redirect(before if is_ours else "projects:home")
    answer.set_cookie("theme", request.POST.get("theme", ""), max_age=31_536_000, samesite="Lax")
    return answer


def error_page(
    request: HttpRequest, status: int, message: str, *, way: tuple[str, str] | None = None
) -> HttpResponse:
    """Return the error page; the message tells what to do next, WAY where to and what that is called."""
    page = {"status": status, "message": message, "way": way}
    return render(request, "core/error.html", page, status=status)


@login_not_required
def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Say that the form did not come from a page that is still good."""
    return error_page(
        request, 403, _("The page was too old, or cookies are switched off. Reload it and try again.")
    )


@login_not_required
def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that there is nothing here, or nothing that this reader may see."""
    return error_page(request, 404, _("There is no such page, or it belongs to a project you are not in."))


@login_not_required
def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that the role does not allow this."""
    return error_page(request, 403, str(exception) or _("Your role in this project does not allow this."))


@login_not_required
def server_error(request: HttpRequest) -> HttpResponse:
    """Say that the fault is ours and was logged."""
    message = _("Something broke on our side; it is in the log. Try again in a minute.")
    return error_page(request, 500, message)
