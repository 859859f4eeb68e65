"""What is done by the clock."""

from datetime import timedelta

from django.utils import timezone

from games import tasks
from games.models import Standing

from .settled import person, settled


def test_boards_long_over_are_forgotten_by_the_hour(db):
    olena = person("Olena")
    settled(olena, at=timezone.now() - timedelta(weeks=12))
    assert Standing.objects.filter(user=olena).count() == 13
    tasks.clear_boards()
    assert Standing.objects.filter(user=olena).count() == 5  # for ever: four of points, one rating
