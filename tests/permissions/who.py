"""Who may open what: the table that says so for every address of the site."""

from dataclasses import dataclass

ROLES = (
    "operator",
    "commissioner",
    "deputy",
    "coach",  # of the team, the match, the trade that the address is about
    "mate",  # coaches in the same league, and has no part in it
    "viewer",
    "outsider",  # coaches in another league
    "stranger",  # signed in, in no league
    "anonymous",
)
OUTSIDERS = frozenset({"outsider", "stranger", "anonymous"})
INSIDERS = frozenset(ROLES) - OUTSIDERS


@dataclass(frozen=True)
class Circle:
    """Some of the roles: in a public league, and in a private one."""

    public: frozenset[str]
    private: frozenset[str]

    def of(self, visibility: str) -> frozenset[str]:
        return self.public if visibility == "public" else self.private


def only(*roles: str) -> Circle:
    return Circle(frozenset(roles), frozenset(roles))


ANYBODY = only(*ROLES)
SIGNED_IN = only(*(role for role in ROLES if role != "anonymous"))
WHO_SEES = Circle(ANYBODY.public, INSIDERS)
SIGNED_IN_WHO_SEES = Circle(SIGNED_IN.public, INSIDERS)
COACHES = only("commissioner", "deputy", "coach", "mate")
WITH_A_TEAM = only("deputy", "coach", "mate")
# The coach whose it is, and whoever runs the league.
ITS_COACH = only("commissioner", "deputy", "coach")
OFFICERS = only("commissioner", "deputy")
COMMISSIONER = only("commissioner")
OPERATORS = only("operator")
# Things of an account, not of a league: here the coach's.
ITS_OWNER = only("coach")
ITS_OWNER_OR_OPERATORS = only("coach", "operator")


@dataclass(frozen=True)
class Who:
    """Who may read at an address, and who may write; None where it takes no such request.

    What is hidden is missing for everybody else, even in a public league.
    """

    reads: Circle | None = None
    writes: Circle | None = None
    deletes: Circle | None = None
    hidden: bool = False

    def may(self, method: str) -> Circle | None:
        if method == "get":
            return self.reads
        return self.deletes if method == "delete" and self.deletes else self.writes


def page(circle: Circle) -> Who:
    return Who(reads=circle)


def form(circle: Circle) -> Who:
    return Who(reads=circle, writes=circle)


def button(circle: Circle) -> Who:
    return Who(writes=circle)


WHO = {
    # --- the site
    "home": page(ANYBODY),
    "words": page(ANYBODY),
    "styleguide": form(ANYBODY),
    "theme": button(ANYBODY),
    "robots": page(ANYBODY),
    "manifest": page(ANYBODY),
    # --- accounts
    "accounts:sign-up": form(ANYBODY),
    "accounts:finish-sign-up": form(ANYBODY),
    "accounts:sign-in": form(ANYBODY),
    "accounts:sign-in-link": form(ANYBODY),
    "accounts:sign-out": button(ANYBODY),
    "accounts:forgotten": form(ANYBODY),
    "accounts:reset-password": form(ANYBODY),
    "accounts:me": form(SIGNED_IN),
    "accounts:email": form(SIGNED_IN),
    "accounts:confirm-email": form(ANYBODY),
    "accounts:password": form(SIGNED_IN),
    "accounts:people": form(OPERATORS),
    "accounts:add-person": form(OPERATORS),
    "accounts:issue-link": button(OPERATORS),
    "accounts:let-in": button(OPERATORS),
    "accounts:send-away": button(OPERATORS),
    "accounts:lift-lock": button(OPERATORS),
    "accounts:tokens": form(SIGNED_IN),
    "accounts:revoke-token": Who(writes=ITS_OWNER, hidden=True),
    # --- jobs
    "jobs:job": Who(ITS_OWNER_OR_OPERATORS, hidden=True),
    "jobs:operator-jobs": page(OPERATORS),
    "jobs:drill": button(OPERATORS),
    "jobs:retry": button(OPERATORS),
    "jobs:discard": button(OPERATORS),
    # --- leagues
    "league:leagues": page(ANYBODY),
    "league:settings": form(OFFICERS),
    "league:close": button(COMMISSIONER),
    "league:reopen": button(COMMISSIONER),
    "league:rules": page(WHO_SEES),
    "league:edit-rules": form(OFFICERS),
    "league:registration": form(OFFICERS),
    "league:ask": form(SIGNED_IN_WHO_SEES),
    "league:answer-request": button(OFFICERS),
    "league:members": page(WHO_SEES),
    "league:add-coach": form(OFFICERS),
    "league:invite": form(OFFICERS),
    "league:leave": button(SIGNED_IN_WHO_SEES),
    "league:member": form(OFFICERS),
    "league:remove": button(OFFICERS),
    "league:hand-over": button(COMMISSIONER),
    "league:invite-to-place": button(OFFICERS),
    "league:revoke": button(OFFICERS),
    "league:join": form(ANYBODY),
    "league:join-sign-up": form(ANYBODY),
    # --- teams
    "teams:begin-draft": form(COACHES),
    "teams:draft": form(ITS_COACH),
    "teams:drop-draft": button(ITS_COACH),
    "teams:roster": page(WHO_SEES),
    "teams:roster-pdf": page(WHO_SEES),
    "teams:ledger": page(WHO_SEES),
    "teams:player": page(WHO_SEES),
    "teams:hire": form(ITS_COACH),
    "teams:drop-basket": button(ITS_COACH),
    "teams:window": form(OFFICERS),
    "teams:close-window": button(OFFICERS),
    "teams:windows": form(OFFICERS),
    "teams:names": form(ITS_COACH),
    "teams:coaches": Who(WHO_SEES, ITS_COACH),
    "teams:end-tenure": button(ITS_COACH),
    "teams:retire": button(ITS_COACH),
    "teams:identity": form(ITS_COACH),
    "teams:put-up-picture": button(ITS_COACH),
    "teams:home": form(ITS_COACH),
    "teams:give-up-home": button(ITS_COACH),
    "teams:take-down-picture": button(ITS_COACH),
    "teams:picture": page(WHO_SEES),
    "teams:begin-adoption": form(OFFICERS),
    "teams:adoption": form(OFFICERS),
    "teams:drop-adoption": button(OFFICERS),
    "teams:adjust": form(OFFICERS),
    "teams:take-back": form(OFFICERS),
    # --- matches
    "matches:matches": page(WHO_SEES),
    "matches:new": form(COACHES),
    "matches:match": page(WHO_SEES),
    "matches:steps": page(WHO_SEES),
    "matches:match-dice": page(WHO_SEES),
    "matches:sheet": page(WHO_SEES),
    "competition:sheet": page(WHO_SEES),
    "matches:league-dice": page(WHO_SEES),
    "matches:answer": button(ITS_COACH),
    # After the kick-off.
    "matches:agree": button(ITS_COACH),
    "matches:call-off": button(OFFICERS),
    "matches:interrupt": button(ITS_COACH),
    "matches:resume": button(ITS_COACH),
    "matches:totals": form(ITS_COACH),
    "matches:report": button(ITS_COACH),
    "matches:confirm": button(ITS_COACH),
    "matches:dispute": button(ITS_COACH),
    "matches:withdraw": button(ITS_COACH),
    "matches:lend": button(ITS_COACH),
    "matches:take-back": button(ITS_COACH),
    "matches:witness": button(ITS_COACH),
    "matches:board": form(ITS_COACH),
    "matches:board-taps": button(ITS_COACH),
    "matches:board-state": page(ITS_COACH),
    "matches:live": page(WHO_SEES),
    "matches:correct": form(ITS_COACH),
    "matches:answer-proposal": button(ITS_COACH),
    # --- competitions
    "competition:new-league": form(SIGNED_IN),
    "competition:honours": page(WHO_SEES),
    "competition:end-season": form(OFFICERS),
    "competition:redrafts": Who(WHO_SEES, OFFICERS),
    "competition:redraft": form(ITS_COACH),
    "competition:try-redraft": form(ITS_COACH),
    "competition:heal": button(ITS_COACH),
    "competition:mend-die": button(ITS_COACH),
    "competition:redraft-anew": button(ITS_COACH),
    "competition:trades": page(WHO_SEES),
    "competition:offer-trade": form(WITH_A_TEAM),
    "competition:trade": Who(ITS_COACH, ITS_COACH, hidden=True),
    "competition:standings": page(WHO_SEES),
    "competition:standings-csv": page(WHO_SEES),
    "competition:fixtures": page(WHO_SEES),
    "competition:points": form(OFFICERS),
    "competition:lots": form(OFFICERS),
    "competition:undo-points": button(OFFICERS),
    "competition:fixture": page(WHO_SEES),
    "competition:begin": button(ITS_COACH),
    "competition:record": form(ITS_COACH),
    "competition:score": form(OFFICERS),
    "competition:rule": form(OFFICERS),
    "competition:take-back": form(OFFICERS),
    "competition:stage-dates": form(OFFICERS),
    "competition:round-dates": form(OFFICERS),
    "competition:date": form(ITS_COACH),
    "competition:answer-invitation": button(ITS_COACH),
    "competition:answer-proposal": button(ITS_COACH),
    "competition:overdue": page(OFFICERS),
    "competition:rule-overdue": form(OFFICERS),
    "competition:league-tournament": page(WHO_SEES),
    "competition:tournament": Who(WHO_SEES, OFFICERS),
    "competition:entrants": form(OFFICERS),
    "competition:check-in": form(OFFICERS),
    "competition:add-entrant": form(OFFICERS),
    "competition:pairings": page(WHO_SEES),
    "competition:swap-players": button(OFFICERS),
    "competition:clock": button(OFFICERS),
    "competition:score-grid": form(OFFICERS),
    "competition:ranking": page(WHO_SEES),
    "competition:tournament-files": page(WHO_SEES),
    "competition:season": page(WHO_SEES),
    "competition:register": button(ITS_COACH),
    "competition:register-all": button(OFFICERS),
    "competition:accept": button(OFFICERS),
    "competition:entry": form(OFFICERS),
    "competition:withdraw": button(ITS_COACH),
    "competition:divisions": form(OFFICERS),
    "competition:new-stage": form(OFFICERS),
    "competition:stage": page(WHO_SEES),
    "competition:change-stage": form(OFFICERS),
    "competition:drop-stage": button(OFFICERS),
    "competition:start-stage": form(OFFICERS),
    "competition:end-stage": button(OFFICERS),
    "competition:pair-round": button(OFFICERS),
    "competition:late": form(OFFICERS),
    "competition:arrange": form(COACHES),
    "competition:open-round": button(OFFICERS),
    "competition:close-round": button(OFFICERS),
    "competition:add-fixture": form(OFFICERS),
    "competition:scores": form(OFFICERS),
    "competition:change-fixture": form(OFFICERS),
    "competition:swap-home": button(OFFICERS),
    # --- press
    "league_file:bring-league": form(SIGNED_IN),
    "league_file:arrival": Who(ITS_OWNER_OR_OPERATORS, hidden=True),
    "press:league": page(WHO_SEES),
    "league_file:take-along": button(OFFICERS),
    "press:coach": page(WHO_SEES),
    "press:download-my-data": form(SIGNED_IN),
    "press:delete-account": form(SIGNED_IN),
    # --- the book
    "rules:editions": page(ANYBODY),
    "rules:overview": page(ANYBODY),
    "rules:search": page(ANYBODY),
    "rules:races-one": page(ANYBODY),
    "rules:skills-one": page(ANYBODY),
    "rules:ask": page(ANYBODY),
    "rules:ask-ruling": form(ANYBODY),
    "rules:page": page(ANYBODY),
    # --- the API
    "api-root": page(ANYBODY),
    "api-me": form(SIGNED_IN),
    "api-tokens": form(SIGNED_IN),
    "api-token": Who(writes=ITS_OWNER, hidden=True),
    "api-acts": page(SIGNED_IN),
    "api-to-do": page(SIGNED_IN),
    "api-job": Who(ITS_OWNER_OR_OPERATORS, hidden=True),
    "api-drafts": form(COACHES),
    "api-draft": form(ITS_COACH),
    "api-finish-draft": button(ITS_COACH),
    "api-leagues": Who(ANYBODY, SIGNED_IN),
    "api-join": button(SIGNED_IN),
    "api-import-league": button(SIGNED_IN),
    "api-export-league": button(OFFICERS),
    "api-league": Who(WHO_SEES, OFFICERS),
    "api-close-league": button(COMMISSIONER),
    "api-reopen-league": button(COMMISSIONER),
    "api-house-rules": Who(WHO_SEES, OFFICERS),
    "api-registration": button(OFFICERS),
    "api-join-requests": Who(OFFICERS, SIGNED_IN_WHO_SEES),
    "api-join-request": button(OFFICERS),
    "api-honours": page(WHO_SEES),
    "api-end-season": button(OFFICERS),
    "api-members": Who(WHO_SEES, OFFICERS),
    "api-member": button(OFFICERS),
    "api-hand-over": button(COMMISSIONER),
    "api-invitations": form(OFFICERS),
    "api-invitation": button(OFFICERS),
    "api-season": page(WHO_SEES),
    "api-register": button(ITS_COACH),
    "api-register-all": button(OFFICERS),
    "api-accept": button(OFFICERS),
    "api-entry": button(ITS_COACH),
    "api-refuse": button(OFFICERS),
    # Of somebody whom the deputy has a match with.
    "api-leave-season": button(COMMISSIONER),
    "api-divisions": button(OFFICERS),
    "api-promote": button(OFFICERS),
    "api-seeds": button(OFFICERS),
    "api-stages": button(OFFICERS),
    "api-stage": Who(WHO_SEES, OFFICERS),
    "api-start-stage": button(OFFICERS),
    "api-end-stage": button(OFFICERS),
    "api-pair-round": button(OFFICERS),
    "api-late": button(OFFICERS),
    "api-arrange": button(ITS_COACH),
    "api-round": Who(WHO_SEES, OFFICERS),
    "api-open-round": button(OFFICERS),
    "api-close-round": button(OFFICERS),
    "api-scores": button(OFFICERS),
    "api-move": button(OFFICERS),
    "api-swap-home": button(OFFICERS),
    "api-cancel": button(OFFICERS),
    "api-matches": Who(WHO_SEES, ITS_COACH),
    "api-league-coach": page(WHO_SEES),
    "api-league-to-do": page(WHO_SEES),
    "api-begin-match": button(ITS_COACH),
    "api-try-result": button(ITS_COACH),
    "api-match": page(WHO_SEES),
    "api-match-dice": page(WHO_SEES),
    "api-league-dice": page(WHO_SEES),
    "api-agree-to-match": button(ITS_COACH),
    "api-call-off": button(ITS_COACH),
    "api-lineups": page(WHO_SEES),
    "api-taps": Who(WHO_SEES, ITS_COACH),
    "api-totals": Who(WHO_SEES, ITS_COACH),
    "api-lend": button(ITS_COACH),
    "api-take-back-side": button(ITS_COACH),
    "api-interrupt": button(ITS_COACH),
    "api-resume": button(ITS_COACH),
    "api-witness": button(ITS_COACH),
    "api-report": Who(WHO_SEES, ITS_COACH),
    "api-withdraw-report": button(ITS_COACH),
    "api-confirm-report": button(ITS_COACH),
    "api-dispute-report": button(ITS_COACH),
    "api-step": Who(WHO_SEES, ITS_COACH),
    "api-correction": button(OFFICERS),
    "api-correction-preview": button(ITS_COACH),
    "api-correction-proposals": Who(ITS_COACH, only("coach")),
    "api-correction-proposal": button(ITS_COACH),
    "api-rules": page(ANYBODY),
    "api-ruleset": page(ANYBODY),
    "api-rulings": page(ANYBODY),
    "api-ruling": button(ANYBODY),
    "api-league-teams": Who(WHO_SEES, COACHES),
    "api-team": page(WHO_SEES),
    "api-team-events": page(WHO_SEES),
    "api-player": page(WHO_SEES),
    "api-adoptions": button(OFFICERS),
    "api-adjustments": button(OFFICERS),
    "api-reversal": button(OFFICERS),
    "api-window": Who(WHO_SEES, OFFICERS),
    "api-basket": button(ITS_COACH),
    "api-purchase": button(ITS_COACH),
    "api-windows": button(OFFICERS),
    "api-team-players": button(ITS_COACH),
    "api-team-player": button(ITS_COACH),
    "api-coaches": Who(WHO_SEES, ITS_COACH),
    "api-coach": button(ITS_COACH),
    "api-retirement": Who(None, ITS_COACH, deletes=OFFICERS),
    "api-identity": Who(WHO_SEES, ITS_COACH),
    "api-home": Who(WHO_SEES, ITS_COACH, deletes=ITS_COACH),
    "api-picture": button(ITS_COACH),
    "api-redrafts": Who(WHO_SEES, OFFICERS),
    "api-redraft": form(ITS_COACH),
    "api-try-redraft": form(ITS_COACH),
    "api-healing": button(ITS_COACH),
    "api-finish-redraft": button(ITS_COACH),
    "api-trades": Who(WHO_SEES, ITS_COACH),
    "api-trade": Who(ITS_COACH, hidden=True),
    "api-answer-trade": Who(writes=ITS_COACH, hidden=True),
    "api-standings": page(WHO_SEES),
    "api-fixtures": page(WHO_SEES),
    "api-fixture": page(WHO_SEES),
    "api-fixture-match": button(ITS_COACH),
    "api-try-fixture": button(ITS_COACH),
    "api-begin-fixture": button(ITS_COACH),
    "api-fixture-score": button(OFFICERS),
    "api-fixture-ruling": button(OFFICERS),
    "api-fixture-take-back": button(OFFICERS),
    "api-stage-adjustments": button(OFFICERS),
    "api-take-back-points": button(OFFICERS),
    "api-lots": button(OFFICERS),
    "api-stage-dates": Who(WHO_SEES, OFFICERS),
    "api-stage-dates-preview": button(OFFICERS),
    "api-round-dates": button(OFFICERS),
    "api-rebuild": button(OFFICERS),
    "api-next-round": button(OFFICERS),
    "api-fixture-date": form(ITS_COACH),
    "api-answer-invitation": button(ITS_COACH),
    "api-answer-proposal": button(ITS_COACH),
    "api-overdue": page(OFFICERS),
    "api-rule-overdue": button(OFFICERS),
    "api-tournament": Who(WHO_SEES, OFFICERS),
    "api-entrants": Who(WHO_SEES, OFFICERS),
    "api-entrant": button(OFFICERS),
    "api-swap-players": button(OFFICERS),
    "api-start-round": button(OFFICERS),
    "api-round-clock": button(OFFICERS),
    "api-round-scores": button(OFFICERS),
    "api-schema": page(ANYBODY),
    "api-docs": page(ANYBODY),
    "api-operation": page(ANYBODY),
}
