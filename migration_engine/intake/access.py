"""What a Git source is asked for and as whom: branch, tag or commit, a token, and hosts of one's own."""

from __future__ import annotations

import base64
from collections.abc import Collection
from dataclasses import dataclass, field

from migration_engine.errors import IntakeRefused
from migration_engine.expression import expression
from migration_engine.intake.names import hides
from migration_engine.text import Text

# What `git check-ref-format` refuses, and a leading minus, which a command would take for an option.
_NO_REF = expression(r"^[-/.]|[ ~^:?*\[\\]|\.\.|@\{|//|/\.|\.lock(?:/|$)|[/.]$|^@$")
_COMMIT = expression(r"^[0-9a-f]{40}(?:[0-9a-f]{24})?$")
LONGEST_REF = 200
LONGEST_TOKEN = 1000


@dataclass(frozen=True, slots=True)
class GitAccess:
    """How a remote repository is read.

    `ref` is a branch, a tag or a full commit id, empty for the default branch. `token` is an access token, or
    `user:token` where the server asks for a certain name. `internal_hosts` may be contacted although
    their addresses are not public: `host` or `host:port`, in lower case.
    """

    ref: str = ""
    token: str = field(default="", repr=False)
    internal_hosts: Collection[str] = ()

    @property
    def is_commit(self) -> bool:
        return bool(_COMMIT.match(self.ref))

    @property
    def credential(self) -> str:
        """The value of an Authorization header, or an empty string."""
        if not self.token:
            return ""
        pair = self.token if ":" in self.token else f"oauth2:{self.token}"
        return f"Basic {base64.b64encode(pair.encode()).decode()}"

    def without_token(self, text: str) -> str:
        """The text with the token blanked, plain or as it is sent: servers repeat what they were told."""
        secrets = (self.token, self.token.rpartition(":")[2], self.credential.removeprefix("Basic "))
        for secret in filter(None, secrets):
            text = text.replace(secret, "…")
        return text


def refuse_access(access: GitAccess) -> None:
    """Raise when the name of the branch or the token could be anything but that."""
    ref = access.ref
    if ref and (len(ref) > LONGEST_REF or _NO_REF.search(ref) or hides(ref)):
        raise IntakeRefused(
            Text(
                "no branch, tag or commit can be called this; give its plain name or the full commit id",
                "分支、标签或提交不可能使用该名称；请填写其名称或完整的提交号",
            ),
            place=ascii(ref[:80]),
        )
    token = access.token
    if token and (
        len(token) > LONGEST_TOKEN or not (token.isascii() and token.isprintable()) or " " in token
    ):
        raise IntakeRefused(
            Text(
                "the access token has characters that no token has; copy it again, without blanks",
                "访问令牌含有令牌不会使用的字符；请重新复制，不要带空格",
            )
        )
