"""Who a session belongs to, found as cheaply as can be: each move asks."""

from functools import cache

from allauth.account.auth_backends import AuthenticationBackend as AllauthBackend
from django.db import connection

from accounts.models import User


@cache
def _query() -> tuple[str, list[str]]:
    """The ORM's own statement for one person by key, compiled once, and its columns."""
    query = User.objects.filter(pk=0).query
    sql, _ = query.sql_with_params()
    return sql, [field.attname for field in User._meta.concrete_fields]


class AuthenticationBackend(AllauthBackend):  # type: ignore[misc]
    def _check_password(self, user: User | None, password: str) -> User | None:
        """Who never proved the address has no password yet: else whoever signs up with somebody's
        address could tell from it whether there was an account. He signs up once more."""
        person: User | None = super()._check_password(user, password)
        if person and not person.last_login:
            waits = User.objects.unconfirmed().filter(pk=person.pk)
            return None if waits.exists() else person
        return person

    def get_user(self, user_id: int) -> User | None:
        """The person of this key if he is active and his account open, else None. Compiling the
        query would cost twice it."""
        sql, columns = _query()
        with connection.cursor() as cursor:
            cursor.execute(sql, [user_id])
            row = cursor.fetchone()
        user = User.from_db(connection.alias, columns, row) if row else None
        able = user and user.closing is None and self.user_can_authenticate(user)
        return user if able else None
