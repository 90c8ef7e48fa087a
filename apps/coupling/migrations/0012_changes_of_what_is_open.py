"""What a scan changed is now counted of what was found open: every scan is counted anew, one by one."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = (("coupling", "0011_returned_and_points"),)
    operations = (
        migrations.RunSQL(
            "UPDATE coupling_historypoint SET counted_at = '2000-01-01T00:00:00Z'",
            migrations.RunSQL.noop,
        ),
    )
