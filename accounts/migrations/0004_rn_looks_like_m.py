"""What counts as the same name has grown: rn is m, vv is w, four more Cyrillic letters."""

from django.db import IntegrityError, migrations, transaction

from accounts import names


def fold_again(apps, schema_editor):
    users = apps.get_model("accounts", "User")
    changed = users.objects.filter(name_fold__regex="rn|vv|[бгпь]|ʼ")
    for user in changed.only("name", "name_fold").iterator():
        fold = names.fold(user.name)
        try:
            with transaction.atomic():
                users.objects.filter(pk=user.pk).update(name_fold=fold)
        except IntegrityError:
            pass  # both keep their names, as they were: what one has is not taken away


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_a_former_name_is_held"),
    ]

    operations = [
        migrations.RunPython(fold_again, migrations.RunPython.noop),
    ]
