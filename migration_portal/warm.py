"""What each web worker would otherwise read for the first person who asks it: templates and words."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.template import Engine
from django.urls import reverse
from django.utils.translation import trans_real


def warm() -> None:
    """Read addresses, words of all languages and templates, so that workers forked from here hold them.

    Django keeps what it has compiled.
    """
    reverse("core:sign-in")
    for language, _name in settings.LANGUAGES:
        trans_real.translation(language)
    engine = Engine.get_default()
    for folder in map(Path, engine.dirs):
        for path in folder.rglob("*.html"):
            engine.get_template(path.relative_to(folder).as_posix())
