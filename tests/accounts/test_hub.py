"""The account page and the browsers one is logged in with: alice's, not charlie's."""

import re

import pytest
from allauth.usersessions.models import UserSession

from accounts.browsers import in_words
from accounts.tasks import clear_sessions

from .signing import app, log_in, passkey, proven, who

pytestmark = pytest.mark.django_db
SESSIONS = "/en/account/sessions/"


@pytest.fixture
def at_home(alice, new_browser):
    """Two browsers of alice."""
    here, there = new_browser(), new_browser(headers={"user-agent": "Firefox on Windows"})
    for client in (here, there):
        log_in(client, alice.email)
    return here, there


def _session(client) -> UserSession:
    return UserSession.objects.get(session_key=client.session.session_key)


@pytest.mark.parametrize("path", ["", "name/", "sessions/", "email/", "2fa/webauthn/"])
def test_the_account_pages_are_for_who_is_logged_in(client, path):
    answer = client.get(f"/tr/account/{path}")
    assert (answer.status_code, answer["Location"]) == (
        302,
        f"/tr/account/login/?next=/tr/account/{path}",
    )


def test_the_page_leads_to_all_there_is(client, alice, charlie):
    passkey(charlie)
    client.force_login(alice)
    page = client.get("/en/account/").content.decode()
    rows = re.findall(r'id="to-([a-z]+)"', page)
    assert {"name", "email", "password", "passkeys", "app", "sessions"} <= {*rows}
    assert alice.email in page
    assert 'href="/en/account/2fa/webauthn/add/"' in page


def test_recovery_codes_are_shown_with_the_app_they_stand_in_for(client, alice):
    passkey(alice)
    client.force_login(alice)
    assert "to-codes" not in client.get("/en/account/").content.decode()
    app(alice)
    page = client.get("/en/account/").content.decode()
    assert 'href="/en/account/2fa/recovery-codes/generate/"' in page
    assert 'href="/en/account/2fa/webauthn/"' in page


def test_where_allauth_leads_to_its_own_index_is_the_account_page(client, alice):
    client.force_login(alice)
    assert client.get("/uk/account/2fa/")["Location"] == "/uk/account/"


def test_nobody_keeps_the_account_pages(client, alice):
    client.force_login(alice)
    for path in ("", "name/", "sessions/"):
        assert client.get(f"/en/account/{path}")["Cache-Control"] == "private, no-store"


def test_both_browsers_are_listed_this_one_first(at_home):
    here, _ = at_home
    page = here.get(SESSIONS)
    assert [browser for _, browser in page.context["sessions"]][1:] == ["Firefox · Windows"]
    assert page.context["sessions"][0][0].session_key == here.session.session_key


def test_one_session_is_ended_and_the_others_stay(at_home, alice, new_browser):
    here, there = at_home
    third = new_browser()
    log_in(third, alice.email)
    answer = here.post(SESSIONS, {"session": _session(there).pk})
    assert (answer.status_code, answer["Location"]) == (302, SESSIONS)
    assert not there.get("/en/").context["user"].is_authenticated
    assert here.get("/en/").context["user"] == third.get("/en/").context["user"] == alice


def test_all_others_are_ended_at_once(at_home, alice, charlie, new_browser):
    here, there = at_home
    stranger = new_browser()
    log_in(stranger, charlie.email)
    here.post(SESSIONS)
    assert not there.get("/en/").context["user"].is_authenticated
    assert here.get("/en/").context["user"] == alice
    assert stranger.get("/en/").context["user"] == charlie


def test_ending_this_very_session_logs_out(at_home):
    here, there = at_home
    answer = here.post(SESSIONS, {"session": _session(here).pk})
    assert (answer.status_code, answer["Location"]) == (302, "/en/")
    assert who(here) is None
    assert who(there) is not None


@pytest.mark.parametrize("wrong", ["theirs", "0", "-1", "x", "٣", "9" * 30, "1\0"])
def test_a_session_of_somebody_else_or_of_nobody_is_not_found(at_home, charlie, new_browser, wrong):
    _, there = at_home
    stranger = new_browser()
    log_in(stranger, charlie.email)
    given = _session(there).pk if wrong == "theirs" else wrong
    assert stranger.post(SESSIONS, {"session": given}).status_code == 404
    assert UserSession.objects.count() == 3


def test_looking_ends_nothing(at_home):
    here, there = at_home
    here.get(SESSIONS, {"session": _session(there).pk})
    assert there.get("/en/").context["user"].is_authenticated


def test_a_session_from_before_is_listed_too(client, alice):
    client.force_login(alice)
    assert not UserSession.objects.exists()
    assert len(client.get(SESSIONS).context["sessions"]) == 1


def test_another_password_ends_the_sessions_elsewhere(at_home, alice):
    here, there = at_home
    new = {"oldpassword": "correct horse", "password1": "b" * 20, "password2": "b" * 20}
    assert here.post("/en/account/password/change/", new)["Location"] == "/en/account/"
    assert len(here.get(SESSIONS).context["sessions"]) == 1
    assert not there.get("/en/").context["user"].is_authenticated


def test_from_where_one_was_logged_in_is_forgotten_with_the_session(at_home):
    here, there = at_home
    there.session.delete()
    clear_sessions()
    assert UserSession.objects.get() == _session(here)


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
            "Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
            "Edge · Windows",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 "
            "(KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
            "Safari · iPhone",
        ),
        (
            "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) "
            "Chrome/142.0.0.0 Mobile Safari/537.36",
            "Chrome · Android",
        ),
        (
            "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
            "Firefox · Linux",
        ),
        ("curl/8.5.0", "curl/8.5.0"),
        ("", ""),
    ],
)
def test_a_browser_is_named_in_a_word_or_two(agent, words):
    assert in_words(agent) == words


@pytest.mark.parametrize(
    "path",
    [
        *("", "name/", "sessions/", "email/", "password/change/", "logout/", "reauthenticate/"),
        *("2fa/webauthn/", "2fa/webauthn/add/", "2fa/totp/activate/", "2fa/recovery-codes/"),
        "2fa/webauthn/reauthenticate/",
    ],
)
def test_no_account_page_has_code_or_style_in_it(client, alice, path):
    from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes

    RecoveryCodes.activate(alice)
    proven(client, alice)
    page = client.get(f"/en/account/{path}", follow=True)
    assert page.status_code == 200
    html = page.content.decode()
    assert re.findall(r"<script(?![^>]*(?: src=|application/json))[^>]*>", html) == []
    assert re.findall(r"<[^>]* (?:style|on\w+)=", html) == []
    assert "<style" not in html
