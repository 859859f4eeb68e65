from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_in

        from games import seating

        user_logged_in.connect(seating.keep_guest_matches, dispatch_uid="keep guest matches")
