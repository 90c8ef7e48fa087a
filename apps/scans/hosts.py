"""Where a code host shows a line of the scanned commit."""

from __future__ import annotations

from urllib.parse import quote, urlsplit

from apps.scans.models import Scan

_COMMIT = 40
# How each kind of host writes a file at a commit, and lines of it.
_FORMS = {
    "github": ("{base}/blob/{revision}/{path}", "#L{line}", "-L{end}"),
    "gitlab": ("{base}/-/blob/{revision}/{path}", "#L{line}", "-{end}"),
    "gitee": ("{base}/blob/{revision}/{path}", "#L{line}", "-L{end}"),
}


def line_address(scan: Scan, path: str, line: int, end: int = 0) -> str:
    """Return the https address, or nothing where the host is not known or the commit was not."""
    parts = urlsplit(scan.git_url)
    kind = _kind(parts.hostname or "")
    if parts.scheme != "https" or not kind or len(scan.revision) < _COMMIT:
        return ""
    file, at, to = _FORMS[kind]
    base = f"https://{parts.netloc.rpartition('@')[2]}{parts.path.rstrip('/').removesuffix('.git')}"
    lines = at.format(line=line) + (to.format(end=end) if end > line else "")
    return file.format(base=base, revision=scan.revision, path=quote(path)) + lines


def host_name(scan: Scan) -> str:
    """Return what the host is called."""
    names = {"github": "GitHub", "gitlab": "GitLab", "gitee": "Gitee"}
    return names.get(_kind(urlsplit(scan.git_url).hostname or ""), "")


def _kind(host: str) -> str:
    """The kind of a host by its name: `gitlab.example.org` is a GitLab of one's own."""
    words = host.lower().split(".")
    return next((kind for kind in _FORMS if kind in words), "")
