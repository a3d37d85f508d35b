from django.apps import AppConfig


class LeagueFileConfig(AppConfig):
    name = "league_file"
    label = "league_file"
