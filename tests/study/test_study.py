"""A study: what is counted is so, what is off is found, what makes it worse is taken back."""

import json
import re
from collections.abc import Iterator
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path

import pytest

from capotreno.board.load import parse
from capotreno.board.model import Board
from capotreno.cli import main
from capotreno.engine.errors import CapotrenoError
from capotreno.games.registry import OWN, REGISTRY
from capotreno.reader.reader import Reader
from capotreno.study import balance as balancing
from capotreno.study import findings as finding
from capotreno.study import run as running
from capotreno.study.figures import Figures, figures, room
from capotreno.study.page import page
from capotreno.study.play import Slow, StudyJob, StudyTable, game_of, has_library, study
from capotreno.study.run import Studied, run
from capotreno.study.tally import BoardTally
from capotreno.study.telling import StudyTeller
from capotreno.words import LANGUAGES, Voice, messages
from tests.cluster import StandIn, ray

__all__ = ["ray"]

ISLAND = (Path(__file__).parents[2] / "docs/examples/island.json").read_bytes()
DEAR = ISLAND.replace(b'"market_cross"], "points": 3', b'"market_cross"], "points": 12')
TABLE = StudyTable("brume_island", ISLAND, 3, ("random",))
WITHOUT = "there is no compiler"


@pytest.fixture
def own_games() -> Iterator[None]:
    """Boards that a command names are forgotten again."""
    before = dict(REGISTRY)
    yield
    OWN.clear()
    for name in REGISTRY.keys() - before.keys():
        del REGISTRY[name]


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled."""
    monkeypatch.setattr(running, "has_library", lambda _: WITHOUT)


@cache
def played() -> BoardTally:
    return study(StudyJob(TABLE, 0, 6, 3, native=False))


def board() -> Board:
    return parse(ISLAND)


def blank(players: int = 3) -> BoardTally:
    own = board()
    return BoardTally.of(players, len(own.routes), len(own.tickets), len(own.cards))


# -- counting -------------------------------------------------------------------------------------


def test_what_is_counted_is_what_happened() -> None:
    """The same games again, counted in another way."""
    tally, game = played(), game_of(TABLE)
    reader = Reader(game)
    owned = dict.fromkeys(range(len(game.board.routes)), 0)
    done = points = wins = 0.0
    original = Slow.end

    def end(self: Slow) -> object:
        nonlocal done, points, wins
        state = original(self)
        outcome = game.outcome(state)
        for seat in range(3):
            for route in range(len(game.board.routes)):
                owned[route] += reader.owned_by(state, seat) >> route & 1
            done += len(outcome.sheets[seat].line("tickets_done").items)
        points += sum(outcome.totals)
        wins += 1
        return state

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Slow, "end", end)
        again = study(StudyJob(TABLE, 0, 6, 3, native=False))
    assert asdict(again) == asdict(tally)
    assert tally.games == wins == 12
    assert tally.claimed == list(owned.values())
    assert sum(tally.done) == done
    assert sum(tally.seat_points) == points
    assert sum(tally.seat_wins) == pytest.approx(12)
    assert all(k <= o for k, o in zip(tally.kept, tally.offered, strict=True))
    assert sum(tally.kept) >= 12 * 3  # everybody keeps one at the opening
    assert sum(tally.offered) >= 12 * 3 * 2
    assert sum(tally.ahead) != 0
    assert sum(tally.turns.values()) == sum(tally.reasons.values()) == 12
    assert tally.bots["random"] == [36, pytest.approx(12)]
    assert all(
        0 < when <= count for when, count in zip(tally.when, tally.claimed, strict=True) if count
    )
    assert tally.deals == 6


def test_counts_of_several_processes_add_up() -> None:
    one = study(StudyJob(TABLE, 0, 2, 3, native=False))
    one.add(study(StudyJob(TABLE, 2, 4, 3, native=False)))
    whole = asdict(played())
    for name, value in asdict(one).items():
        if isinstance(value, dict | str):
            assert value == whole[name]
        else:
            assert value == pytest.approx(whole[name]), name


def test_how_much_the_deal_decides() -> None:
    alike, apart = blank(), blank()
    for n in range(-20, 21):
        alike.count_pair(n, n)
        apart.count_pair(n, -n)
    assert alike.decided_by_deal == pytest.approx(1)
    assert apart.decided_by_deal == 0
    assert blank().decided_by_deal == 0
    mixed = blank()
    for a, b in [(1, 1), (-1, -1), (1, -1), (-1, 1)] * 3 + [(1, 1), (-1, -1)] * 3:
        mixed.count_pair(a, b)
    assert mixed.decided_by_deal == pytest.approx(1 / 3)


# -- running --------------------------------------------------------------------------------------


def test_whoever_stops_a_study_keeps_what_was_played(
    monkeypatch: pytest.MonkeyPatch, interpreted: None
) -> None:
    jobs = 0

    def stop(job: StudyJob) -> BoardTally:
        nonlocal jobs
        jobs += 1
        if jobs > 4:
            raise KeyboardInterrupt
        return study(job)

    monkeypatch.setattr(running, "study", stop)
    seen: list[int] = []
    found = run(TABLE, 100, 3, 1, lambda done, wanted: seen.append(done))
    assert found.stopped
    assert found.tally.games == 8
    assert seen == [2, 4, 6, 8]
    voice = Voice("en")
    teller = StudyTeller(board(), found, figures(board(), found.tally, found.mixed), voice)
    assert "Stopped early: 100 were wanted." in teller.about()


def test_on_a_cluster_a_study_is_the_same(ray: StandIn, interpreted: None) -> None:
    here, there = run(TABLE, 24, 3, 1), run(TABLE, 24, 3, 1, ray="")
    assert asdict(here.tally) == asdict(there.tally)
    assert (here.ray, there.ray, ray.most) == (None, "", 6)


def test_a_board_is_made_even_where_it_was_studied(
    ray: StandIn, interpreted: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    studied = run(TABLE._replace(board=DEAR), 4, 3, 1, ray="local")
    ray.address = ""
    monkeypatch.setattr(balancing, "TRIAL", 2)
    balancing.balance(studied, ["tickets"])
    assert ray.address == "local"


def test_without_a_library_fewer_games_are_played_and_it_says_so(
    monkeypatch: pytest.MonkeyPatch, interpreted: None
) -> None:
    monkeypatch.setattr(running, "FEW", 6)
    found = run(TABLE, 20_000, 3, 1)
    assert found.tally.games == found.wanted == 6
    teller = StudyTeller(board(), found, figures(board(), found.tally, found.mixed), Voice("en"))
    assert any(WITHOUT in words and "6 games" in words for words in teller.about())


def test_bots_that_no_library_knows_are_named() -> None:
    assert has_library(TABLE._replace(bots=("path", "random"))) == "bots"


def test_some_games_are_played_against_chance(interpreted: None) -> None:
    found = run(TABLE._replace(bots=("greedy",)), 4, 3, 1)
    assert found.mixed.games == 2
    assert found.mixed.bots.keys() == {"greedy", "random"}
    assert figures(board(), found.tally, found.mixed).chance is not None
    assert run(TABLE, 4, 3, 1).mixed.games == 0


# -- finding --------------------------------------------------------------------------------------


def even(games: int = 1000) -> Figures:
    """A board on which nothing stands out."""
    own, tally = board(), blank()
    tally.games = games
    tally.turns, tally.reasons = {"60": games}, {"last_round": games}
    tally.seat_wins = [games / 3] * 3
    tally.claimed = [games * 7 // 10] * len(own.routes)
    tally.when = [games * 0.4] * len(own.routes)
    tally.offered, tally.kept = [600] * len(own.tickets), [400] * len(own.tickets)
    tally.done = [300] * len(own.tickets)
    tally.turned = games * 4 // 10
    return figures(own, tally, blank())


def kinds(found: Figures) -> list[str]:
    return [item.kind for item in finding.study_findings(board(), found)]


def test_on_an_even_board_nothing_stands_out() -> None:
    assert kinds(even()) == []
    assert kinds(replace(even(50), seats=(0.9, 0.1, 0.0))) == []  # too few games to tell


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({"seats": (0.45, 0.30, 0.25)}, "seat"),
        ({"turned": 0.1}, "steady"),
        ({"turned": 0.7}, "restless"),
        ({"dealt": 0.9}, "dealt"),
        ({"chance": 0.3}, "chance"),
        ({"turns": 18.0}, "short"),
        ({"turns": 180.0}, "long"),
        ({"reasons": (("all_passed", 0.2), ("last_round", 0.8))}, "stuck"),
    ],
)
def test_what_is_off_is_found(change: dict[str, object], kind: str) -> None:
    assert kinds(replace(even(), **change)) == [kind]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("route", "taken", "kind"),
    [(0, 0.01, "route_never"), (1, 0.01, "route_never_gray"), (0, 1.0, "route_always")],
)
def test_routes_never_and_always_taken(route: int, taken: float, kind: str) -> None:
    found = even()
    routes = list(found.routes)
    routes[route] = replace(routes[route], taken=taken)
    assert kind in kinds(replace(found, routes=tuple(routes)))


def test_a_colour_that_is_short_is_found() -> None:
    found = even()
    for taken, kind in ((0.3, "colour_rare"), (1.0, "colour_common")):
        colours = [
            replace(one, taken=taken) if one.colour == "green" else one for one in found.colours
        ]
        assert kinds(replace(found, colours=tuple(colours))) == [kind]


def test_a_bottleneck_is_taken_early_and_missed_by_tickets() -> None:
    found = even()
    early = tuple(replace(one, taken=0.95, when=0.2) for one in found.routes)
    weak = [
        i
        for i in finding.study_findings(board(), replace(found, routes=early))
        if i.kind == "bottleneck"
    ]
    assert weak
    late = tuple(replace(one, taken=0.95, when=0.8) for one in found.routes)
    assert "bottleneck" not in kinds(replace(found, routes=late))


@pytest.mark.parametrize(
    ("done", "ahead", "fair"),
    [
        (300, 6.0, "less"),  # done mostly, and whoever keeps it is ahead
        (300, -6.0, "more"),
        (80, -6.0, "less"),  # hardly ever done: a smaller loss
        (200, -6.0, "same"),  # half and half: no value helps
    ],
)
def test_the_fair_value_of_a_ticket(done: int, ahead: float, fair: str) -> None:
    own, tally = board(), blank()
    tally.games = 1000
    tally.offered, tally.kept = [600] * 10, [400] * 10
    tally.done = [300] * 10
    tally.done[5], tally.ahead[5] = done, 400 * ahead
    ticket = figures(own, tally, blank()).tickets[5]
    assert abs(ticket.fair - ticket.points) <= room(ticket.points)
    assert {"less": ticket.fair < 7, "more": ticket.fair > 7, "same": ticket.fair == 7}[fair]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_finding_has_its_sentence(language: str) -> None:
    source = Path(finding.__file__).read_text("utf-8")
    named = set(
        re.findall(r'"((?:ticket|route|colour)_\w+|bottleneck|seat|steady|restless)"', source)
    )
    named |= {"dealt", "chance", "stuck", "short", "long"}
    known = {
        key.removeprefix("study.found.") for key in messages(language) if "study.found." in key
    }
    assert known - {"how"} == named


# -- making even ----------------------------------------------------------------------------------


@pytest.mark.parametrize("indent", [None, 1, "  "])
def test_an_edited_file_is_as_it_was_but_for_its_values(indent: int | str | None) -> None:
    data = {"a": 'x"]}\\', "tickets": [{"points": 3}, {"stops": ["é", "b"], "points": 14}], "z": []}
    text = json.dumps(data, indent=indent, ensure_ascii=False)
    edits: list[tuple[balancing.FieldPath, int | str]] = [
        (("tickets", 1, "points"), 9),
        (("tickets", 0, "points"), 10),
    ]
    found = balancing.edited(text.encode(), edits).decode()
    assert found == text.replace('"points": 3', '"points": 10').replace("14", "9")


def spread_of(points: list[int], ideal: list[int]) -> Figures:
    """Figures of a board whose tickets are even at some values."""
    found = even()
    tickets = tuple(
        replace(one, points=p, fair=p + (i > p) - (i < p))
        for one, p, i in zip(found.tickets, points, ideal, strict=True)
    )
    return replace(
        found,
        tickets=tickets,
        spread=float(sum(abs(i - p) for p, i in zip(points, ideal, strict=True))),
    )


def test_tickets_are_moved_towards_even_and_never_out_of_their_limits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ideal = [5, 3, 6, 6, 7, 7, 6, 3, 60, 4]

    def play(table: StudyTable, *_: object, **__: object) -> Studied:
        return Studied(table, 0, 100, blank(), blank())

    def measure(own: Board, *_: object) -> Figures:
        return spread_of([ticket.points for ticket in own.tickets], ideal)

    monkeypatch.setattr(balancing, "run", play)
    monkeypatch.setattr(balancing, "figures", measure)
    found = balancing.balance(Studied(TABLE, 0, 100, blank(), blank()), ["tickets"])
    after = [ticket.points for ticket in parse(found.content).tickets]
    assert after == [5, 3, 6, 6, 7, 7, 6, 3, 6 + room(6), 4]
    assert [(c.kind, c.number, c.before, c.after) for c in found.changes] == [
        ("ticket", 4, 5, 7),
        ("ticket", 8, 6, 8),
        ("ticket", 9, 5, 4),
    ]
    assert found.after.spread < found.before.spread


def test_what_makes_it_worse_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    def measure(own: Board, *_: object) -> Figures:
        points = [ticket.points for ticket in own.tickets]
        changed = points != [ticket.points for ticket in board().tickets]
        return replace(spread_of(points, [99] * 10), spread=2.0 if changed else 1.0)

    monkeypatch.setattr(
        balancing, "run", lambda table, *_, **__: Studied(table, 0, 100, blank(), blank())
    )
    monkeypatch.setattr(balancing, "figures", measure)
    studied = Studied(TABLE, 0, 100, blank(), blank())
    found = balancing.balance(studied, ["tickets"])
    assert found.content == ISLAND
    assert found.changes == ()
    teller = StudyTeller(board(), studied, found.before, Voice("en"))
    assert teller.balanced(found)[0].startswith("Nothing is changed")


def test_routes_that_nobody_takes_are_helped(monkeypatch: pytest.MonkeyPatch) -> None:
    def measure(own: Board, *_: object) -> Figures:
        found = even()
        routes = list(found.routes)
        if own.routes[0].colour:
            routes[0] = replace(routes[0], taken=0.01)
        if own.routes[15].length == 3:
            routes[15] = replace(routes[15], taken=0.02)
        return replace(found, routes=tuple(routes))

    monkeypatch.setattr(
        balancing, "run", lambda table, *_, **__: Studied(table, 0, 100, blank(), blank())
    )
    monkeypatch.setattr(balancing, "figures", measure)
    found = balancing.balance(Studied(TABLE, 0, 100, blank(), blank()), ["colours", "lengths"])
    assert [(c.kind, c.number, c.before, c.after) for c in found.changes] == [
        ("colour", 0, "red", "gray"),
        ("length", 15, 3, 2),
    ]


# -- telling --------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_needs_nothing_else_and_tells_everything(language: str) -> None:
    found = even()
    routes = (replace(found.routes[0], taken=0.01), *found.routes[1:])
    found = replace(found, seats=(0.45, 0.30, 0.25), routes=routes)
    studied = Studied(TABLE, 0, 1000, blank(), blank())
    teller = StudyTeller(board(), studied, found, Voice(language))
    told = page(teller, None)
    assert not re.search(r'(?:src|href)=|@import|url\(\s*["\']?http', told)
    for item in teller.findings:
        assert teller.sentence(item).replace("’", "’") in told
    for place in board().places:
        assert place.name.of(language) in told
    assert told.count("<title>") == 2 + sum(route.length for route in board().routes)
    json.dumps(teller.json())


def test_the_command_tells_it_as_json(
    interpreted: None, own_games: None, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "island.json"
    file.write_bytes(ISLAND)
    words = ["study", str(file), "--games", "4", "--bots", "random", "--workers", "1"]
    assert main([*words, "--json", "--html", str(tmp_path / "page.html")]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 4
    assert found["interpreted"] == WITHOUT
    assert len(found["routes"]) == 16
    assert (tmp_path / "page.html").read_text("utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["usa", "--balance", "x.json"], "a board of your own can be balanced"),
        (["usa", "--bots", "nobody"], "there is no bot 'nobody'"),
        (["usa", "--players", "2", "--bots", "random,swift,path"], "3 bots for 2 seats"),
        (["usa", "--games", "1"], "two games at least"),
        (["nowhere"], "there is no game 'nowhere'"),
    ],
)
def test_what_cannot_be_studied_is_said(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["study", *words, "--language", "en"]) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.slow
def test_a_ticket_that_is_far_too_dear_is_found_by_playing() -> None:
    table = StudyTable("brume_island", DEAR, 3, ("swift",))
    if why := has_library(table):
        pytest.skip(why)
    found = run(table, 2000, 1, 1)
    own = figures(parse(DEAR), found.tally, found.mixed)
    dear = next(one for one in own.tickets if one.id == "lighthouse-market_cross")
    assert dear.fair <= 9
    assert dear.ahead == max(one.ahead for one in own.tickets)
    told = [i.kind for i in finding.study_findings(parse(DEAR), own) if "market_cross" in i.stops]
    assert "ticket_dear" in told
    assert own.chance is not None
    assert own.chance < 0.1


def test_a_study_needs_two_games() -> None:
    with pytest.raises(CapotrenoError, match="two games"):
        run(TABLE, 1, 0)
