"""What every page needs around its content: project, role, theme."""

from django.http import HttpRequest

THEMES = ("light", "dark")


def shell(request: HttpRequest) -> dict[str, object]:
    """Return the values that base.html reads; an unset theme follows the reader's system."""
    theme = request.COOKIES.get("theme", "")
    return {
        "project": getattr(request, "project", None),
        "membership": getattr(request, "membership", None),
        "theme": theme if theme in THEMES else "",
    }
