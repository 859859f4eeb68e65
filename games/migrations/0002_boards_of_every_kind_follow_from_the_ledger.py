import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

# Matches that were settled before there were ratings leave them as they are at the start.
COPY = """
    insert into games_settlement
        (match_id, user_id, game, level, seats, outcome, points, mu, sigma, at)
    select o.match_id, o.user_id, m.game, m.level,
        (select count(*) from games_player p where p.match_id = m.id),
        case when o.points > 0 then 'won' when own.seat = any(m.winners) then 'drawn'
            else 'lost' end,
        o.points, 25.0, 25.0 / 3, o.at
    from games_oldsettlement o join games_match m on m.id = o.match_id
    join games_player own on own.match_id = m.id and not own.bot
"""
# Rows move among values with each match, and changes are gone within the second.
STORAGE = """
    alter table games_standing set (fillfactor = 90);
    alter table games_fine set (fillfactor = 50);
    alter table games_coarse set (fillfactor = 20);
    alter table games_change set (autovacuum_vacuum_scale_factor = 0,
        autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
"""


def fill_boards(apps, schema_editor):
    """The boards of a site that has played before."""
    if apps.get_model("games", "Settlement").objects.exists():
        from games import audit

        audit.rebuild()


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_who_is_listed_and_what_is_shown"),
        ("games", "0001_initial"),
    ]

    operations = [
        migrations.DeleteModel(
            name="Standing",
        ),
        migrations.RenameModel(
            old_name="Settlement",
            new_name="OldSettlement",
        ),
        migrations.CreateModel(
            name="Settlement",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="settlement",
                        serialize=False,
                        to="games.match",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("game", models.CharField(max_length=20)),
                (
                    "level",
                    models.CharField(
                        choices=[("easy", "Easy"), ("normal", "Normal"), ("expert", "Expert")],
                        max_length=10,
                    ),
                ),
                ("seats", models.PositiveSmallIntegerField()),
                (
                    "outcome",
                    models.CharField(
                        choices=[("won", "won"), ("drawn", "drawn"), ("lost", "lost")], max_length=5
                    ),
                ),
                ("points", models.PositiveIntegerField()),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("at", models.DateTimeField()),
            ],
            options={
                "indexes": [models.Index(fields=["user", "at"], name="ledger_of_a_person")],
            },
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "user_id",
                        "game",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("game", models.CharField(max_length=20)),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("matches", models.PositiveIntegerField()),
            ],
            options={
                "indexes": [],
            },
        ),
        migrations.CreateModel(
            name="Standing",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "user_id",
                        "board",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("board", models.PositiveIntegerField()),
                ("value", models.PositiveIntegerField()),
                ("early", models.BigIntegerField()),
                ("won", models.PositiveIntegerField()),
                ("played", models.PositiveIntegerField()),
                ("shown", models.BooleanField()),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=["board", "shown", "value", "early", "user"], name="board_order"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Fine",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "board",
                        "value",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("board", models.PositiveIntegerField()),
                ("value", models.PositiveIntegerField()),
                ("n", models.BigIntegerField()),
            ],
            options={
                "indexes": [],
            },
        ),
        migrations.CreateModel(
            name="Coarse",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "board",
                        "span",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("board", models.PositiveIntegerField()),
                ("span", models.PositiveIntegerField()),
                ("n", models.BigIntegerField()),
            ],
            options={
                "indexes": [],
            },
        ),
        migrations.CreateModel(
            name="Change",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("board", models.PositiveIntegerField()),
                ("value", models.PositiveIntegerField()),
                ("n", models.IntegerField()),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=["board", "value"], include=("n",), name="changes_of_a_board"
                    )
                ],
            },
        ),
        migrations.RunSQL(COPY, migrations.RunSQL.noop),
        migrations.DeleteModel(
            name="OldSettlement",
        ),
        migrations.RunSQL(STORAGE, migrations.RunSQL.noop),
        migrations.RunPython(fill_boards, migrations.RunPython.noop),
    ]
