"""Branches, tags and commits of Git sources, and the tokens of private ones."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scans", "0002_texts_in_both_languages")]

    operations = [
        migrations.AddField("scan", "git_ref", models.CharField(blank=True, max_length=200)),
        migrations.AddField("scan", "is_private", models.BooleanField(default=False)),
        migrations.CreateModel(
            "GitToken",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("sealed", models.BinaryField()),
                (
                    "scan",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="git_token",
                        to="scans.scan",
                    ),
                ),
            ],
        ),
    ]
