"""The map of the site. Every page has its language in its address; streams and tools have none."""

from django.conf import settings
from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.contrib.sitemaps.views import sitemap
from django.urls import include, path, re_path
from django.utils.translation import override, pgettext_lazy

from accounts.devmail import inbox
from config import views
from config.sitemaps import SITEMAPS
from games import views as games
from games.offline import serving
from games.offline import views as offline
from rules import views as rules

RULES = pgettext_lazy("address", "rules/")
IN_ANY_LANGUAGE = []
for language, _ in settings.LANGUAGES:
    with override(language):
        IN_ANY_LANGUAGE.append(str(RULES))

urlpatterns = [
    path("", views.choose_language),
    path("robots.txt", views.robots),
    path("sitemap.xml", sitemap, {"sitemaps": SITEMAPS}, name="sitemap"),
    path("stream/<uuid:match>/", games.stream, name="stream"),
    path("sw.js", offline.worker, name="worker"),
    path("manifest/<slug:language>.webmanifest", offline.manifest, name="manifest"),
    path("offline/files/<str:hash>/<str:name>", serving.file, name="offline_file"),
    path("admin/", admin.site.urls),
    *i18n_patterns(
        path("", games.home, name="home"),
        path("", include("games.urls")),
        path("offline/", include("games.offline.urls")),
        path(RULES, include("rules.urls")),
        re_path(f"^(?:{'|'.join(IN_ANY_LANGUAGE)})(?P<rest>(?:.*/)?)$", rules.elsewhere),
        path("account/", include("accounts.urls")),
    ),
]
if settings.DEBUG:
    urlpatterns += [
        path("dev/mail/", inbox, name="devmail"),
        path("styleguide/", views.styleguide, name="styleguide"),
    ]
