from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0001_initial"),
    ]

    operations = [
        migrations.AlterField(
            model_name="tap",
            name="kind",
            field=models.CharField(
                choices=[
                    ("turn", "Turn"),
                    ("touchdown", "TD"),
                    ("completion", "COMP"),
                    ("interception", "INT"),
                    ("casualty", "CAS"),
                    ("dice", "Casualty dice"),
                    ("knock-out", "KO"),
                    ("sent-off", "Sent off"),
                    ("kick-off", "Kick-off"),
                    ("ball", "Special ball"),
                    ("weather", "Weather"),
                    ("crowd", "Crowd"),
                    ("card", "Card played"),
                    ("inducement", "Inducement used"),
                    ("joins", "Joins the match"),
                    ("count", "Counted"),
                    ("mark", "Used"),
                    ("note", "Note"),
                    ("void", "Taken back"),
                ],
                max_length=12,
            ),
        ),
    ]
