from django.apps import AppConfig


class TeamsConfig(AppConfig):
    name = "teams"
    label = "teams"

    def ready(self) -> None:
        from league.hooks import (  # noqa: PLC0415 (models have to be loaded)
            LeagueReopened,
            PlaceClaimed,
            PlacesEnded,
            PlaceTakenAway,
            RuleDependents,
        )
        from teams.chapters import depends_on_rules  # noqa: PLC0415
        from teams.commands.coaches import give_notice_anew  # noqa: PLC0415
        from teams.commands.places import end_tenures, note_who_invited  # noqa: PLC0415
        from teams.office import hold_place  # noqa: PLC0415

        RuleDependents.connect(depends_on_rules)
        PlacesEnded.connect(end_tenures)
        PlaceClaimed.connect(note_who_invited)
        LeagueReopened.connect(give_notice_anew)
        PlaceTakenAway.connect(hold_place)
