from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("validation", "0004_doorbell_off")]

    operations = [migrations.RemoveField(model_name="node", name="doorbell_off_at")]
