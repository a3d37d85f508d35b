from typing import ClassVar

from django.db import migrations, models

from tests.operations.later_accounts import present


def shout(apps, schema_editor):
    user = apps.get_model("accounts", "User")
    user.objects.update(nickname=models.functions.Upper("name"))


class Migration(migrations.Migration):
    dependencies: ClassVar = [("accounts", present[-1])]
    operations: ClassVar = [
        migrations.AddField("User", "nickname", models.CharField(max_length=60, null=True)),
        migrations.RunPython(shout),
    ]
