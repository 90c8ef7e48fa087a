"""Why a scan failed, and what replaces a thing, in both languages."""

from django.db import migrations, models


def replacements_as_texts(apps, schema_editor):
    """Turn the one text of older scans into a text that is equal in both languages."""
    for scan in apps.get_model("scans", "Scan").objects.exclude(rules=[]).iterator():
        for rule in scan.rules:
            what = rule["replacement"]["what"]
            rule["replacement"]["what"] = what if isinstance(what, dict) else {"en": what, "zh": what}
        scan.save(update_fields=["rules"])


class Migration(migrations.Migration):
    dependencies = [("scans", "0001_scans")]

    operations = [
        migrations.AddField("scan", "error_message_zh", models.TextField(blank=True, default=""), preserve_default=False),
        migrations.RunPython(replacements_as_texts, migrations.RunPython.noop),
    ]
