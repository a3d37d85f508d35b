from django.apps import AppConfig


class ActsConfig(AppConfig):
    name = "acts"
    label = "acts"
