"""The one place that writes the audit trail: an entry by itself, or as part of a larger statement."""

import json

from apps.core import sql

# As SQL: every act writes one, and the model's own way takes three times as long.
ENTRY = """
INSERT INTO core_auditentry (at, actor, verb, target, project_slug, detail)
VALUES (statement_timestamp(), %(actor)s, %(verb)s, %(target)s, %(project_slug)s, %(detail)s)
"""


def record(actor: object, verb: str, target: object, *, project_slug: str = "", **detail: object) -> None:
    """Add one entry inside the caller's transaction, so that it exists exactly when the act does."""
    entry = {
        "actor": str(actor)[:150],
        "verb": verb,
        "target": str(target)[:200],
        "project_slug": project_slug,
        "detail": json.dumps(detail),
    }
    sql.rows(ENTRY, entry)


def clause(source: str, verb: str, target: str, detail: str = "'{}'") -> str:
    """Return what adds an entry for each row of SOURCE within a statement; it asks for `actor` and `slug`.

    SOURCE names a part of the statement; the others are expressions over its columns.
    """
    return f"""INSERT INTO core_auditentry (at, actor, verb, target, project_slug, detail)
        SELECT statement_timestamp(), %(actor)s, {verb}, {target}, %(slug)s, {detail} FROM {source}
    """  # noqa: S608 - all of it is written by us
