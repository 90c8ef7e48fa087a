"""The rows of a scan: where it came from, how far it is, and what it found."""

from apps.scans.models.rows import Change, Component, Edge, Finding, SourceFile
from apps.scans.models.rule_file import RuleFile
from apps.scans.models.scan import GitToken, Scan, ScanQuerySet, SourceKind, State, Upload, UploadKind

__all__ = [
    "Change",
    "Component",
    "Edge",
    "Finding",
    "GitToken",
    "RuleFile",
    "Scan",
    "ScanQuerySet",
    "SourceFile",
    "SourceKind",
    "State",
    "Upload",
    "UploadKind",
]
