"""The limits on guessing hold with Redis, and while it is away."""

import logging

import pytest
from django.core import mail
from django.core.cache import cache
from django.db import connection

from accounts import cache as caches
from accounts.tasks import clear_held

from .signing import code, confirm, errors, log_in, sign_up, who

pytestmark = pytest.mark.django_db
NOBODY = "redis://127.0.0.1:1/0"  # a port that nobody listens at


@pytest.fixture(params=["with Redis", "without Redis"])
def either(request, settings):
    if request.param == "without Redis":
        settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": NOBODY}}


@pytest.fixture
def without_redis(settings):
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": NOBODY}}


@pytest.fixture(autouse=True)
def _redis_is_asked_anew():
    caches._away.clear()
    yield
    caches._away.clear()


@pytest.mark.usefixtures("either")
class TestEitherWay:
    def test_one_signs_up_logs_in_and_out(self, client, new_browser):
        sign_up(client, "dana@example.org", "Dana")
        confirm(client, code())
        assert who(client) is not None
        later = new_browser()
        log_in(later, "dana@example.org")
        assert who(later) == who(client)

    def test_the_sixth_wrong_password_has_to_wait(self, client, alice, charlie):
        for _ in range(5):
            log_in(client, alice.email, "battery staple")
        assert errors(log_in(client, alice.email)) == {"__all__": ["too_many_login_attempts"]}
        log_in(client, charlie.email)
        assert who(client) == charlie.pk

    def test_the_fourth_code_in_a_minute_is_not_sent(self, new_browser, alice):
        for _ in range(4):
            new_browser().post("/en/account/login/code/", {"email": alice.email})
        assert len(mail.outbox) == 3

    def test_the_21st_sign_up_from_one_address_is_told_to_wait(self, new_browser):
        answers = [sign_up(new_browser(), "nonsense", "x").status_code for _ in range(21)]
        assert answers == [200] * 20 + [429]

    def test_the_11th_passkey_from_one_address_is_told_to_wait(self, new_browser):
        path = "/en/account/2fa/webauthn/login/"
        answers = [new_browser().post(path, {"credential": "{}"}).status_code for _ in range(11)]
        assert answers == [302] * 10 + [429]

    def test_a_name_is_held_for_who_waits_for_a_code(self, new_browser, alice):
        sign_up(new_browser(), alice.email, "Erika")  # who has an account: nothing is kept of it
        answer = sign_up(new_browser(), "mallory@example.org", "ERIKA")
        assert errors(answer) == {"name": ["taken"]}

    def test_the_cache_keeps_what_a_cache_keeps(self):
        assert cache.add("lock", True, 10)
        assert not cache.add("lock", True, 10)
        cache.set_many({"a": [1.5], "b": 2}, 10)
        assert cache.get_many(["a", "b", "c"]) == {"a": [1.5], "b": 2}
        assert (cache.incr("b"), cache.has_key("b"), cache.touch("b", 20)) == (3, True, True)
        assert cache.delete("a")
        cache.set("gone", 1, 0)
        assert cache.get("gone") is cache.get("a") is None
        with pytest.raises(ValueError, match="not found"):
            cache.incr("never")


def test_redis_is_not_asked_each_time_while_it_is_away(without_redis, caplog, monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(caches.time, "monotonic", lambda: now[0])
    with caplog.at_level(logging.ERROR):
        for _ in range(5):
            cache.set("a", 1, 60)
        now[0] += caches.RETRY_SECONDS
        cache.get("a")
    assert [record.name for record in caplog.records] == ["accounts.cache"] * 2


def test_when_redis_is_back_it_is_used_again(settings, monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(caches.time, "monotonic", lambda: now[0])
    cache.set("a", "in Redis", 60)
    caches._away[settings.CACHES["default"]["LOCATION"]] = now[0]
    assert cache.get("a") is None
    cache.set("a", "in PostgreSQL", 60)
    now[0] += caches.RETRY_SECONDS
    assert cache.get("a") == "in Redis"


def test_limits_that_ran_out_are_cleared_and_others_kept(without_redis):
    cache.set("old", 1, 60)
    cache.set("new", 1, 60)
    with connection.cursor() as cursor:
        cursor.execute(
            f"update {caches.TABLE} set expires = now() - interval '1 s'"
            " where cache_key like '%old'"
        )
        clear_held()
        cursor.execute(f"select right(cache_key, 3) from {caches.TABLE}")
        assert cursor.fetchall() == [("new",)]
