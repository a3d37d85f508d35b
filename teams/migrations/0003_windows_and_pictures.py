"""Windows for Hire & Fire, pictures of teams, and a public name for each tenure."""

import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def name_tenures(apps, schema_editor):
    """Whoever coaches already gets a public name of his own; a default would give all the same."""
    tenures = apps.get_model("teams", "Tenure").objects.using(schema_editor.connection.alias)
    for tenure in tenures.all():
        tenure.uuid = uuid.uuid4()
        tenure.save(update_fields=["uuid"])


class Migration(migrations.Migration):
    dependencies = [
        ("teams", "0002_events_stay"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="tenure",
            name="uuid",
            field=models.UUIDField(default=uuid.uuid4, editable=False, null=True),
        ),
        migrations.RunPython(name_tenures, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="tenure",
            name="uuid",
            field=models.UUIDField(default=uuid.uuid4, editable=False, unique=True),
        ),
        migrations.CreateModel(
            name="Picture",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64)),
                ("width", models.PositiveSmallIntegerField()),
                ("height", models.PositiveSmallIntegerField()),
                ("size", models.PositiveIntegerField()),
                ("uploaded_at", models.DateTimeField()),
                (
                    "team",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="picture",
                        to="teams.team",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Window",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("uuid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("number", models.PositiveIntegerField()),
                ("is_for_coach", models.BooleanField(default=True)),
                ("opened_at", models.DateTimeField()),
                ("closes_at", models.DateTimeField(null=True)),
                ("closed_at", models.DateTimeField(null=True)),
                ("basket", models.JSONField(default=dict)),
                ("people", models.JSONField(default=dict)),
                ("revision", models.PositiveIntegerField(default=0)),
                (
                    "opened_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="windows",
                        to="teams.team",
                    ),
                ),
            ],
            options={
                "ordering": ["team", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("team", "number"), name="window_number"),
                    models.UniqueConstraint(
                        condition=models.Q(("closed_at", None)),
                        fields=("team",),
                        name="window_one_open",
                    ),
                ],
            },
        ),
    ]
