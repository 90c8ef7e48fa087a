from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("validation", "0007_attempts_before")]

    operations = [migrations.AddField(model_name="node", name="facts_since", field=models.JSONField(default=dict))]
