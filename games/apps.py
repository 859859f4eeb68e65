from django.apps import AppConfig
from django.core.checks import register


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_in

        from games import seating
        from games.checks import compiled_bots

        register(compiled_bots)

        user_logged_in.connect(seating.keep_guest_matches, dispatch_uid="keep guest matches")
