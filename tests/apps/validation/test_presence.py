"""Which nodes were there is noted once a minute, on the database's clock."""

from datetime import timedelta

from django.db.models.functions import Now

from apps.validation import services
from apps.validation.models import Node, NodeDay
from tests.apps.validation.play import enrolled
from tests.cast import Cast


def later(**away: float) -> None:
    NodeDay.objects.update(looked_at=Now() - timedelta(**away))


def test_a_node_that_was_heard_counts_and_a_silent_one_does_not(cast: Cast) -> None:
    there, gone = enrolled(cast.project, "there"), enrolled(cast.project, "gone")
    Node.objects.filter(pk=gone.pk).update(last_seen_at=None)

    assert services.note_presence() == 2

    noted = {day.node: (day.heard, day.looks) for day in NodeDay.objects.select_related("node")}
    assert noted == {there: (1, 1), gone: (0, 1)}


def test_several_reconcilers_note_a_minute_once(cast: Cast) -> None:
    enrolled(cast.project)

    assert [services.note_presence() for _ in range(3)] == [1, 0, 0]

    later(seconds=60)
    services.note_presence()
    assert (NodeDay.objects.get().looks, NodeDay.objects.get().heard) == (2, 2)


def test_a_retired_node_is_not_looked_for(cast: Cast) -> None:
    services.retire(actor=cast.bob, node=enrolled(cast.project))

    assert services.note_presence() == 0
