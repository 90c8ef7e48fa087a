import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("projects", "0002_access_token"), ("scans", "0009_fewer_indexes")]

    operations = [
        migrations.CreateModel(
            name="ProjectBranch",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("updated_at", models.DateTimeField(auto_now=True)),
                ("branch", models.CharField(blank=True, max_length=200)),
                ("chosen_by", models.CharField(max_length=150)),
                (
                    "project",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="chosen_branch",
                        to="projects.project",
                    ),
                ),
            ],
            options={"abstract": False},
        ),
    ]
