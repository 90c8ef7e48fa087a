"""What people hand over for a scan: an archive, a scan document, or a Git address."""

from django import forms
from django.conf import settings
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _


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


class GitForm(forms.Form):
    """A public repository."""

    git_url = forms.CharField(
        label=_("Address of the repository"),
        max_length=500,
        help_text=_(
            "An https address that needs no password. The newest commit of the default branch is read."
        ),
        widget=forms.URLInput(attrs={"placeholder": "https://host/owner/project.git", "autocomplete": "off"}),
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
