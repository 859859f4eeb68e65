import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="barred",
            field=models.BooleanField(default=False, verbose_name="removed from the leaderboard"),
        ),
        migrations.AddField(
            model_name="user",
            name="closing",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="user",
            name="hidden",
            field=models.BooleanField(default=False, verbose_name="hidden from the leaderboard"),
        ),
        migrations.AddField(
            model_name="user",
            name="name_since",
            field=models.DateTimeField(
                db_default=django.db.models.functions.datetime.Now(), editable=False
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="shows_figures",
            field=models.BooleanField(default=True, verbose_name="figures are shown to others"),
        ),
        migrations.AddField(
            model_name="user",
            name="shows_matches",
            field=models.BooleanField(default=True, verbose_name="matches are shown to others"),
        ),
        migrations.AddField(
            model_name="user",
            name="listed",
            field=models.GeneratedField(
                db_persist=True,
                expression=models.Q(
                    ("barred", False),
                    ("closing__isnull", True),
                    ("hidden", False),
                    ("is_active", True),
                ),
                output_field=models.BooleanField(),
            ),
        ),
    ]
