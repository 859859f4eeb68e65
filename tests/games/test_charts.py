"""The geometry of charts, worked out by hand."""

import pytest
from django.utils import translation

from games import charts
from games.rating import MU, Estimate

# A rating of 1500 ± 100, and one of 1600 ± 100.
LOW, HIGH = Estimate(MU, 1.25), Estimate(MU + 2.5, 1.25)


def test_a_course_and_its_band_go_from_the_left_to_the_right():
    """All lies between 1400 and 1700, Easy makes it 1300: ticks from 1300 to 1800, 36.8 apart."""
    chart = charts.rating_chart([LOW, HIGH], {"Easy": 1300, "Expert": 3000})
    assert chart.line == "M44 122.4L320 85.6"
    assert chart.band == "M44 85.6L320 48.8L320 122.4L44 159.2Z"
    assert (chart.x, chart.y) == ("320", "85.6")
    assert [tick.text for tick in chart.ticks] == ["1300", "1400", "1500", "1600", "1700", "1800"]
    assert [tick.y for tick in chart.ticks] == ["196", "159.2", "122.4", "85.6", "48.8", "12"]


def test_a_bot_is_drawn_where_it_stands_or_told_of_when_it_is_far_away():
    chart = charts.rating_chart([LOW, HIGH], {"Easy": 1300, "Normal": 1600, "Expert": 3000})
    assert [(bot.text, bot.y) for bot in chart.bots] == [("Normal", "85.6"), ("Easy", "196")]
    assert chart.outside == ["Expert"]


def test_names_of_bots_that_stand_close_do_not_cover_each_other():
    chart = charts.rating_chart([LOW, HIGH], {"A": 1600, "B": 1601, "C": 1400})
    assert [bot.text for bot in chart.bots] == ["B", "A", "C"]
    first, second, third = (float(bot.text_y) for bot in chart.bots)
    assert second - first == pytest.approx(charts.GAP)
    assert third - second > charts.GAP


@pytest.mark.parametrize(
    ("won", "played", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (50, 100, 0.404, 0.596)],
)
def test_the_interval_of_a_share_is_wilsons(won, played, low, high):
    one = charts.interval(won, played)
    assert one.share == won / played
    assert (one.low, one.high) == (pytest.approx(low, abs=5e-4), pytest.approx(high, abs=5e-4))


def test_intervals_are_drawn_on_a_scale_from_none_to_all():
    """The scale begins at 96 and is 288 long."""
    some = charts.Interval(0.5, 0.25, 0.75)
    chart = charts.span_chart({"Easy": some, "Expert": charts.Interval(0, 0, 1)})
    assert chart.spans == [
        charts.Span("Easy", "20", "24", "168", "312", "240"),
        charts.Span("Expert", "50", "54", "96", "384", "96"),
    ]
    assert chart.scale[1] == ("168", "25%")


@pytest.mark.parametrize("language", ["uk", "tr"])
def test_no_language_puts_its_comma_into_a_path(language):
    with translation.override(language):
        assert charts.rating_chart([LOW, HIGH], {}).line.startswith("M44 ")
        assert "," not in charts.rating_chart([LOW, HIGH], {}).line
