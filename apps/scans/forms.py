"""What people hand over for a scan: an archive, a scan document, or a Git address."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _


class BranchField(forms.CharField):
    """Of which branch a file is: an archive cannot tell, and a scan of a folder does not know."""

    def __init__(self, **more: Any) -> None:
        super().__init__(
            label=_("Branch"),
            max_length=200,
            required=False,
            widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
            **more,
        )


class ArchiveForm(forms.Form):
    """A packed source tree."""

    archive = forms.FileField(
        label=_("Archive"),
        allow_empty_file=True,
        help_text=format_lazy(
            _(
                ".zip, .tar or .tar.gz, up to {mb} MB. "
                "Nothing in it is executed; it is deleted after the scan."
            ),
            mb=settings.UPLOAD_MAX_BYTES // 2**20,
        ),
        widget=forms.ClearableFileInput(attrs={"accept": ".zip,.tar,.tgz,.gz,.bz2,.xz"}),
    )
    branch = BranchField(
        help_text=_("Map, plan and history show the project’s branch; scans of others are kept beside it.")
    )


class GitForm(forms.Form):
    """A repository: a private one with a token, which no page ever shows again."""

    git_url = forms.CharField(
        label=_("Address of the repository"),
        max_length=500,
        help_text=_("An https address. Only files are read; submodules and large-file storage are not."),
        widget=forms.URLInput(attrs={"placeholder": "https://host/owner/project.git", "autocomplete": "off"}),
    )
    git_ref = forms.CharField(
        label=_("Branch, tag or commit"),
        max_length=200,
        required=False,
        help_text=_("Left empty: the default branch. A commit is given by its full id."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    git_token = forms.CharField(
        label=_("Access token"),
        max_length=1000,
        required=False,
        help_text=_(
            "For a private repository; a token that may only read is enough. "
            "It is kept encrypted until the scan is over, then removed."
        ),
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
    )


class DocumentForm(forms.Form):
    """A scan that was made elsewhere, where the source may not leave."""

    document = forms.FileField(
        label=_("Scan document"),
        allow_empty_file=True,
        help_text=_(
            "The JSON file that the command line wrote; the source itself never leaves your machine."
        ),
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json"}),
    )
    branch = BranchField(
        help_text=_("Left empty: the branch that the document names, and the project’s where it names none.")
    )


class RuleFileForm(forms.Form):
    """A file of the project's own rules."""

    file = forms.FileField(
        label=_("Rule file"),
        allow_empty_file=True,
        help_text=_(
            "A .yaml file, up to 256 KB. It is read and its samples are run before it is kept; "
            "a file of the same name takes the place of the older one."
        ),
        widget=forms.ClearableFileInput(attrs={"accept": ".yaml,.yml"}),
    )
