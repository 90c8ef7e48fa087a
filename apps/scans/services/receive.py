"""Taking in what is to be scanned: stored by hash, capped in size, audited, and queued on commit."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from apps.core import audit
from apps.core.errors import ApplicationError
from apps.core.hidden import one_line
from apps.core.queue import send_on_commit
from apps.projects.models import Project
from apps.scans import storage
from apps.scans.models import Scan, SourceKind, State, Upload, UploadKind
from apps.scans.services.tokens import keep_token
from migration_engine.errors import DocumentInvalid, IntakeRefused
from migration_engine.export.document import validate
from migration_engine.export.document_bytes import document_in
from migration_engine.intake import GitAccess, refuse_access
from migration_engine.intake.address import refuse_url
from migration_engine.intake.archive import archive_stem, is_archive

DOCUMENT_MAX_BYTES = 128 * 1024 * 1024
BRANCH_LONGEST = 200


def receive_archive(
    *, actor: object, project: Project, name: str, chunks: Iterable[bytes], branch: str = ""
) -> Scan:
    """Keep an archive and queue its scan; `branch` is what whoever packed it says of it.

    Raises ApplicationError when it is no archive or larger than UPLOAD_MAX_BYTES; what the archive holds
    is judged by the scan itself.
    """
    with storage.kept_upload(chunks, limit=settings.UPLOAD_MAX_BYTES) as kept, transaction.atomic():
        _refuse_unreadable(storage.upload_path(kept.sha256), _shown_name(name))
        upload = _upload(project, UploadKind.ARCHIVE, name, kept)
        return _queue(
            actor,
            project,
            source_kind=SourceKind.ARCHIVE,
            source_name=archive_stem(upload.original_name),
            branch=_named(branch),
            upload=upload,
        )


def receive_document(
    *, actor: object, project: Project, name: str, content: bytes, branch: str = "", otherwise: str = ""
) -> Scan:
    """Keep a scan document that the command line made, and queue its import.

    `branch` goes before what the document says, `otherwise` holds where it says nothing: a folder does not
    know its branch.
    Raises ApplicationError before anything is stored when it is no JSON, too large, or not a document
    of the published schema; the message holds the JSON pointer of the first fault.
    """
    source = _checked_document(content)["source"]
    with storage.kept_document(content) as kept, transaction.atomic():
        upload = _upload(project, UploadKind.DOCUMENT, name, kept)
        return _queue(
            actor,
            project,
            source_kind=SourceKind.DOCUMENT,
            source_name=source["name"][:255],
            branch=_named(branch) or source.get("branch", "")[:BRANCH_LONGEST] or otherwise,
            upload=upload,
            document_hash=kept.sha256,
        )


@transaction.atomic
def receive_git(*, actor: object, project: Project, url: str, ref: str = "", token: str = "") -> Scan:
    """Queue the scan of a branch, tag or commit of an https Git repository; the scan itself fetches it.

    Raises ApplicationError for any other address, and for one that carries a password, before it is stored.
    The token of a private repository is kept sealed until the scan is over.
    """
    try:
        refuse_url(url)
        refuse_access(GitAccess(ref=ref, token=token))
    except IntakeRefused as error:
        raise ApplicationError.of(error) from error
    name = url.rstrip("/").rpartition("/")[2].removesuffix(".git") or url
    scan = _queue(
        actor,
        project,
        source_kind=SourceKind.GIT,
        source_name=name[:255],
        git_url=url,
        git_ref=ref,
        is_private=bool(token),
    )
    keep_token(scan, token)
    return scan


@transaction.atomic
def receive_folder(*, actor: object, project: Project, folder: str) -> Scan:
    """Queue the scan of a folder of this server; offered to the command line only.

    Raises ApplicationError when its name is in no encoding, for such a name cannot be stored.
    """
    shown = folder.encode("utf-8", "backslashreplace").decode()
    if shown != folder:
        message = _("The name of the folder “%s” is not in UTF-8. Rename it, then scan it again.")
        raise ApplicationError("folder_name", message % shown)
    name = folder.rstrip("/").rpartition("/")[2] or folder
    return _queue(actor, project, source_kind=SourceKind.FOLDER, source_name=name[:255], folder=folder)


@transaction.atomic
def retry_scan(*, actor: object, scan: Scan) -> Scan:
    """Queue a failed scan again.

    Raises ApplicationError when it did not fail, or when its archive is no longer kept.
    """
    if scan.is_private:
        message = _("The access token was not kept. Request a new scan and give it again.")
        raise ApplicationError("token_gone", message, status=409)
    if not is_kept(scan):
        raise ApplicationError(
            "source_gone", _("The uploaded file is no longer kept; upload it again."), status=409
        )
    cleared = {
        "steps": [],
        "error_code": "",
        "error_message": "",
        "error_message_zh": "",
        "attempts": 0,
        "run_token": "",
    }
    failed = Scan.objects.filter(pk=scan.pk, state=State.FAILED)
    if failed.update(state=State.QUEUED, started_at=None, finished_at=None, **cleared) != 1:
        raise ApplicationError("not_failed", _("Only a failed scan can be tried again."), status=409)
    audit.record(actor, "scan.retried", scan, project_slug=scan.project.slug)
    send_on_commit("scans.run", scan.pk)
    return scan


def is_kept(scan: Scan) -> bool:
    """Tell whether what the scan reads is still there, so that it can be tried again."""
    if scan.source_kind == SourceKind.ARCHIVE:
        return scan.upload is not None and storage.upload_path(scan.upload.sha256).exists()
    if scan.source_kind == SourceKind.DOCUMENT:
        return storage.document_path(scan.document_hash).exists()
    return not scan.is_private


def _refuse_unreadable(path: Path, name: str) -> None:
    if not is_archive(path):
        message = _("“%s” is not an archive that can be read. Pack the sources as .zip, .tar or .tar.gz.")
        raise ApplicationError("not_an_archive", message % name)


def _checked_document(content: bytes) -> dict[str, dict[str, str]]:
    if len(content) > DOCUMENT_MAX_BYTES:
        limit = DOCUMENT_MAX_BYTES // (1024 * 1024)
        raise ApplicationError(
            "document_too_large", _("The scan document is larger than %d MB.") % limit, status=413
        )
    try:
        document: dict[str, dict[str, str]] = document_in(content)
        validate(document)
    except DocumentInvalid as error:
        raise ApplicationError.of(error) from error
    except (ValueError, RecursionError) as error:
        raise ApplicationError(
            "not_json", _("The file is not JSON (%s). Upload what “npu-migrate scan --output” wrote.") % error
        ) from error
    return document


def _upload(project: Project, kind: UploadKind, name: str, kept: storage.Kept) -> Upload:
    return Upload.objects.create(
        project=project, kind=kind, sha256=kept.sha256, size=kept.size, original_name=_shown_name(name)
    )


def _named(branch: str) -> str:
    if len(branch) > BRANCH_LONGEST or one_line(branch) != branch:
        message = _("A branch is named in one line of at most %d letters, without blanks around it.")
        raise ApplicationError("bad_branch", message % BRANCH_LONGEST)
    return branch


def _shown_name(name: str) -> str:
    """Return the last part of a client's file name without hidden letters; it is only ever shown."""
    return one_line(name.replace("\\", "/").rpartition("/")[2])[:255] or "upload"


def _queue(actor: object, project: Project, **fields: object) -> Scan:
    """Create the project's next scan. The locked project row hands out the numbers one at a time."""
    Project.objects.select_for_update().get(pk=project.pk)
    last = Scan.objects.of(project).aggregate(last=Max("number"))["last"] or 0
    fields["source_name"] = one_line(str(fields["source_name"])) or str(fields["source_kind"])
    scan = Scan.objects.create(project=project, number=last + 1, requested_by=str(actor)[:150], **fields)
    audit.record(
        actor, "scan.requested", scan, project_slug=project.slug, kind=scan.source_kind, upload=scan.upload_id
    )
    send_on_commit("scans.run", scan.pk)
    return scan
