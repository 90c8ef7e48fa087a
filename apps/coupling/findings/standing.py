"""Where a finding stands: what the scanner concluded, what people decided since, and what came back."""

from __future__ import annotations

from django.db.models import Case, CharField, F, Q, QuerySet, Value, When
from django.utils import timezone

from apps.coupling.models import Triage, TriageQuerySet, TriageStatus
from apps.scans.models import Change, Finding, Scan
from migration_engine.model import FindingStatus

RETURNED = "returned"
OPEN = FindingStatus.OPEN.value
# In the order of their tabs. The first ones ask for work.
STANDINGS = (
    *(OPEN, RETURNED, TriageStatus.IN_WORK.value, FindingStatus.HANDLED.value),
    *(TriageStatus.DISMISSED.value, TriageStatus.FIXED.value),
    *(FindingStatus.TEST.value, FindingStatus.DOC.value, FindingStatus.VENDORED.value),
)


def said_statuses(scan: Scan) -> frozenset[str]:
    """Return the statuses that people gave to any finding: those that are not there need no looking for."""
    return frozenset(Triage.objects.of(scan).order_by().values_list("status", flat=True).distinct())


def with_standing(
    scan: Scan, rows: QuerySet[Finding], known: frozenset[str] | None = None
) -> QuerySet[Finding]:
    """Return ROWS of that scan annotated with `standing`, one of STANDINGS.

    Each set of identities is read once and probed for each row, which a joined or correlated query is not.
    """
    said = Triage.objects.of(scan)
    known = said_statuses(scan) if known is None else known
    whens = [
        When(_in(said.filter(holds)), then=Value(to)) for status, holds, to in _words() if status in known
    ]
    if TriageStatus.FIXED in known:
        whens.append(
            When(_in(said.filter(status="fixed", scan_number__gte=scan.number)), then=Value("fixed"))
        )
        whens.append(When(_in(said.filter(status="fixed")) & Q(status=OPEN), then=Value(RETURNED)))
    whens.append(When(change=Change.RETURNED, status=OPEN, then=Value(RETURNED)))
    return rows.annotate(standing=Case(*whens, default=F("status"), output_field=CharField()))


def standing_of(row: Finding) -> str:
    """Return where an annotated row stands."""
    return str(vars(row)["standing"])


def is_over(triage: Triage) -> bool:
    """Tell whether a dismissal has run out, which makes the finding open again."""
    return bool(
        triage.status == TriageStatus.DISMISSED and triage.until and triage.until < timezone.localdate()
    )


def _words() -> list[tuple[str, Q, str]]:
    """Who said nothing but open has seen that it returned; a dismissal holds until its day is over."""
    today = timezone.localdate()
    return [
        ("dismissed", Q(status="dismissed", until__gte=today), "dismissed"),
        ("in_work", Q(status="in_work"), "in_work"),
        ("handled", Q(status="handled"), "handled"),
    ]


def _in(said: TriageQuerySet) -> Q:
    return Q(identity__in=said.order_by().values("identity"))
