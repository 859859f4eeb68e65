"""What a visitor does on the sign-in pages, step by step."""

import re
import time

from allauth.account.internal.userkit import user_id_to_str
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from django.core import mail

PASSWORD = "correct horse"


def code(message=None) -> str:
    """The code in this mail, or in the last one sent."""
    message = message or mail.outbox[-1]
    return re.search(r"^[A-Z0-9]{4}-[A-Z0-9]{4}$", message.body, re.MULTILINE)[0]


def has_code(message) -> bool:
    return re.search(r"^[A-Z0-9]{4}-[A-Z0-9]{4}$", message.body, re.MULTILINE) is not None


def sign_up(client, email, name, password=PASSWORD, language="en", **more):
    data = {"email": email, "name": name, "password1": password, **more}
    return client.post(f"/{language}/account/signup/", data)


def confirm(client, code, language="en"):
    return client.post(f"/{language}/account/confirm-email/", {"code": code})


def log_in(client, email, password=PASSWORD, language="en", **more):
    data = {"login": email, "password": password, **more}
    return client.post(f"/{language}/account/login/", data)


def proven(client, user) -> None:
    """The client is signed in as the user, who has just been asked again who he is."""
    client.force_login(user)
    session = client.session
    records = [{"method": "password", "at": time.time(), "reauthenticated": True}]
    session["account_authentication_methods"] = records
    session["account_authentication_methods_user"] = user_id_to_str(user)
    session.save()


def passkey(user, name="Key") -> Authenticator:
    """One that opens nothing, but is listed."""
    data = {"name": name, "credential": {}}
    return Authenticator.objects.create(user=user, type=Authenticator.Type.WEBAUTHN, data=data)


def app(user) -> str:
    """Turn on an authenticator app; its key."""
    key = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
    TOTP.activate(user, key)
    return key


def who(client) -> int | None:
    """The id of the person who is signed in."""
    known = client.session.get("_auth_user_id")
    return int(known) if known else None


def errors(answer) -> dict[str, list[str]]:
    """The codes of the form's errors, by field."""
    found = answer.context["form"].errors.as_data()
    return {field: [error.code for error in these] for field, these in found.items()}
