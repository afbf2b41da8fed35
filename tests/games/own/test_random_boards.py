"""Any small board becomes a game that keeps its rules and is scored as the file says."""

import json
from functools import cache
from random import Random

import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

from capotreno import BoardError, Game, State
from capotreno.board.format import RouteFile, TicketFile
from capotreno.board.load import parse
from capotreno.board.mechanics import BonusRules, Mechanics
from capotreno.engine.state import WHO_CELL
from capotreno.games.dice import dice
from capotreno.games.own.game import own
from tests import long
from tests.conformance.laws import cells_of, judged
from tests.conformance.oracle import Cells
from tests.conformance.tables import Chooser, played
from tests.games.own.files import File, file, misfits
from tests.rules.worlds import deal
from tests.scene import Scene

LAST_ROUND = 2  # the number of that reason
BOX = 15  # tokens of a kind

# Seeds and no structures: uniform files meet what goes wrong together far more often.
seeds = st.integers(0, 2**32)
AS_MET = (Phase.reuse, Phase.generate)  # a smaller seed makes no smaller board


def built(value: File, seed: int, rolled: bool) -> Game:
    """The game of a file, with cards or dice, at some table."""
    board = parse(json.dumps(value).encode())
    ruleset = dice(own(board), 1 + seed % 3) if rolled else own(board)
    fewest, most = board.players
    return Game(ruleset, most if seed % 2 else fewest + seed % (most - fewest + 1))


class Traveller(Chooser):
    """Any taste, but none for claiming where there are tunnels.

    A tunnel that cannot be paid may be begun and given up for ever: no rule is against it.
    """

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed)
        verbs = [action.verb for action in game.actions.all]
        if "stop" in verbs:
            self.weight = [
                1 if verb in ("claim", "stop") else weight
                for verb, weight in zip(verbs, self.weight, strict=True)
            ]


class Hoarder(Chooser):
    """Takes every token it can get, so that a large table empties the box."""

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed)
        taste = {"token": 1000, "no_action": 1000, "roll": 1000}
        self.weight = [taste.get(action.verb, 1) for action in game.actions.all]


class Bystander:
    """Somebody who knows the file and the rules and watches the table, turn by turn."""

    def __init__(self, game: Game, value: File) -> None:
        self.game = game
        self.kinds = {route["kind"] for route in value["routes"]}
        self.ending = value["game"].get("ending")  # none in a race
        self.tunnels = {route.id for route in game.board.routes if route.tunnel}
        self.turn: Cells = {"turns": -1, "turn_of": -1}  # as it began
        self.said: set[str] = set()  # the events of this turn

    def look(self, state: State) -> None:
        """Before every decision and at the end."""
        cells = cells_of(self.game, state)
        for kind in ("single", "double") if "tokens" in cells else ():
            assert sum(own[kind] for own in cells["tokens"]) <= BOX
        self.said |= {self.game.layout.events[event[0]].name for event in state.events or ()}
        if cells["turns"] != self.turn["turns"] or cells["over"]:
            if self.turn["turn_of"] >= 0:
                self.after_a_turn(cells)
            self.turn, self.said = cells, set()
        state.events = []

    def after_a_turn(self, cells: Cells) -> None:
        seat, before = self.turn["turn_of"], self.turn
        for route in set(cells["owned"][seat]) - set(before["owned"][seat]):
            assert route not in self.tunnels or self.said & {"laid", "tunnel_rolled"}
        if self.ending is None:
            return
        pieces = sum(cells["pieces"][seat][kind] for kind in self.kinds)
        if before["last_turns"]:
            told = before["last_turns"] - 1
        else:
            few = pieces <= self.ending["pieces"]
            told = self.game.players * self.ending["turns"] if few else 0
        assert cells["last_turns"] == told


@pytest.mark.slow
@settings(max_examples=long.of(100, 1000), phases=AS_MET)
@given(seeds, st.booleans(), st.sampled_from([Traveller, Hoarder]))
def test_any_small_board_is_played_by_its_rules_to_its_end(
    seed: int, rolled: bool, taste: type[Chooser]
) -> None:
    value = file(seed)
    if misfits(value):
        with pytest.raises(BoardError):
            built(value, seed, rolled)
        return
    game = built(value, seed, rolled)
    bystander = Bystander(game, value)
    for state in played(game, seed, taste(game, seed)):
        game.audit(state)
        bystander.look(state)
    judged(game, state)


class Table(Scene):
    """A scene of such a game: after the opening, without tickets, hands and row as they are."""

    def __init__(self, game: Game) -> None:
        self.game, self.players = game, game.players
        self.state = game.start(1)
        while self.state.cells[WHO_CELL] < 0:
            game.apply(self.state, game.legal(self.state)[0])
        self.cells = self.state.cells
        for seat in range(self.players):
            self.tickets(seat)


@pytest.mark.slow
@settings(max_examples=long.of(100, 2000), phases=AS_MET)
@given(seeds, st.booleans())
def test_points_are_those_of_the_oracle(seed: int, rolled: bool) -> None:
    value = file(seed)
    assume(not misfits(value) and "race" not in value["game"])  # a race scores as it is run
    scene = Table(built(value, seed, rolled))
    deal(scene, Random(seed))
    scene.game.audit(scene.state)
    scene.state.finish(LAST_ROUND)
    judged(scene.game, scene.state)


# -- what the files are worth ---------------------------------------------------------------------

DRAWN_ONLY = {"bend", "lane", "spaces", "a_at", "b_at", "wrap", "reconstructed"}
NO_PART = {"marks", "points_in", "id"}  # no rule reads them


@cache
def some() -> list[File]:
    """A hundred files, made when they are looked at."""
    return [file(seed) for seed in range(100)]


@pytest.mark.parametrize("name", Mechanics.__struct_fields__)
def test_every_choice_is_made_by_some_file(name: str) -> None:
    assert any(value["game"].get(name) for value in some())


@pytest.mark.parametrize("name", BonusRules.__struct_fields__)
def test_every_bonus_is_given_by_some_file(name: str) -> None:
    assert any(value["game"].get("bonuses", {}).get(name) for value in some())


@pytest.mark.parametrize(
    ("items", "name"),
    [("routes", name) for name in sorted({*RouteFile.__struct_fields__} - DRAWN_ONLY - NO_PART)]
    + [("tickets", name) for name in sorted({*TicketFile.__struct_fields__} - DRAWN_ONLY - NO_PART)]
    + [("places", name) for name in ("dead_end", "landmark", "passengers", "port", "tokens")],
)
def test_everything_that_can_be_on_a_map_is_on_some(items: str, name: str) -> None:
    assert any(item.get(name) for value in some() for item in value[items])


def test_most_files_are_games_and_some_are_none() -> None:
    wrong = [value for value in some() if misfits(value)]
    assert 0 < len(wrong) < len(some()) / 2
