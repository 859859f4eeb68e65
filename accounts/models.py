"""A person: signs in by e-mail, is known to others by a public name."""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts import names


class Users(UserManager["User"]):
    """Makes people by e-mail, and finds them by it whatever its capitals."""

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email__iexact=username)

    def _create_user(self, username: str, email: str, password: str, **extra: Any) -> "User":
        user = self.model(email=self.normalize_email(email).lower(), **extra)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_user(self, email: str, password: str | None = None, **extra: Any) -> "User":  # type: ignore[override]
        return self._create_user("", email, password or "", **extra)

    def create_superuser(self, email: str, password: str | None = None, **extra: Any) -> "User":  # type: ignore[override]
        return self._create_user(
            "", email, password or "", **{**extra, "is_staff": True, "is_superuser": True}
        )


class User(AbstractUser):
    """`name` is public and `name_fold` keeps it from being mistaken for another's."""

    username = None  # type: ignore[assignment]
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    email = models.EmailField(_("e-mail address"), unique=True)
    name = models.CharField(_("public name"), max_length=names.MAX)
    name_fold = models.CharField(max_length=names.MAX, unique=True, editable=False)

    objects: ClassVar[Users] = Users()  # type: ignore[assignment]
    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.name_fold = names.fold(self.name)
        super().save(*args, **kwargs)

    def __str__(self) -> str:
        return self.name
