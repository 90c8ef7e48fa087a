"""Every finding gets the identity under which it was first seen; for those that are stored it is their own."""

import django.db.models.deletion
from django.db import migrations, models

OWN_IDENTITY = """
UPDATE scans_finding SET identity = fingerprint,
    rank = 3 * array_position(ARRAY['open', 'handled', 'doc', 'vendored', 'test'], status::text) - 3
         + array_position(ARRAY['strong', 'weak', 'none'], coupling::text) - 1
"""


class Migration(migrations.Migration):
    dependencies = [("scans", "0004_own_rules")]

    operations = [
        migrations.AddField("finding", "identity", models.CharField(default="", max_length=80), preserve_default=False),
        migrations.AddField(
            "finding",
            "change",
            models.CharField(
                blank=True,
                choices=[
                    ("new", "New"),
                    ("returned", "Returned"),
                    ("changed", "Changed"),
                    ("moved", "Moved"),
                    ("same", "Unchanged"),
                ],
                default="",
                max_length=8,
            ),
            preserve_default=False,
        ),
        migrations.AddField("finding", "rank", models.PositiveSmallIntegerField(default=0)),
        migrations.RunSQL(OWN_IDENTITY, migrations.RunSQL.noop),
        migrations.AddConstraint(
            "finding", models.UniqueConstraint(fields=("scan", "identity"), name="finding_identity_in_scan")
        ),
        migrations.AddIndex(
            "finding", models.Index(fields=["scan", "rank", "path", "line"], name="finding_scan_rank")
        ),
        migrations.AddField("scan", "changes", models.JSONField(default=dict)),
        migrations.AddField(
            "scan",
            "compared_with",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="scans.scan",
            ),
        ),
    ]
