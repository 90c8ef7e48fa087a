"""What a web worker holds before anybody has asked it."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.template import Engine

from migration_portal.warm import warm


def test_every_template_is_compiled_before_the_workers_are_forked() -> None:
    warm()

    loader = Engine.get_default().template_loaders[0]
    folder = Path(settings.TEMPLATES[0]["DIRS"][0])
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*.html")}
    assert "coupling/map/page.html" in names
    assert names <= set(loader.get_template_cache)  # type: ignore[attr-defined]
