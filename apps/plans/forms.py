"""What the adopt button sends."""

from django import forms


class AdoptForm(forms.Form):
    """The scan whose suggestion is adopted, so that a scan finished meanwhile is not adopted unseen."""

    scan_number = forms.IntegerField(min_value=1, max_value=2**31 - 1)
