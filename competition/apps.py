"""The season as it is played."""

from django.apps import AppConfig


class CompetitionConfig(AppConfig):
    name = "competition"
    label = "competition"

    def ready(self) -> None:
        from competition.commands.match_day import (  # noqa: PLC0415 (models have to be loaded)
            follow_match,
            lock_stage,
        )
        from competition.commands.rounds import follow_rules  # noqa: PLC0415
        from competition.outside import invitations_in_open_play, why_not_outside  # noqa: PLC0415
        from competition.people import players_in, plays_beside  # noqa: PLC0415
        from competition.queries.registering import to_register  # noqa: PLC0415
        from competition.ranking import why_not_ranked_otherwise  # noqa: PLC0415
        from league.hooks import RulesAmended, RulesChanged  # noqa: PLC0415
        from matches import hooks as of_matches  # noqa: PLC0415
        from teams.hooks import PlaysBeside, TeamTodos  # noqa: PLC0415

        of_matches.ResultChanging.connect(lock_stage)
        of_matches.ResultChanged.connect(follow_match)
        of_matches.UnscheduledMatch.connect(why_not_outside)
        of_matches.InvitationsBetween.connect(invitations_in_open_play)
        of_matches.SeasonPlayers.connect(lambda asked: players_in(asked.seasons))
        RulesAmended.connect(why_not_ranked_otherwise)
        RulesChanged.connect(follow_rules)
        TeamTodos.connect(to_register)
        PlaysBeside.connect(plays_beside)
