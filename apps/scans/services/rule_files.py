"""A project's own rules: read and tried before they are kept, laid out in a folder for a scan."""

from __future__ import annotations

import hashlib
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import transaction
from django.utils.translation import gettext as _

from apps.core import audit
from apps.core.errors import ApplicationError
from apps.core.hidden import one_line
from apps.projects.models import Project
from apps.scans.catalogue import known_rules
from apps.scans.models import RuleFile, Scan
from apps.scans.services.rule_trial import Tried, tried

MAX_BYTES = 256 * 1024
MAX_FILES = 20
MAX_RULES = 200
_NAME = re.compile(r"[A-Za-z0-9][\w.-]{0,100}\.ya?ml")


def add_rule_file(*, actor: object, project: Project, name: str, content: bytes) -> RuleFile:
    """Keep a file of rules for the next scans of the project; one of the same name takes its place.

    Raises ApplicationError, with file, line and what to write, before anything is stored: when it is no
    rule file, names a rule that exists already, or a sample of it does not answer as it says.
    """
    name = _checked_name(name)
    text = _checked_text(name, content)
    found = tried(name, text)
    if not found.rules:
        raise ApplicationError("no_rules", _("“%s” holds no rule. Begin each with “- id:”.") % name)
    with transaction.atomic():
        Project.objects.select_for_update().get(pk=project.pk)
        _refuse_crowd(project, name, found)
        _refuse_known(project, name, found)
        kept = _keep(actor, project, name, text, found)
        audit.record(actor, "rules.added", kept, project_slug=project.slug, sha256=kept.sha256)
    return kept


@transaction.atomic
def switch_rule_file(*, actor: object, rule_file: RuleFile, on: bool) -> None:
    """Let the next scans run the file, or leave it out."""
    changed = RuleFile.objects.filter(pk=rule_file.pk).exclude(is_enabled=on).update(is_enabled=on)
    if changed:
        verb = "rules.enabled" if on else "rules.disabled"
        audit.record(actor, verb, rule_file, project_slug=rule_file.project.slug)


@transaction.atomic
def remove_rule_file(*, actor: object, rule_file: RuleFile) -> None:
    """Remove the file; the scans that ran it keep its name and hash."""
    audit.record(
        actor, "rules.removed", rule_file, project_slug=rule_file.project.slug, sha256=rule_file.sha256
    )
    rule_file.delete()


@contextmanager
def own_rules(scan: Scan, run_token: str) -> Iterator[tuple[str, ...]]:
    """The folders of rules that a scan runs besides the catalogue; what is in them is noted on the scan."""
    files = list(RuleFile.objects.filter(project=scan.project, is_enabled=True))
    noted = [{"name": one.name, "sha256": one.sha256, "rules": len(one.rules)} for one in files]
    Scan.objects.owned(scan.pk, run_token).update(own_rules=noted)
    if not files:
        yield ()
        return
    with tempfile.TemporaryDirectory(prefix="npu-migrate-rules-") as folder:
        for one in files:
            (Path(folder) / one.name).write_text(one.text, "utf-8")
        yield (folder,)


def _checked_name(name: str) -> str:
    shown = one_line(name.replace("\\", "/").rpartition("/")[2])
    if not _NAME.fullmatch(shown):
        message = _("Call the file something like my-rules.yaml: letters, digits, “.”, “-” and “_”.")
        raise ApplicationError("rule_file_name", message)
    return f"{shown.rpartition('.')[0]}.yaml"


def _checked_text(name: str, content: bytes) -> str:
    if len(content) > MAX_BYTES:
        message = _("“%(name)s” is larger than %(limit)d KB. Split it into several files.")
        raise ApplicationError("rule_file_size", message % {"name": name, "limit": MAX_BYTES // 1024})
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = _("“%s” is not UTF-8 text. Save it as UTF-8, then upload it again.")
        raise ApplicationError("rule_file_text", message % name) from error
    if "\0" in text:
        raise ApplicationError("rule_file_text", _("“%s” holds NUL bytes; it is no text.") % name)
    return text


def _refuse_crowd(project: Project, name: str, found: Tried) -> None:
    others = list(RuleFile.objects.filter(project=project).exclude(name=name))
    if len(others) >= MAX_FILES:
        message = _("A project keeps at most %d files of its own rules. Remove one first.")
        raise ApplicationError("rule_files_full", message % MAX_FILES, status=409)
    if sum(len(one.rules) for one in others) + len(found.rules) > MAX_RULES:
        message = _("A project keeps at most %d rules of its own. Remove some first.")
        raise ApplicationError("rules_full", message % MAX_RULES, status=409)


def _refuse_known(project: Project, name: str, found: Tried) -> None:
    holders = dict.fromkeys(known_rules(), _("the catalogue"))
    for other in RuleFile.objects.filter(project=project).exclude(name=name):
        holders |= dict.fromkeys(other.rules, f"“{other.name}”")
    for rule in found.rules:
        if rule in holders:
            message = _("The rule “%(rule)s” is in %(where)s already. Give yours another id.")
            raise ApplicationError("rule_known", message % {"rule": rule, "where": holders[rule]})


def _keep(actor: object, project: Project, name: str, text: str, found: Tried) -> RuleFile:
    kept, _created = RuleFile.objects.update_or_create(
        project=project,
        name=name,
        defaults={
            "text": text,
            "sha256": hashlib.sha256(text.encode()).hexdigest(),
            "rules": list(found.rules),
            "samples": found.samples,
            "is_enabled": True,
            "added_by": str(actor)[:150],
        },
    )
    return kept
