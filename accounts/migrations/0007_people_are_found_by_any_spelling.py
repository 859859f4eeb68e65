from django.contrib.postgres.operations import TrigramExtension
from django.db import migrations

# A folded name without what stands above and below its letters: çiğdem and cigdem are one. What
# is not a letter with a mark is written out.
PLAIN = r"""
create function accounts_plain(name text) returns text
language sql immutable strict parallel safe
return translate(
    regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g'), 'łøđħ', 'lodh'
);
create index people_by_name on accounts_user
    using gin (accounts_plain(name_fold) gin_trgm_ops);
create index people_by_email on accounts_user using gin (email gin_trgm_ops);
"""
BACK = """
drop index people_by_email;
drop index people_by_name;
drop function accounts_plain;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0006_a_name_is_held_for_who_is_deleted"),
    ]

    operations = [
        TrigramExtension(),
        migrations.RunSQL(PLAIN, BACK),
    ]
