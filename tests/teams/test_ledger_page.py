"""The ledger page: every event, the balance after it, and why the treasury is what it is."""

import re

import pytest

from league.models import Membership, Role, Season
from rules.engine import effects as e
from rules.engine.rulings import Line
from teams import ledger
from teams.models import Words
from teams.newcomers import Person
from teams.queries.heads import head_for
from teams.queries.ledgers import Wanted, entries_of, ledger_of
from tests.conftest import NOW
from tests.teams.history import LINEMEN, play, put, take_back
from tests.teams.test_roster import text_of

PRIZE = ledger.LedgerEntry("gold", (e.Gold(20_000, "prize"),), (Line("paid", 20_000),))


@pytest.fixture
def bram(make_user, league):
    person = make_user("Bram")
    Membership.objects.create(league=league, user=person, role=Role.COACH, since=NOW)
    return person


@pytest.fixture
def played(draft_team, season, bram):
    """A team with three matches behind it, against Bram's."""
    team = draft_team(wish=LINEMEN, people={"draft/1": Person("Cob Netter", 1)})
    rivals = draft_team(name="The Rivals", actor=bram)
    for number in range(1, 4):
        play(
            team, season=season, number=number, opponent=rivals, actor=team.tenures.get().coach.user
        )
    return team


def entries(person, team, **wanted):
    book = ledger_of(head_for(person, team.uuid))
    return entries_of(book.head, book.wanted(Wanted(**wanted)))


def read(client, team, **query):
    """The page with all its entries; it opens with those that moved gold."""
    answer = client.get(f"/teams/{team.uuid}/ledger/", {"show": "everything"} | query)
    assert answer.status_code == 200
    return answer.content.decode()


def seqs(page):
    return [int(seq) for seq in re.findall(r'id="event-(\d+)"', page)]


class TestBalances:
    def test_each_event_has_what_was_there_after_it(self, played, marta):
        told = entries(marta, played)
        balance = 0
        for entry in told:
            balance += entry.posting.gold
            assert entry.posting.balance == balance
        assert balance == played.treasury

    def test_the_sums_by_kind_end_in_the_treasury(self, played, marta, season):
        put(played, PRIZE, season=season)
        sums = ledger_of(head_for(marta, played.uuid)).sums
        assert [each.kind for each in sums] == ["draft", "winnings", "gold"]
        assert [each.times for each in sums] == [1, 3, 1]
        assert sum(each.gold for each in sums) == played.treasury

    def test_what_was_taken_back_counts_for_nothing_but_is_not_forgotten(
        self, played, marta, season
    ):
        before = played.treasury
        (paid,) = put(played, PRIZE, season=season, actor=marta)
        (undone,) = take_back(played, paid, season=season, actor=marta, reason="Not ours.")
        values = {entry.posting.seq: entry.posting for entry in entries(marta, played)}
        assert values[paid.seq].reversed_by == undone.seq
        assert values[undone.seq].reverses == paid.seq
        assert values[paid.seq].balance == values[undone.seq].balance == before == played.treasury
        assert "gold" not in [each.kind for each in ledger_of(head_for(marta, played.uuid)).sums]

    def test_an_event_written_late_stands_where_it_holds(self, played, marta, season):
        first = played.chapters.filter(kind="match").first()
        (late,) = put(played, PRIZE, season=season, chapter=first)
        order = [entry.posting.seq for entry in entries(marta, played)]
        later = played.events.filter(chapter__position__gt=first.position).values_list(
            "seq", flat=True
        )
        assert order.index(late.seq) < min(order.index(seq) for seq in later)
        assert entries(marta, played)[-1].posting.balance == played.treasury


class TestWords:
    def test_arithmetic_and_changes_speak_of_players_by_name(self, played, marta):
        for entry in entries(marta, played):
            text = " ".join((*entry.changes, *(line.sentence for line in entry.because.lines)))
            assert "draft/" not in text
        draft = entries(marta, played)[0]
        assert "Lineman (Cob Netter) joins" in draft.changes

    def test_whoever_has_left_keeps_his_name(self, played, marta, season):
        put(
            played,
            ledger.LedgerEntry("hire-and-fire", (e.Left("draft/1", "fired"),)),
            season=season,
        )
        assert entries(marta, played)[-1].changes == ("Cob Netter is let go",)

    def test_the_other_teams_players_have_their_own_names(self, played, marta, season):
        rivals = played.chapters.filter(kind="match").first().opponent
        victim = rivals.contracts.get(key="draft/1").player
        line = Line("not-raised", None, {"victim": "draft/1"})
        entry = ledger.LedgerEntry("raise-dead", (), (line,), linked_team=rivals)
        put(played, entry, season=season)
        (told,) = entries(marta, played)[-1].because.lines
        assert told.sentence == f"{victim.name} is left in peace"

    def test_winnings_show_the_die_and_the_sum(self, played, marta):
        winnings = entries(marta, played, kind="winnings")[0]
        assert [line.code for line in winnings.because.lines] == ["die", "fame", "result"]
        assert [(die.sides, die.value) for die in winnings.because.lines[0].dice] == [(6, 2)]
        assert winnings.because.total == winnings.posting.gold

    def test_person_reason_and_override_are_said(self, client, played, marta, bram, season):
        act = {"on_behalf_of": marta, "reason": "As agreed <at> the club.", "override": True}
        put(played, PRIZE, season=season, actor=bram, **act)
        said = text_of(read(client, played))
        assert "Bram for Marta" in said
        assert "As agreed &lt;at&gt; the club." in said
        assert "against the rules" in said

    def test_words_that_were_taken_out_are_gone(self, client, played, season):
        put(played, ledger.LedgerEntry("gold", words="Somebody's telephone number."), season=season)
        assert "telephone" in read(client, played)
        Words.objects.update(redacted_at=NOW)
        page = read(client, played)
        assert "telephone" not in page
        assert "Words that stood here were taken out." in page


class TestSecrets:
    @pytest.fixture
    def with_secrets(self, played, season):
        hand = e.Fact("hand", ["a-secret-card"], "side")
        lines = (Line("dice", 7, {"faces": [3, 4]}), Line("drawn", 3, {"side": "home"}, "side"))
        put(
            played,
            ledger.LedgerEntry("special-plays", (hand, e.Fact("weather", "blizzard")), lines),
            ledger.LedgerEntry("hidden-hand", (e.Gold(-5_000, "cards"),), visible="side"),
            ledger.LedgerEntry("hidden-deck", (), visible="server"),
            season=season,
        )
        return played

    def kinds(self, person, team):
        return {entry.posting.kind for entry in entries(person, team)}

    def test_the_teams_coach_sees_his_own(self, with_secrets, marta):
        told = entries(marta, with_secrets, kind="special-plays")[0]
        assert len(told.effects) == len(told.because.lines) == 2
        assert "hidden-hand" in self.kinds(marta, with_secrets)
        assert "hidden-deck" not in self.kinds(marta, with_secrets)

    def test_nobody_else_does_not_even_a_commissioner(
        self, client, with_secrets, marta, bram, league
    ):
        with_secrets.tenures.update(coach=Membership.objects.get(user=bram))
        assert Membership.objects.get(user=marta).role == Role.COMMISSIONER
        for person in (marta, None):
            if person:
                client.force_login(person)
            page = read(client, with_secrets)
            assert "a-secret-card" not in page
            assert "Hidden" not in text_of(page)
            answer = client.get(f"/api/v1/teams/{with_secrets.uuid}/events/")
            assert "a-secret-card" not in answer.content.decode()
            assert "hidden" not in answer.content.decode()
            client.logout()

    def test_balances_and_the_sum_still_come_out(self, client, with_secrets, bram):
        book = ledger_of(head_for(bram, with_secrets.uuid))
        assert sum(each.gold for each in book.sums) == with_secrets.treasury
        assert book.shown[-1].kind == "special-plays"
        assert book.shown[-1].balance == with_secrets.treasury + 5_000
        assert "Not shown to you" in read(client, with_secrets)


class TestGoldFirst:
    def test_opens_with_what_moved_gold(self, client, played):
        moved = played.events.exclude(gold=0).values_list("seq", flat=True)
        page = read(client, played, show="")
        assert {*seqs(page)} == {*moved}
        assert "entries that moved gold" in text_of(page)
        assert "?show=everything" in page

    def test_an_entry_that_is_linked_to_is_shown_whatever_it_moved(self, client, played):
        silent = played.events.filter(gold=0).first()
        assert silent.seq in seqs(read(client, played, show="", event=silent.seq))
        assert silent.seq in seqs(read(client, played, show="", kind=silent.kind))


class TestFilters:
    def test_by_kind_chapter_and_season(self, client, played, season, league):
        Season.objects.filter(pk=season.pk).update(state=Season.State.OVER)
        second = Season.objects.create(league=league, number=2, pin=season.pin, opened_at=NOW)
        play(played, season=second, number=9)
        everything = seqs(read(client, played))
        assert len(everything) == played.events.count()
        winnings = seqs(read(client, played, kind="winnings"))
        assert {*winnings} == {*played.events.filter(kind="winnings").values_list("seq", flat=True)}
        chapter = played.chapters.filter(kind="match").first()
        of_match = seqs(read(client, played, chapter=chapter.position))
        assert {*of_match} == {*chapter.events.values_list("seq", flat=True)}
        of_season = seqs(read(client, played, season=2))
        assert {*of_season} == {
            *played.events.filter(chapter__season=second).values_list("seq", flat=True)
        }
        assert seqs(read(client, played, season=2, kind="draft")) == []

    def test_says_what_the_selection_comes_to(self, client, played):
        gold = sum(played.events.filter(kind="winnings").values_list("gold", flat=True))
        assert f"together +{gold:,}" in text_of(read(client, played, kind="winnings"))

    @pytest.mark.parametrize(
        "query",
        [
            {"kind": "<script>"},
            {"chapter": "abc"},
            {"chapter": "-1"},
            {"chapter": "9" * 400},
            {"season": "٣"},
            {"season": "1.5"},
            {"page": "99999"},
            {"page": "x"},
            {"event": "x"},
            {"event": "9" * 20},
            {"order": "sideways"},
        ],
    )
    def test_nonsense_breaks_nothing(self, client, played, query):
        page = read(client, played, **query)
        assert "<script>" not in page.replace('<script src="', "")

    def test_nothing_found_says_so_and_leads_back(self, client, played):
        assert "No such entry" in read(client, played, kind="xyzzy")

    def test_newest_first_or_oldest(self, client, played):
        down, up = seqs(read(client, played)), seqs(read(client, played, order="oldest"))
        assert down == up[::-1]
        assert up[0] == 1


class TestPages:
    @pytest.fixture
    def long(self, team, season):
        put(team, *[PRIZE] * 70, season=season)
        return team

    def test_thirty_to_a_page(self, client, long):
        assert len(seqs(read(client, long))) == 30
        assert seqs(read(client, long, page=3)) == [*range(11, 0, -1)]

    def test_a_link_to_an_event_opens_its_page(self, client, long):
        page = read(client, long, event=5)
        assert 5 in seqs(page)
        assert "Page 3 of 3" in page

    def test_taken_back_links_to_what_took_it_back(self, client, long, season):
        event = long.events.get(seq=40)
        (undone,) = take_back(long, event, season=season)
        page = read(client, long, event=40)
        assert f'href="?event={undone.seq}#event-{undone.seq}"' in page
        assert 'class="entry taken-back"' in page

    def test_htmx_gets_the_entries_alone(self, client, long):
        headers = {"HX-Request": "true", "HX-Target": "entries"}
        address = f"/teams/{long.uuid}/ledger/?page=2"
        part = client.get(address, headers=headers).content.decode()
        assert part.lstrip().startswith("<section")
        assert len(seqs(part)) == 30
