"""Access tokens of private repositories, sealed: a scan's until it is over, a schedule's while it lasts."""

from __future__ import annotations

import base64

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from apps.scans.models import GitToken, Scan, Schedule, ScheduleToken
from migration_engine.errors import IntakeRefused
from migration_engine.text import Text


def keep_token(scan: Scan, token: str) -> None:
    """Keep the token for the scan that is about to be queued."""
    if token:
        GitToken.objects.create(scan=scan, sealed=_seal().encrypt(token.encode()))


def token_of(scan: Scan) -> str:
    """Return the scan's token, or an empty string; raises IntakeRefused when SECRET_KEY has changed."""
    kept = GitToken.objects.filter(scan=scan).first()
    return _opened(kept)


def keep_schedule_token(schedule: Schedule, token: str) -> None:
    """Keep the token for all scans that the schedule will start."""
    if token:
        ScheduleToken.objects.create(schedule=schedule, sealed=_seal().encrypt(token.encode()))


def token_of_schedule(schedule: Schedule) -> str:
    """Return the schedule's token, or an empty string; raises IntakeRefused when SECRET_KEY has changed."""
    return _opened(ScheduleToken.objects.filter(schedule=schedule).first())


def _opened(kept: GitToken | ScheduleToken | None) -> str:
    if kept is None:
        return ""
    try:
        return _seal().decrypt(bytes(kept.sealed)).decode()
    except InvalidToken as error:
        raise IntakeRefused(
            Text(
                "the server's secret has changed since the access token was given; request a new scan",
                "服务器密钥已更换，访问令牌无法再读取；请重新发起扫描",
            )
        ) from error


def forget_token(scan_id: int) -> None:
    """Remove the scan's token for good."""
    GitToken.objects.filter(scan=scan_id).delete()


def _seal() -> Fernet:
    """A key of its own from the server's secret, so that no other use of the secret can open tokens."""
    made = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"scans.git_token")
    return Fernet(base64.urlsafe_b64encode(made.derive(settings.SECRET_KEY.encode())))
