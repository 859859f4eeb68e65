"""The stream of a match: what it says, to whom, and that it says it in any case."""

import asyncio
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test import AsyncClient
from django.urls import reverse

from games import play, push
from games.models import Player
from games.seating import Person

PLY_1, PLY_2 = "event: ply\ndata: 1", "event: ply\ndata: 2"
OVER = "event: over\ndata: over"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _quick(monkeypatch, sent):
    """The database is asked more often than in life, so that no test waits."""
    monkeypatch.setattr(push, "POLL_SECONDS", 0.05)


@pytest.fixture
def client(alice):
    client = AsyncClient()
    client.force_login(alice)
    return client


def run(scene):
    """In a thread of its own: the browser's tests leave a loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, scene).result()


async def listen(client, match, last):
    """The events of the match's stream up to this one."""
    response = await client.get(reverse("stream", args=[match.pk]))
    assert response["Content-Type"] == "text/event-stream"
    events = []
    async with asyncio.timeout(20):
        async for chunk in response.streaming_content:
            events.append(chunk.decode().strip())
            if events[-1] == last:
                break
    await response.streaming_content.aclose()
    return events


def told(match, ply, *, over=False):
    return asyncio.to_thread(push.send, match.pk, ply, over=over)


def test_on_connect_the_stream_says_where_the_match_stands(client, match):
    assert run(listen(client, match, PLY_1)) == [PLY_1]


def test_a_pushed_ply_reaches_the_stream(client, match):
    async def scene():
        stream = asyncio.create_task(listen(client, match, OVER))
        while push.CHANNEL.encode() not in (await channels()):
            await asyncio.sleep(0)
        await told(match, 7)
        await told(match, 8, over=True)
        return await stream

    async def channels():
        return await asyncio.to_thread(push._client.pubsub_channels)

    events = run(scene())
    assert "event: ply\ndata: 7" in events


def test_a_lost_message_is_made_up_for_by_asking_the_database(client, match, monkeypatch):
    monkeypatch.setattr(push, "send", lambda *_, **__: False)

    async def scene():
        stream = asyncio.create_task(listen(client, match, PLY_2))
        await asyncio.sleep(0)
        await asyncio.to_thread(_move, match)
        return await stream

    assert run(scene()) in ([PLY_1, PLY_2], [PLY_2])  # and each is told once


def test_the_stream_of_a_match_that_is_over_ends(client, match, alice):
    play.resign(match.pk, Person(user_id=alice.pk))
    assert run(listen(client, match, OVER)) == [OVER]


def test_nobody_else_hears_anything(match, bob):
    stranger = AsyncClient()
    stranger.force_login(bob)

    async def status(client, pk):
        return (await client.get(reverse("stream", args=[pk]))).status_code

    assert run(status(stranger, match.pk)) == 404
    assert run(status(AsyncClient(), match.pk)) == 404
    assert run(status(stranger, uuid.uuid4())) == 404


def test_when_the_last_stream_ends_the_process_stops_asking(client, match):
    run(listen(client, match, PLY_1))
    assert push.hub._tasks == []
    assert dict(push.hub._watching) == {}


def _move(match):
    person = Person(user_id=Player.objects.get(match=match, bot=False).user_id)
    play.play(match.pk, person, ply=1, text="7d", request_id=uuid.uuid4())
    connection.close()
