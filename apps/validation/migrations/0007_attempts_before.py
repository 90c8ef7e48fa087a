from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("validation", "0006_named_artifacts")]

    operations = [
        migrations.AddField(
            model_name="job", name="attempts_before", field=models.PositiveSmallIntegerField(default=0)
        )
    ]
