"""The arena: duplicate deals are fair, files are the same, runs resume, cheats are counted."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from capotreno import CapotrenoError, load
from capotreno.arena.deals import Chance, PlayedGame, play, stream
from capotreno.arena.entrants import maker
from capotreno.arena.pairings import Pairing, pairings
from capotreno.arena.pool import table
from capotreno.arena.report import page as report
from capotreno.arena.report.summary import ratings, summary
from capotreno.arena.report.table import told
from capotreno.arena.report.times import Times
from capotreno.arena.results import Results, read
from capotreno.arena.run import Ran, RunWishes, contest, run
from capotreno.bots.bot import Bot
from capotreno.cli import main
from capotreno.engine.state import View
from capotreno.games import registry
from capotreno.rules.dice.dice import Dice
from capotreno.words import Voice

SILENT = Console(quiet=True)
ENGLISH = Voice("en")


def ran(
    folder: Path | None,
    *bots: str,
    game: str = "new_york",
    players: int = 2,
    deals: int = 3,
    workers: int = 1,
    gain: float | None = None,
    ray: str | None = None,
    ladder: bool = False,
    dice: bool = False,
) -> Ran:
    what = contest(game, players, bots, 7, ladder, (("dice", "true"),) if dice else ())
    return run(what, RunWishes(deals, folder, workers, ray, gain), ENGLISH, SILENT)


@pytest.mark.parametrize("bot", ["random", "greedy", "planner"])
@pytest.mark.parametrize(
    ("game", "players", "dice"),
    [("new_york", 2, True), ("germany", 2, False), ("new_york", 4, False)],
)
def test_a_bot_against_itself_has_exactly_its_fair_share(
    game: str, players: int, bot: str, dice: bool
) -> None:
    found = ran(None, bot, bot, game=game, players=players, deals=2, dice=dice)
    for sample in found.results.samples:
        assert sample.share(sample.pairing.one) == pytest.approx(1 / players, abs=1e-12)
        assert len({tuple(played.points) for played in sample.games}) == 1
    for duel in summary(found.results.contest, found.results.samples).duels.values():
        assert duel.share.low == pytest.approx(1 / players, abs=1e-12)
        assert duel.share.high == pytest.approx(1 / players, abs=1e-12)


@pytest.mark.parametrize("dice", [False, True])
def test_the_same_seed_gives_the_same_file_with_any_number_of_workers(
    tmp_path: Path, dice: bool
) -> None:
    for folder, workers in (("a", 1), ("b", 1), ("c", 2)):
        ran(tmp_path / folder, "random", "planner", workers=workers, deals=4, dice=dice)
    name = f"new_york{'-dice_true' if dice else ''}-2.jsonl"
    files = [(tmp_path / folder / name).read_bytes() for folder in "abc"]
    assert files[0] == files[1] == files[2]


@pytest.mark.parametrize("cut", [0, 10, 200, 1500])
def test_a_run_goes_on_where_it_was_interrupted(tmp_path: Path, cut: int) -> None:
    whole = ran(tmp_path / "whole", "random", "greedy", deals=4).results.path
    assert whole is not None
    text = whole.read_bytes()
    torn = tmp_path / "torn" / whole.name
    torn.parent.mkdir()
    torn.write_bytes(text[:cut])
    ran(torn.parent, "random", "greedy", deals=4)
    assert torn.read_bytes() == text


def test_more_deals_later_are_added_and_the_first_ones_stay(tmp_path: Path) -> None:
    path = ran(tmp_path, "random", "greedy", deals=2).results.path
    assert path is not None
    few = path.read_bytes()
    ran(tmp_path, "random", "greedy", deals=3)
    assert path.read_bytes().startswith(few)
    assert len(path.read_bytes()) > len(few)


def test_another_contest_does_not_go_into_the_same_file(tmp_path: Path) -> None:
    ran(tmp_path, "random", "greedy", deals=1)
    with pytest.raises(CapotrenoError, match="holds another contest"):
        ran(tmp_path, "random", "random", deals=1)


@pytest.mark.parametrize(
    "line", ["{}", "[]", "no", '{"one":0,"others":1,"deal":0,"games":[{}]}', '"x"']
)
def test_what_is_no_sample_is_refused_with_the_file_named(tmp_path: Path, line: str) -> None:
    path = ran(tmp_path, "random", "greedy", deals=1).results.path
    assert path is not None
    header = path.read_text(encoding="utf-8").split("\n")[0]
    path.write_text(f"{header}\n{line}\n", encoding="utf-8")
    with pytest.raises(CapotrenoError, match="new_york-2"):
        read(path)
    path.write_text(f"{line}\n", encoding="utf-8")
    with pytest.raises(CapotrenoError, match="new_york-2"):
        read(path)


def test_tickets_and_cards_come_from_streams_of_their_own() -> None:
    """Taking tickets in between does not change which cards come next."""
    game = load("new_york", 2)

    def cards(with_tickets: bool) -> list[int]:
        chance = Chance(game, 5, 0)
        state = chance.start(game)
        while game.action(game.legal(state)[0]).verb == "keep":
            chance.apply(game, state, game.legal(state)[0], state.stack[-1][1])
        if with_tickets:
            for _ in range(2):
                chance.apply(game, state, game.code("tickets"), state.stack[-1][1])
                while game.action(game.legal(state)[0]).verb == "keep":
                    chance.apply(game, state, game.legal(state)[0], state.stack[-1][1])
        for _ in range(8):
            chance.apply(game, state, game.code("draw"), state.stack[-1][1])
        hands = game.layout.spans
        span = next(span for span in hands if span.name == "hands")
        return state.cells[span.first : span.first + span.size]

    assert cards(True) == cards(False)


def test_the_first_roll_of_a_turn_does_not_depend_on_what_was_played() -> None:
    """Who rolls again, or more dice, changes nothing of what others roll, nor of its next turn."""
    game = load("new_york", 2, dice=True)
    dice = game.layout.partner(Dice)

    def rolls(greedily: bool) -> list[tuple[int, ...]]:
        chance = Chance(game, 5, 0)
        state = chance.start(game)
        found: list[tuple[int, ...]] = []
        while len(found) < 6:
            menu = game.legal(state)
            first = menu[0] == dice.roll_code
            again = [code for code in menu if game.action(code).verb == "reroll"]
            stop = [code for code in menu if game.action(code).verb in ("no_action", "done")]
            code = again[-1] if again and greedily else (stop or menu)[0]
            chance.apply(game, state, code, state.stack[-1][1])
            if first:
                found.append(dice.showing(state))
        return found

    assert rolls(greedily=True) == rolls(greedily=False)


def test_streams_of_a_deal_are_apart() -> None:
    names = ["cards", "tickets", "bot 0", "bot 1"]
    drawn = [stream(seed, deal, name) for seed in range(3) for deal in range(3) for name in names]
    assert len(set(drawn)) == len(drawn)
    assert all(0 <= number < 2**63 for number in drawn)


def test_an_option_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(CapotrenoError, match="no option 'moon'"):
        contest("new_york", 2, ("random", "greedy"), 1, ladder=False, options=(("moon", "full"),))


def test_who_meets_whom() -> None:
    assert pairings(3, 2, ladder=False) == [Pairing(1, 0), Pairing(2, 0), Pairing(2, 1)]
    assert pairings(3, 2, ladder=True) == [Pairing(1, 0), Pairing(2, 1)]
    assert len(pairings(3, 4, ladder=False)) == 6
    assert Pairing(1, 0).seatings(3) == [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    with pytest.raises(CapotrenoError, match="two bots"):
        pairings(1, 2, ladder=False)


class Cheat(Bot):
    """Answers with what is never legal."""

    name = "cheat"

    def choose(self, view: View) -> int:
        return -1


class Faulty(Bot):
    name = "faulty"

    def choose(self, view: View) -> int:
        raise ZeroDivisionError


def test_what_is_not_legal_is_counted_and_replaced() -> None:
    game = load("new_york", 2)
    played = play(game, [Cheat, maker("random")], (0, 1), (1, 1), Times())
    assert played.illegal[0] > 0
    assert played.illegal[1] == 0
    assert min(played.ranks) == 1


def test_a_bot_that_raises_is_named() -> None:
    game = load("new_york", 2)
    with pytest.raises(CapotrenoError, match="bot 'faulty' in seat 1: ZeroDivisionError"):
        play(game, [Faulty, maker("random")], (1, 0), (1, 1), Times())


def test_bots_play_legally(tmp_path: Path) -> None:
    found = ran(tmp_path, "random", "greedy", players=3, deals=2)
    assert not any(sum(g.illegal) for s in found.results.samples for g in s.games)


def test_a_bot_of_ones_own_enters_by_its_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from capotreno.bots.bot import Bot\n"
        "class Last(Bot):\n"
        "    name = 'last'\n"
        "    def choose(self, view):\n"
        "        return self.game.legal(view)[-1]\n"
        "class Thing: pass\n",
        encoding="utf-8",
    )
    found = ran(None, "random", f"{file}:Last", deals=1)
    assert len(found.results.samples) == 1
    with pytest.raises(CapotrenoError, match="not a class of bots"):
        maker(f"{file}:Thing")
    with pytest.raises(CapotrenoError, match="nowhere"):
        maker(f"{tmp_path / 'nowhere.py'}:Last")
    with pytest.raises(CapotrenoError, match="there is no bot 'nobody'"):
        maker("nobody")


def test_a_search_is_told_how_much_it_thinks(tmp_path: Path) -> None:
    game = load("new_york", 2)
    timed, counted = (maker(f"search@{effort}")(game, 1) for effort in ("200ms", "5000"))
    assert (timed.budget, counted.budget) == (0.2, None)
    assert timed.rollouts < counted.rollouts == 5000
    for wrong in ("search@", "search@0", "search@1s", "nobody@200ms"):
        with pytest.raises(CapotrenoError, match="there is no bot"):
            maker(wrong)
    found = ran(tmp_path, "random", "greedy@5", deals=1)
    assert found.results.contest.bots == ("random", "greedy@5")


ISLAND = Path(__file__).parents[2] / "docs" / "examples" / "island.json"


@pytest.fixture
def strangers() -> Iterator[None]:
    """Boards of your own that a test makes known are forgotten again."""
    known = set(registry.REGISTRY)
    yield
    forget(known)


def forget(known: set[str]) -> None:
    for name in set(registry.REGISTRY) - known:
        del registry.REGISTRY[name], registry.OWN[name]
    table.cache_clear()


@pytest.mark.usefixtures("strangers")
def test_a_board_of_ones_own_is_played_by_all_workers_and_reported_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The page can be written where nobody knows the board: its file lies beside the results."""
    known = set(registry.REGISTRY)
    for folder, workers in (("a", "1"), ("b", "2")):
        words = ["--bots", "random,greedy", "--deals", "3", "--workers", workers, "--dice"]
        assert main(["arena", str(ISLAND), *words, "--out", str(tmp_path / folder)]) == 0
    assert "greedy" in capsys.readouterr().out
    file = "brume_island-dice_true-2.jsonl"
    assert (tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes()
    forget(known)
    assert main(["report", str(tmp_path / "a")]) == 0
    page = (tmp_path / "a" / "report.html").read_text(encoding="utf-8")
    assert page.count("<section>") == 1
    assert load(ISLAND).board.name.of("en") in page


@pytest.mark.usefixtures("strangers")
def test_a_board_that_is_not_there_or_is_none_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    torn = tmp_path / "torn.json"
    torn.write_text("{", encoding="utf-8")
    for wanted in (str(tmp_path / "nowhere.json"), str(torn), "nowhere"):
        assert main(["arena", wanted]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_shares_and_margins_of_a_game() -> None:
    played = PlayedGame((0, 1, 1), points=[10, 30, 30], ranks=[3, 1, 1])
    assert (played.share(0), played.share(1)) == (0.0, 0.5)
    assert (played.margin(0), played.margin(1)) == (-20.0, 20.0)


def test_a_sequential_test_stops_when_it_is_sure(tmp_path: Path) -> None:
    found = ran(tmp_path / "a", "random", "greedy", deals=60, gain=0.05)
    assert found.verdict == "better"
    assert len(found.results.samples) < 60
    again = ran(tmp_path / "a", "random", "greedy", deals=60, gain=0.05)
    assert (again.verdict, len(again.results.samples)) == ("better", len(found.results.samples))
    worse = ran(None, "greedy", "random", deals=60, gain=0.05)
    assert worse.verdict == "not_better"


def test_ratings_put_the_stronger_bot_first() -> None:
    found = ran(None, "random", "greedy", deals=10).results
    (weak, _), (strong, spread) = ratings(found.contest, found.samples)
    assert strong - weak > spread


def test_times_stay_out_of_the_results_and_add_up(tmp_path: Path) -> None:
    path = ran(tmp_path, "random", "greedy", deals=1).results.path
    assert path is not None
    kept = json.loads((tmp_path / "new_york-2.times.json").read_text(encoding="utf-8"))
    assert set(kept) == {"0", "1"}
    times = Times()
    times.merge(kept)
    times.merge(kept)
    assert times.buckets[1].total() == 2 * sum(kept["1"].values())
    times = Times()
    for seconds in (0.001, 0.001, 0.1):
        times.add(0, seconds)
    assert times.milliseconds(0) == pytest.approx(1.0, rel=0.1)
    assert times.milliseconds(0, 0.99) == pytest.approx(100.0, rel=0.1)
    assert times.milliseconds(5) == 0.0


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_report_is_one_page_that_needs_nothing_else(tmp_path: Path, language: str) -> None:
    ran(tmp_path, "random", "greedy", deals=2)
    ran(tmp_path, "random", "greedy", game="germany", players=3, deals=1)
    page = report.write(tmp_path, Voice(language)).read_text(encoding="utf-8")
    assert "http" not in page.replace("http-equiv", "")
    assert "<script" not in page
    assert page.count("<section>") == 2
    assert page.count('class="plots"') == 2 * 4  # ratings, scores, seats, tickets
    assert ("Cross table" in page) == (language == "en")
    routes = len(load("new_york").board.routes) + len(load("germany").board.routes)
    assert page.count("<path ") == routes
    with pytest.raises(CapotrenoError, match="no results"):
        report.write(tmp_path / "nothing", Voice(language))


def test_the_terminal_tells_duels_standings_and_verdict() -> None:
    console = Console(width=120)
    with console.capture() as text:
        console.print(told(ran(None, "random", "greedy", deals=20, gain=0.1), ENGLISH))
    said = text.get()
    assert "greedy" in said
    assert "The sequential test says: better" in said


@pytest.mark.parametrize(("players", "samples"), [(2, 3), (3, 6)])
def test_everybody_meets_everybody_or_the_one_below(players: int, samples: int) -> None:
    bots = ("random", "greedy", "path")
    found = ran(None, *bots, players=players, deals=1)
    assert len(found.results.samples) == samples
    assert len(ran(None, *bots, players=players, deals=1, ladder=True).results.samples) == 2
    assert len(summary(found.results.contest, found.results.samples).duels) == samples


def test_results_without_a_folder_stay_in_memory() -> None:
    results = Results(contest("new_york", 2, ("random", "greedy"), 1, ladder=False), None)
    assert results.path is None
