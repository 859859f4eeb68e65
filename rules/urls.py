from django.urls import path, register_converter
from django.utils.translation import get_language, pgettext_lazy

from rules import pages, views


class PageConverter:
    """A page by its name in the address, whose language may be another.

    An unknown name is let in as well, so that the reader can be told what there is instead.
    """

    regex = "[^/]+"

    def to_python(self, slug: str) -> str:
        return pages.named(slug.lower()) or slug

    def to_url(self, key: str) -> str:
        head = pages.head(get_language(), key)
        if head is None:
            raise ValueError(f"There is no page {key} in this language.")
        return head.slug


register_converter(PageConverter, "page")

app_name = "rules"
urlpatterns = [
    path("", views.index, name="index"),
    path(pgettext_lazy("address", "search/"), views.search, name="search"),
    path("<page:key>/", views.page, name="page"),
    path("<page:key>/part/<slug:anchor>/", views.part, name="part"),
    path("<page:key>/example/<slug:name>/", views.example, name="example"),
]
