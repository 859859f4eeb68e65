"""What the staff does on the pages of the admin, and what is left of it."""

from django.contrib.auth.models import Group, Permission

from accounts.models import Act, User
from games import boards
from games.boards import Period

from ..games.settled import NOON

LIST, ACTS = "/admin/accounts/user/", "/admin/accounts/act/"
ALL = boards.points_board("", "", Period.ALL, NOON)
EXACT = (0, 0, 0)  # what mending the boards finds when they are right
MAYS = (
    *("view_user", "rename_user", "suspend_user", "bar_user", "close_user"),
    *("view_act", "view_match", "view_settlement"),
)


def page(person: User) -> str:
    return f"{LIST}{person.pk}/change/"


def moderators() -> Group:
    """All that a moderator needs, and no right to change anything by hand."""
    group = Group.objects.create(name="Moderators")
    group.permissions.set(Permission.objects.filter(codename__in=MAYS))
    return group


def do(client, kind, person, reason="as asked by mail", **more):
    return client.post(f"{LIST}{person.pk}/act/{kind}/", {"reason": reason, **more})


def acts() -> list[tuple]:
    fields = ("person__name", "by__name", "kind", "old", "new", "reason")
    return list(Act.objects.order_by("pk").values_list(*fields))


def ranks() -> list[tuple[int, int]]:
    return [(row.rank, row.user_id) for row in boards.top(ALL)]
