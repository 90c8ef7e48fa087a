"""The reach of a component counts files, as its exposure does: one number under one name."""

from django.db import migrations

COUNT_FILES = "UPDATE coupling_mapcomponent SET reach = (exposure->>'reach')::int"


class Migration(migrations.Migration):
    dependencies = [("coupling", "0009_told_notices")]

    operations = [
        migrations.RunSQL(COUNT_FILES, migrations.RunSQL.noop),
        migrations.RemoveField("mapcomponent", "direct"),
        migrations.RemoveField("mapcomponent", "within_two"),
    ]
