from django.db import migrations

# As `createcachetable` makes it. Unlogged: what it holds is worth minutes.
MAKE = """
create unlogged table accounts_spare_cache (
    cache_key varchar(255) primary key, value text not null, expires timestamptz not null
);
create index accounts_spare_cache_expires on accounts_spare_cache (expires);
"""


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_rn_looks_like_m"),
    ]

    operations = [
        migrations.RunSQL(MAKE, "drop table accounts_spare_cache"),
    ]
