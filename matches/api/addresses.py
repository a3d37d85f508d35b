"""The addresses of matches, under their league's and under their own."""

from django.urls import URLPattern, path

from matches.api import (
    at_the_table,
    corrections,
    dice,
    dry_runs,
    reports,
    results,
    steps,
    taps,
    totals,
)

of_a_league: list[URLPattern] = [
    path("", results.MatchesView.as_view(), name="api-matches"),
    path("try/", dry_runs.TryResultView.as_view(), name="api-try-result"),
    path("begin/", results.BeginView.as_view(), name="api-begin-match"),
]

of_a_match: list[URLPattern] = [
    path("", results.MatchView.as_view(), name="api-match"),
    path("agree/", results.AgreeView.as_view(), name="api-agree-to-match"),
    path("call-off/", results.CallOffView.as_view(), name="api-call-off"),
    path("steps/<str:side>/<slug:step>/", steps.StepView.as_view(), name="api-step"),
    path(
        "steps/<str:side>/<slug:step>/witness/",
        at_the_table.WitnessView.as_view(),
        name="api-witness",
    ),
    path("lend/<str:side>/", at_the_table.LendView.as_view(), name="api-lend"),
    path("take-back/<str:side>/", at_the_table.TakeBackView.as_view(), name="api-take-back-side"),
    path("interrupt/", at_the_table.InterruptView.as_view(), name="api-interrupt"),
    path("resume/", at_the_table.ResumeView.as_view(), name="api-resume"),
    path("lineups/", taps.LineupsView.as_view(), name="api-lineups"),
    path("taps/", taps.TapsView.as_view(), name="api-taps"),
    path("totals/", totals.TotalsView.as_view(), name="api-totals"),
    path("report/", reports.ReportView.as_view(), name="api-report"),
    path("report/withdraw/", reports.WithdrawView.as_view(), name="api-withdraw-report"),
    path("report/confirm/", reports.ConfirmView.as_view(), name="api-confirm-report"),
    path("report/dispute/", reports.DisputeView.as_view(), name="api-dispute-report"),
    path("correction/", corrections.CorrectionView.as_view(), name="api-correction"),
    path("dice/", dice.MatchDiceView.as_view(), name="api-match-dice"),
    path(
        "correction/proposals/",
        corrections.ProposalsView.as_view(),
        name="api-correction-proposals",
    ),
    path(
        "correction/proposals/<uuid:proposal>/",
        corrections.ProposalView.as_view(),
        name="api-correction-proposal",
    ),
    path("correction/preview/", corrections.PreviewView.as_view(), name="api-correction-preview"),
]
