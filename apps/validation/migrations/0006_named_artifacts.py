from django.db import migrations, models

NAME_THEM = """
UPDATE validation_artifact SET is_named = true FROM validation_evidence evidence
WHERE evidence.attempt_id = validation_artifact.attempt_id AND complete_at IS NOT NULL
    AND convert_from(evidence.document, 'UTF8')::jsonb -> 'artifacts'
        @> jsonb_build_array(jsonb_build_object('sha256', validation_artifact.sha256))
"""


class Migration(migrations.Migration):
    dependencies = [("validation", "0005_doorbell_stays")]

    operations = [
        migrations.AddField(
            model_name="artifact", name="is_named", field=models.BooleanField(default=False)
        ),
        migrations.RunSQL(NAME_THEM, migrations.RunSQL.noop),
    ]
