"""A person: signs in by e-mail, is known to others by a public name."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, ClassVar, Self

from django.contrib.auth.models import AbstractUser, BaseUserManager
from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import names

# How long a name is kept before another may be taken, and how long it stays its former owner's.
NAME_PAUSE, NAME_HELD = timedelta(days=30), timedelta(days=90)


class Users(BaseUserManager["User"]):
    use_in_migrations = True

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=(username or "").lower())

    def create_user(self, email: str, password: str | None = None, **extra: Any) -> "User":
        """Without a password nobody can log in by one."""
        user = self.model(email=email, **extra)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **extra: Any) -> "User":
        """Raises ValidationError for a name that cannot be had: `createsuperuser` prints it."""
        self.model(email=email, name=extra.get("name", "")).clean()
        return self.create_user(email, password, is_staff=True, is_superuser=True, **extra)

    def unconfirmed(self) -> "models.QuerySet[User]":
        """Who signed up and never proved the address: nobody yet, and in nobody's way."""
        return self.filter(
            last_login=None,
            is_active=True,
            is_staff=False,
            is_superuser=False,
            emailaddress__verified=False,
        ).exclude(emailaddress__verified=True)


class User(AbstractUser):
    """`name` is public and `name_fold` keeps it from being mistaken for another's.

    `name_since`: when the name was taken. `closing`: when the person asked to be deleted, which
    happens some days later. `hidden`: he wishes to be on no board; `barred`: the staff decided so.
    `listed` follows: whether the boards count him. `shows_figures`, `shows_matches`: what others
    see on his page.
    """

    username = None  # type: ignore[assignment]
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    email = models.EmailField(_("e-mail address"), unique=True)
    name = models.CharField(_("public name"), max_length=names.MAX)
    name_fold = models.CharField(max_length=names.MAX, unique=True, editable=False)
    name_since = models.DateTimeField(db_default=Now(), editable=False)
    closing = models.DateTimeField(null=True, editable=False)
    hidden = models.BooleanField(_("hidden from the leaderboard"), default=False)
    barred = models.BooleanField(_("removed from the leaderboard"), default=False)
    shows_figures = models.BooleanField(_("figures are shown to others"), default=True)
    shows_matches = models.BooleanField(_("matches are shown to others"), default=True)
    listed = models.GeneratedField(
        expression=models.Q(is_active=True, closing__isnull=True, hidden=False, barred=False),
        output_field=models.BooleanField(),
        db_persist=True,
    )

    objects: ClassVar[Users] = Users()  # type: ignore[assignment]
    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    class Meta(AbstractUser.Meta):
        # What the staff may do to a person, beside looking (view_user); accounts.staff does it.
        permissions: ClassVar = [
            ("rename_user", "Can give a person another name"),
            ("suspend_user", "Can suspend a person"),
            ("bar_user", "Can remove a person from the boards"),
            ("close_user", "Can close a person's account"),
        ]
        # The few that are to be seen to among ten million. Those by which people are found from a
        # name half remembered are in SQL, in migration 0007.
        indexes: ClassVar = [
            models.Index(
                fields=["closing"], name="people_closing", condition=Q(closing__isnull=False)
            ),
            models.Index(
                fields=["date_joined"], name="people_to_confirm", condition=Q(last_login=None)
            ),
            models.Index(fields=["id"], name="people_suspended", condition=Q(is_active=False)),
            models.Index(fields=["id"], name="people_barred", condition=Q(barred=True)),
            models.Index(fields=["id"], name="people_of_the_staff", condition=Q(is_staff=True)),
            models.Index(fields=["id"], name="people_who_may_all", condition=Q(is_superuser=True)),
        ]

    def clean(self) -> None:
        """For the forms of the admin and the command line; sign-up has a form of its own."""
        super().clean()
        self.email = self.email.lower()
        try:
            self.name = names.clean(self.name)
        except ValidationError as reason:
            raise ValidationError({"name": reason}) from reason
        others = User.objects.exclude(pk=self.pk).filter(name_fold=names.fold(self.name))
        if others.exists() or FormerName.objects.held(self.name, but=self.pk).exists():
            raise ValidationError({"name": ValidationError(names.TAKEN, code="taken")})

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Of who is in the database already only what was changed here is written: a new password
        must not undo what the staff did since the person was read."""
        # Login looks for small letters only, whoever wrote the address in capitals.
        self.email = self.email.lower()
        self.name_fold = names.fold(self.name)
        fields = kwargs.get("update_fields")
        if fields is not None and "name" in fields:
            kwargs["update_fields"] = {*fields, "name_fold"}
        elif fields is None and not (self._state.adding or kwargs.get("force_insert")):
            kwargs["update_fields"] = self._changed()
        super().save(*args, **kwargs)
        self._remember(kwargs.get("update_fields"))

    @classmethod
    def from_db(cls, *args: Any, **kwargs: Any) -> Self:
        person = super().from_db(*args, **kwargs)
        person._remember()
        return person

    def refresh_from_db(
        self, using: str | None = None, fields: Iterable[str] | None = None, **kwargs: Any
    ) -> None:
        super().refresh_from_db(using, fields, **kwargs)
        self._remember(fields)

    def _remember(self, names: Iterable[str] | None = None) -> None:
        """Note what the database has, in all fields or in these."""
        here = self.__dict__
        fields = [field for field in self._meta.concrete_fields if field.attname in here]
        known = {f.attname: here[f.attname] for f in fields if names is None or f.name in names}
        self._known = {**here.get("_known", {}), **known}

    def _changed(self) -> set[str]:
        """The fields that are not as the database had them."""
        return {
            field.name
            for field in self._meta.concrete_fields
            if field.attname in self.__dict__
            and not (field.primary_key or field.generated)
            and self.__dict__[field.attname] != self._known.get(field.attname, models.NOT_PROVIDED)
        }

    @property
    def name_free(self) -> datetime:
        """From when another name may be taken: in place of the first one at once, for a slip at
        sign-up is soon seen; later after a pause."""
        is_first = self.name_since < self.date_joined + timedelta(minutes=1)
        # One that was taken within that minute is no first name, and holds another already.
        if is_first and not FormerName.objects.filter(user=self.pk).exists():
            return self.date_joined
        return self.name_since + NAME_PAUSE

    @transaction.atomic
    def rename(self, name: str) -> bool:
        """Take a name that is clean; the old one is nobody else's for NAME_HELD.

        False, and nothing changed, when the name was changed meanwhile. Raises IntegrityError when
        another has the name, or holds it.
        """
        fold, old = names.fold(name), self.name_fold
        mine = User.objects.filter(pk=self.pk, name_since=self.name_since)
        if not mine.update(name=name, name_fold=fold, name_since=Now()):
            return False
        # Asked after the write: whoever gave the name up just now has been waited for.
        if FormerName.objects.held(name, but=self.pk).exists():
            raise IntegrityError(f"{name} is held for its former owner")
        if fold != old:
            FormerName.objects.filter(fold=fold).delete()
            held = {"user": self, "until": timezone.now() + NAME_HELD}
            FormerName.objects.update_or_create(fold=old, defaults=held)
        self.refresh_from_db(fields=["name", "name_fold", "name_since"])
        return True

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name

    def __str__(self) -> str:
        return self.name


class FormerNames(models.Manager["FormerName"]):
    def held(self, name: str, but: int | None = None) -> "models.QuerySet[FormerName]":
        """Those that keep a name that looks like this one; not those of the person `but`."""
        held = self.filter(fold=names.fold(name), until__gt=Now())
        return held.exclude(user=but) if but is not None else held


class FormerName(models.Model):
    """A name that was given up. Until then it is its former owner's alone: nobody is taken for him
    by those who knew him under it. Without a user: of somebody whose account was deleted."""

    fold = models.CharField(max_length=names.MAX, unique=True)
    user = models.ForeignKey(User, models.SET_NULL, null=True)
    until = models.DateTimeField(db_index=True)

    objects = FormerNames()

    def __str__(self) -> str:
        return self.fold


class Act(models.Model):
    """What a member of the staff did to a person's account, and why. Written by accounts.staff and
    the admin alone, and never changed.

    When the person's account is deleted the act stays, without its words; when the staff member's
    is, without his name.
    """

    class Kind(models.TextChoices):
        RENAMED = "renamed", "renamed"
        SUSPENDED = "suspended", "suspended"
        UNSUSPENDED = "unsuspended", "no longer suspended"
        BARRED = "barred", "removed from the boards"
        UNBARRED = "unbarred", "put back on the boards"
        CLOSED = "closed", "closed"
        RESTORED = "restored", "restored"
        CHANGED = "changed", "changed in the admin"
        ADDED = "added", "added in the admin"

    person = models.ForeignKey(User, models.SET_NULL, null=True, related_name="acts")
    by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="acts_as_staff")
    kind = models.CharField(max_length=11, choices=Kind)
    old = models.CharField(max_length=400, blank=True)
    new = models.CharField(max_length=400, blank=True)
    reason = models.CharField(max_length=400, blank=True)
    at = models.DateTimeField(db_default=Now())

    class Meta:
        verbose_name = "act of the staff"
        verbose_name_plural = "acts of the staff"

    def __str__(self) -> str:
        return f"{self.person} {self.get_kind_display()}"
