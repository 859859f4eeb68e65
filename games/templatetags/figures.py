"""Numbers as a reader reads them."""

from django import template

from games import words

register = template.Library()
register.filter("grouped", words.grouped)
