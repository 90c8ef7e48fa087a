"""Days and times are written one way in both languages, with the exact time under the pointer."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from django.template import Context, Template
from django.utils import translation

WHEN = datetime(2026, 12, 1, 9, 5, 7, tzinfo=UTC)
SHOWN = Template(
    "{% load moments %}{{ when|moment }} {{ when|on_day }} {{ none|moment }}{{ day|on_day }}"
    '{% for style in styles %} {{ day|date:style }}{% endfor %} {{ when|date:"DATETIME_FORMAT" }}'
)


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_a_time_is_written_the_same_in_both_languages(language: str) -> None:
    styles = ("DATE_FORMAT", "SHORT_DATE_FORMAT")
    with translation.override(language):
        text = SHOWN.render(Context({"when": WHEN, "none": None, "day": date(2026, 3, 31), "styles": styles}))

    exact = '<time datetime="2026-12-01T09:05:07+00:00" title="2026-12-01 09:05:07 UTC">'
    assert text.startswith(f"{exact}2026-12-01 09:05</time> {exact}2026-12-01</time>")
    assert '<time datetime="2026-03-31">2026-03-31</time>' in text
    assert text.endswith(" 2026-03-31 2026-03-31 2026-12-01 09:05")
