"""Accounts as a person uses them: by code, by passkey, with an app, from two browsers.

SCREENSHOTS=/tmp/pages saves each account page there, as test_pages.py does.
"""

import base64
import hmac
import re
import struct
import time
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from playwright.sync_api import Browser, Page, expect

from config import devservices

from . import looking, running
from .test_ranked_match import code_from_mail, sign_up

PASSWORD = "a long and quiet evening"
DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture(scope="session")
def base_url(site: str) -> str:
    """Passkeys belong to a name; an address of digits is none."""
    return site.replace("127.0.0.1", "localhost")


class Keeper:
    """What keeps the passkeys of this browser, and always agrees."""

    def __init__(self, page: Page) -> None:
        self.session = page.context.new_cdp_session(page)
        self.session.send("WebAuthn.enable")
        self.plug_in()

    def plug_in(self) -> None:
        answer = self.session.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
        self.known = {"authenticatorId": answer["authenticatorId"]}

    def lose(self) -> None:
        """Every passkey so far is gone; there is room for others."""
        self.session.send("WebAuthn.removeVirtualAuthenticator", self.known)
        self.plug_in()


@pytest.fixture
def keeper(page: Page) -> Keeper:
    return Keeper(page)


def look(page: Page, path: str, name: str) -> None:
    """What is true of every account page, and that it is this one."""
    expect(page).to_have_url(re.compile(rf"^[^?]*/en/account/{path}(\?.*)?$"))
    page.wait_for_load_state()
    looking.look(page, name)


def log_out(page: Page) -> None:
    page.locator(".site-person summary", has=page.locator(".person-name")).click()
    page.locator(".site-person form button").click()
    expect(page.locator(".sign-in")).to_be_visible()


def open_row(page: Page, row: str) -> None:
    """The account page, and from it what a row leads to."""
    page.goto("/en/account/")
    page.locator(f"#to-{row}").click()


def prove(page: Page, password: str = PASSWORD) -> None:
    """Who changes how he logs in is asked again who he is."""
    page.locator("[name=password]").fill(password)
    page.locator("main form button").first.click()


def number(key: str, at: float) -> str:
    """What an authenticator app shows for the key at a time (RFC 6238)."""
    secret = base64.b32decode(key)
    digest = hmac.digest(secret, struct.pack(">Q", int(at) // 30), "sha1")
    start = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[start : start + 4])[0] & 0x7FFFFFFF) % 10**6:06}"


def test_the_number_of_the_app_is_that_of_the_standard():
    key = base64.b32encode(b"12345678901234567890").decode()
    assert number(key, 59) == "287082"  # RFC 6238, appendix B, without its first two digits


def test_with_a_passkey_one_signs_up_and_logs_in_and_another_comes_and_goes(
    page: Page, keeper: Keeper
):
    page.goto("/en/account/signup/")
    look(page, "signup/", "signup")
    page.locator("a[href$='/signup/passkey/']").click()
    look(page, "signup/passkey/", "signup-passkey")
    page.locator("[name=name]").fill("Keyholder")
    page.locator("[name=email]").fill("keyholder@example.org")
    expect(page.locator("[name=password1]")).to_have_count(0)
    page.locator("main form button").first.click()
    look(page, "confirm-email/", "confirm-email")
    page.locator("[name=code]").fill(code_from_mail(page, "keyholder@example.org"))
    page.locator("main form button").first.click()
    look(page, "2fa/webauthn/signup/", "passkey-new")
    page.locator("#mfa_webauthn_signup").click()
    expect(page.locator("header")).to_contain_text("Keyholder")
    log_out(page)

    page.goto("/en/account/login/?next=/en/account/")
    look(page, "login/", "login")
    page.locator("#passkey_login").click()
    look(page, "", "account-passkey")

    open_row(page, "passkeys")
    look(page, "2fa/webauthn/", "passkeys")
    page.locator("main").get_by_role("link", name="Add a passkey").click()
    look(page, "2fa/webauthn/reauthenticate/", "confirm-access-passkey")
    page.locator("#mfa_webauthn_reauthenticate").click()
    look(page, "2fa/webauthn/add/", "passkey-add")
    keeper.lose()
    page.locator("[name=name]").fill("A telephone")
    page.locator("#mfa_webauthn_add").click()
    expect(page.locator("main .row")).to_have_count(2)
    page.locator("main").get_by_role("link", name="Rename A telephone").click()
    look(page, r"2fa/webauthn/keys/\d+/edit/", "passkey-rename")
    page.locator("[name=name]").fill("An old telephone")
    page.locator("#mfa_webauthn_edit").click()
    page.locator("main").get_by_role("link", name="Remove An old telephone").click()
    look(page, r"2fa/webauthn/keys/\d+/remove/", "passkey-remove")
    page.locator("main form button").first.click()
    expect(page.locator("main .row")).to_have_count(1)


@pytest.mark.usefixtures("keeper")
def test_where_no_passkey_is_found_the_page_says_so(page: Page):
    page.goto("/en/account/login/")
    page.locator("#passkey_login").click()
    expect(page.get_by_role("alert")).to_have_text(
        "No passkey was used. Try again, or choose another way."
    )


def test_an_app_asks_for_its_number_after_the_code_from_the_mail_and_a_recovery_code_will_do(
    page: Page,
):
    address = sign_up(page, "Appowner")
    open_row(page, "app")
    look(page, "reauthenticate/", "confirm-access")
    prove(page)
    look(page, "2fa/totp/activate/", "app-on")
    key = page.locator("main code").inner_text()
    page.locator("[name=code]").fill(number(key, time.time()))
    page.locator("main form button").first.click()
    look(page, "2fa/recovery-codes/", "recovery-codes")
    spare = page.locator("#recovery_codes").input_value().split()
    assert len(spare) == 10
    page.goto("/en/account/")
    look(page, "", "account-app")
    log_out(page)

    page.goto("/en/account/login/code/")
    look(page, "login/code/", "login-code")
    page.locator("[name=email]").fill(address)
    page.locator("main form button").first.click()
    look(page, "login/code/confirm/", "confirm-login-code")
    page.locator("[name=code]").fill(code_from_mail(page, address))
    page.locator("main form button").first.click()
    look(page, "2fa/authenticate/", "second-step")
    page.locator("[name=code]").fill(spare[0])
    page.locator("main form button").first.click()
    expect(page.locator("header")).to_contain_text("Appowner")

    open_row(page, "app")
    prove(page)
    look(page, "2fa/totp/deactivate/", "app-off")
    page.locator("main form button").first.click()
    expect(page.locator("#row-app")).to_be_visible()
    expect(page.locator("#row-codes")).to_have_count(0)


def test_another_browser_is_logged_out_from_here(page: Page, browser: Browser, base_url: str):
    address = sign_up(page, "Traveller")
    elsewhere = browser.new_context(base_url=base_url, user_agent="Firefox on Android").new_page()
    elsewhere.goto("/en/account/login/")
    elsewhere.locator("[name=login]").fill(address)
    elsewhere.locator("[name=password]").fill(PASSWORD)
    elsewhere.locator("main form button").first.click()
    expect(elsewhere.locator("header")).to_contain_text("Traveller")

    open_row(page, "sessions")
    look(page, "sessions/", "sessions")
    expect(page.locator("main .row")).to_have_count(2)
    page.get_by_role("button", name="Log out Firefox · Android").click()
    expect(page.locator("main .row")).to_have_count(1)
    elsewhere.reload()
    expect(elsewhere.locator(".sign-in")).to_be_visible()
    elsewhere.context.close()


def _since(name: str, ago: str) -> None:
    """This person has been here for long, and has had the name for so long."""
    url = urlunsplit(urlsplit(devservices.DATABASE_URL)._replace(path=f"/{running.DATABASE}"))
    with psycopg.connect(url) as connection:
        connection.execute(
            "update accounts_user set date_joined = now() - interval '99 days',"
            " name_since = now() - %s::interval where name = %s",
            [ago, name],
        )


def test_a_name_is_changed_after_the_pause_and_not_before(page: Page):
    sign_up(page, "Chameleon")
    _since("Chameleon", "0 days")
    open_row(page, "name")
    look(page, "name/", "name-pause")
    expect(page.locator("main [name=name]")).to_have_count(0)
    _since("Chameleon", "30 days")
    page.reload()
    look(page, "name/", "name")
    other = page.context.new_page()  # a refusal is an error on the console
    other.goto("/en/account/name/")
    other.locator("[name=name]").fill("Adrnin")
    other.locator("main form button").first.click()
    expect(other.locator(".errorlist")).to_have_text("This name is reserved.")
    look(other, "name/", "name-refused")
    page.locator("[name=name]").fill("Chamaeleo")
    page.locator("main form button").first.click()
    expect(page.locator("#row-name + p")).to_have_text("Chamaeleo")


def test_address_and_password_are_changed(page: Page):
    address = sign_up(page, "Mover")
    open_row(page, "email")
    look(page, "email/", "email")
    page.locator("main [name=email]").fill("mover@example.org")
    page.locator("main form button").first.click()
    prove(page)
    expect(page.locator("[name=code]")).to_be_visible()
    page.locator("[name=code]").fill(code_from_mail(page, "mover@example.org"))
    page.locator("main form button").first.click()
    expect(page.locator("main")).to_contain_text("mover@example.org")
    expect(page.locator("main")).not_to_contain_text(address)
    open_row(page, "password")
    look(page, "password/change/", "password")
    for field, value in {
        "oldpassword": PASSWORD,
        "password1": "x" * 30,
        "password2": "x" * 30,
    }.items():
        page.locator(f"[name={field}]").fill(value)
    page.locator("main form button").first.click()
    expect(page).to_have_url(re.compile("/en/account/$"))
