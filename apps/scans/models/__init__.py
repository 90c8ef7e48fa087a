"""The rows of a scan: where it came from, how far it is, and what it found."""

from apps.scans.models.project_branch import ProjectBranch
from apps.scans.models.rows import Change, Component, Finding, SourceFile
from apps.scans.models.rule_file import RuleFile
from apps.scans.models.scan import GitToken, Scan, ScanQuerySet, SourceKind, State, Upload, UploadKind
from apps.scans.models.schedule import Every, Outcome, Schedule, ScheduleToken

__all__ = [
    "Change",
    "Component",
    "Every",
    "Finding",
    "GitToken",
    "Outcome",
    "ProjectBranch",
    "RuleFile",
    "Scan",
    "ScanQuerySet",
    "Schedule",
    "ScheduleToken",
    "SourceFile",
    "SourceKind",
    "State",
    "Upload",
    "UploadKind",
]
