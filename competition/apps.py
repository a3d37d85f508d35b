"""The season as it is played."""

from django.apps import AppConfig


class CompetitionConfig(AppConfig):
    name = "competition"
    label = "competition"

    def ready(self) -> None:
        from competition.commands.match_day import (  # noqa: PLC0415 (models have to be loaded)
            follow_match,
            hold_stage,
        )
        from competition.commands.rounds import follow_rules  # noqa: PLC0415
        from competition.open_fixtures import (  # noqa: PLC0415
            held_by_fixture,
            hindered_by_fixture,
        )
        from competition.outside import invitations_in_open_play, why_not_outside  # noqa: PLC0415
        from league import leaving, resting  # noqa: PLC0415
        from matches import hearing, unscheduled  # noqa: PLC0415
        from teams.hindrances import add_hindrance  # noqa: PLC0415

        hearing.add(hearing.Hearer(hold_stage, follow_match))
        resting.follow_rules(follow_rules)
        unscheduled.add_objector(why_not_outside)
        unscheduled.add_teller(invitations_in_open_play)
        add_hindrance(hindered_by_fixture)
        leaving.add_objection(held_by_fixture)
