"""Sign-up and login with an account of Google. Run by test_social.py, with the setting on.

What Google says stands here; nobody is asked.
"""

import json

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.internal.flows.login import complete_login
from allauth.socialaccount.models import SocialAccount
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages.storage.session import SessionStorage
from django.core import mail

from accounts.models import User

from .signing import errors, has_code, log_in, proven, sign_up, who

pytestmark = pytest.mark.django_db
SIGN_UP = "/en/account/3rdparty/signup/"


@pytest.fixture
def google(client, rf):
    """Comes back from Google, as the person with this address; the browser, and where it leads."""
    from allauth.core import context

    def google(email="dana@example.org", uid="1", verified=True):
        request = rf.get("/en/account/google/login/callback/")
        request.session = client.session
        request.user = AnonymousUser()
        request._messages = SessionStorage(request)
        with context.request_context(request):
            provider = get_adapter().get_provider(request, "google")
            says = {"sub": uid, "email": email, "email_verified": verified, "name": "Dana Scully"}
            login = provider.sociallogin_from_response(request, says)
            answer = complete_login(request, login)
        request.session.save()
        client.cookies["sessionid"] = request.session.session_key
        return answer["Location"]

    return google


def test_the_login_and_the_sign_up_lead_to_google(client):
    for path in ("login/", "signup/"):
        page = client.get(f"/en/account/{path}").content.decode()
        assert 'href="/en/account/google/login/' in page


def test_a_form_of_ours_may_lead_to_google_and_nowhere_else(client):
    page = client.get("/en/account/google/login/")
    assert page.status_code == 200  # a button: a link alone sends nobody there
    policy = page["Content-Security-Policy"]
    assert "form-action 'self' https://accounts.google.com;" in policy + ";"
    answer = client.post("/en/account/google/login/")
    assert answer["Location"].startswith("https://accounts.google.com/o/oauth2/v2/auth?")


def test_a_newcomer_is_asked_for_his_public_name(client, google):
    assert google() == SIGN_UP
    page = client.get(SIGN_UP)
    assert list(page.context["form"].fields) == ["name", "email"]
    assert page.context["form"]["name"].value() is None  # Google's is not made public unasked
    data = {"name": "Dana", "email": "dana@example.org"}
    assert client.post(SIGN_UP, data)["Location"] == "/en/"
    dana = User.objects.get()
    assert (who(client), dana.name, dana.has_usable_password()) == (dana.pk, "Dana", False)
    assert SocialAccount.objects.get().user == dana


@pytest.mark.parametrize(
    ("name", "reason"),
    [("ALICE", "taken"), ("Аdmin", "script"), ("Bot 2", "reserved"), ("", "required")],
)
def test_the_name_is_refused_as_everybodys_is(client, google, alice, name, reason):
    google()
    answer = client.post(SIGN_UP, {"name": name, "email": "dana@example.org"})
    assert errors(answer) == {"name": [reason]}
    assert not SocialAccount.objects.exists()


def test_who_came_once_comes_in_again(client, google, new_browser):
    google()
    client.post(SIGN_UP, {"name": "Dana", "email": "dana@example.org"})
    client.post("/en/account/logout/")
    assert google() == "/en/"


def test_an_address_that_google_did_not_prove_needs_our_code(client, google):
    google(verified=False)
    answer = client.post(SIGN_UP, {"name": "Dana", "email": "dana@example.org"})
    assert answer["Location"] == "/en/account/confirm-email/"
    assert who(client) is None
    assert has_code(mail.outbox[0])


def test_an_account_is_not_opened_by_its_address_alone(client, google, alice):
    google(email=alice.email)
    answer = client.post(SIGN_UP, {"name": "Alicia", "email": alice.email})
    assert answer["Location"] == "/en/account/confirm-email/"  # as for any address
    assert who(client) is None
    assert [message.to for message in mail.outbox] == [[alice.email]]
    assert not has_code(mail.outbox[0])
    assert not SocialAccount.objects.exists()


def test_a_stranger_who_began_an_account_with_the_address_keeps_no_way_in(
    client, google, new_browser, aged
):
    stranger = new_browser()
    sign_up(stranger, "dana@example.org", "Squatter", password="battery staple")
    aged(60)
    google()
    client.post(SIGN_UP, {"name": "Dana", "email": "dana@example.org"})
    dana = User.objects.get()
    assert (who(client), dana.name) == (dana.pk, "Dana")
    assert EmailAddress.objects.get().user == dana
    assert errors(log_in(new_browser(), "dana@example.org", "battery staple"))
    assert who(stranger) is None


def test_the_account_page_leads_to_the_accounts_elsewhere(client, alice):
    client.force_login(alice)
    assert 'href="/en/account/3rdparty/"' in client.get("/en/account/").content.decode()
    assert client.get("/en/account/3rdparty/").status_code == 200


def test_an_account_of_one_that_is_off_by_now_is_in_nobodys_way(client, person):
    dana = person("Dana")
    SocialAccount.objects.create(user=dana, provider="github", uid="1")
    SocialAccount.objects.create(user=dana, provider="google", uid="1")
    client.force_login(dana)
    assert client.get("/en/account/3rdparty/").status_code == 200
    assert client.get("/en/account/").status_code == 200


def test_the_copy_of_everything_tells_of_google(client, person):
    dana = person("Dana")
    SocialAccount.objects.create(user=dana, provider="google", uid="1", extra_data={"sub": "1"})
    proven(client, dana)
    copy = json.loads(client.post("/en/account/privacy/download/").getvalue())
    (login,) = copy["logins"]
    assert (login["provider"], login["uid"]) == ("google", "1")
    assert "logins" in copy["about"]


def test_accounts_of_google_are_not_changed_by_hand(client, person):
    client.force_login(person("Root Beer", is_staff=True, is_superuser=True))
    assert client.get("/admin/").status_code == 200
    assert client.get("/admin/socialaccount/socialaccount/").status_code == 404
