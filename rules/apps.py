from django.apps import AppConfig


class RulesConfig(AppConfig):
    name = "rules"
    label = "game_rules"
