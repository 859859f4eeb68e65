from io import StringIO

import pytest
from django.core.mail import EmailMessage

from accounts.devmail import KEPT, EmailBackend, inbox


@pytest.fixture
def backend(settings, tmp_path):
    settings.MAIL_FOLDER = tmp_path / "mail"
    return EmailBackend(stream=StringIO())


def _mail(body, to="dana@example.org"):
    return EmailMessage("Şifre: код", body, "tujuh@localhost", [to])


def test_a_mail_is_written_to_the_console_and_kept_for_the_page(backend, rf):
    assert backend.send_messages([_mail("ABCD-EFGH")]) == 1
    assert "ABCD-EFGH" in backend.stream.getvalue()
    page = inbox(rf.get("/dev/mail/")).content.decode()
    assert "To: dana@example.org\nSubject: Şifre: код\n\nABCD-EFGH" in page


def test_the_page_shows_the_newest_first_and_markup_as_text(backend, rf):
    backend.send_messages([_mail("AAAA"), _mail("<b>BBBB</b>")])
    page = inbox(rf.get("/dev/mail/")).content.decode()
    assert page.index("&lt;b&gt;BBBB") < page.index("AAAA")
    assert "<b>BBBB" not in page


def test_old_mails_are_thrown_away(backend, settings, rf):
    for number in range(KEPT + 3):
        backend.send_messages([_mail(f"number {number}.")])
    assert len(list(settings.MAIL_FOLDER.iterdir())) == KEPT
    page = inbox(rf.get("/dev/mail/")).content.decode()
    assert "number 2." not in page
    assert "number 3." in page


def test_the_page_is_there_before_the_first_mail(backend, rf):
    assert inbox(rf.get("/dev/mail/")).status_code == 200


def test_the_page_is_not_kept_and_only_read(backend, rf):
    assert "no-store" in inbox(rf.get("/dev/mail/"))["Cache-Control"]
    assert inbox(rf.post("/dev/mail/")).status_code == 405


def test_without_debug_there_is_no_such_page(client):
    assert client.get("/dev/mail/").status_code == 404
