from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("scans", "0008_schedule_token")]

    operations = [
        migrations.RemoveIndex("finding", "finding_scan_place"),
        migrations.RemoveIndex("finding", "finding_scan_rank"),
    ]
