"""Every game for OpenSpiel: `pyspiel.load_game("capotreno(game=new_york,players=2)")`.

Importing this module registers the game. Chance is explicit: whatever the one door of chance is
asked while a decision is carried out becomes a chance node of its own, with equal outcomes. So
every algorithm may walk the tree, and a history says all there is. A decision is carried out on a
copy, and again from its beginning with each further outcome, until no more chance is needed.
"""

from collections.abc import Callable
from copy import copy
from typing import Any

import numpy as np
import pyspiel

from capotreno.engine.chance import Tape
from capotreno.engine.errors import CapotrenoError, ChanceError
from capotreno.engine.game import Game
from capotreno.engine.state import Event, State
from capotreno.envs.observation import Observation
from capotreno.envs.rewards import win
from capotreno.games.registry import load

PARAMETERS = {"game": "new_york", "players": 2, "dice": False, "tickets": "", "tunnel_faces": 0}

GAME_TYPE = pyspiel.GameType(
    short_name="capotreno",
    long_name="Capotreno: railway board games",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=7,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=PARAMETERS,
)

OPENING = -1  # in place of a decision's code: the game is being dealt


class CapotrenoGame(pyspiel.Game):  # type: ignore[misc]
    """A game at a table; options of a game are parameters (dice, tickets, tunnel_faces)."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**PARAMETERS, **(params or {})}
        name, players = given.pop("game"), given.pop("players")
        options = {key: value for key, value in given.items() if value}
        self.table = load(name, players, **options)
        self.observation = Observation(self.table)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.num_actions,
            max_chance_outcomes=_most_outcomes(self.table),
            num_players=players,
            min_utility=-1 / (players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_longest(self.table),
        )
        super().__init__(GAME_TYPE, info, params or {})

    def new_initial_state(self) -> "CapotrenoState":
        return CapotrenoState(self)

    def make_py_observer(self, iig_obs_type: object = None, params: object = None) -> "Observer":
        return Observer(self, iig_obs_type)


def _most_outcomes(game: Game) -> int:
    """The most that one draw of chance chooses from: cards, tickets or passengers."""
    board = game.board
    cards = sum(card.count for card in board.cards)
    return max(cards, len(board.tickets), sum(some.count for some in board.passengers), 6)


def _longest(game: Game) -> int:
    """More decisions than any game takes: what a turn can be spent on runs out."""
    board = game.board
    pieces = game.players * sum(supply.count for supply in board.supplies)
    if game.ruleset.options.get("dice"):
        return 400 * game.players * (pieces + len(board.tickets))
    cards = sum(card.count for card in board.cards)
    return 6 * game.players * (cards + pieces + len(board.tickets))


class Moment:
    """Where a game is: a state, what each seat was told, and a decision that waits for chance."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.state: State | None = None  # None: not yet dealt
        self.told = [""] * game.players
        self.decision: int | None = OPENING
        self.outcomes: list[int] = []  # of chance, for the decision so far
        self.wanted = 0  # the next one is below this
        self.carry_out()

    def __deepcopy__(self, memo: dict[int, object]) -> "Moment":
        twin = copy(self)
        twin.told = self.told[:]
        twin.outcomes = self.outcomes[:]
        return twin  # a state is never changed once it is here

    def carry_out(self) -> None:
        """The decision with the outcomes there are; if they do not suffice, it waits for one."""
        tape, events = Tape(self.outcomes), list[Event]()
        assert self.decision is not None
        try:
            if self.state is None:
                state = self.game.start(0, tape, events)
            else:
                state = self.state.copy()
                state.tape, state.events = tape, events
                self.game.apply(state, self.decision)
        except ChanceError:
            self.wanted = tape.wanted
            return
        state.tape = state.events = None
        self.state, self.decision, self.outcomes = state, None, []
        self._tell(events)

    def _tell(self, events: list[Event]) -> None:
        for seat in range(self.game.players):
            seen = [self.game.redact(event, seat) for event in events]
            words = [" ".join(map(str, event)) for event in seen if event is not None]
            self.told[seat] += ";".join([*words, ""])

    def resampled(self, seat: int, seed: int) -> "Moment":
        """A world that the seat cannot tell from this one.

        It has been told what it has been told; the others what they know in that world.
        """
        assert self.state is not None
        if self.decision is not None:
            raise CapotrenoError("only between decisions can another world be imagined")
        world = copy(self)
        world.state = self.game.resample(self.game.view(self.state, seat), seed)
        world.told = [
            self.told[seat] if other == seat else self._known(world.state, other)
            for other in range(self.game.players)
        ]
        world.outcomes = []
        return world

    def _known(self, state: State, seat: int) -> str:
        return ",".join(map(str, self.game.encode(self.game.view(state, seat)))) + ";"


class CapotrenoState(pyspiel.State):  # type: ignore[misc]
    """A moment of a game, as OpenSpiel asks for it."""

    def __init__(self, game: CapotrenoGame) -> None:
        super().__init__(game)
        self.moment = Moment(game.table)

    def current_player(self) -> int:
        moment = self.moment
        if moment.decision is not None:
            return int(pyspiel.PlayerId.CHANCE)
        assert moment.state is not None
        actor = moment.game.actor(moment.state)
        return int(pyspiel.PlayerId.TERMINAL) if actor is None else actor

    def _legal_actions(self, player: int) -> list[int]:
        state = self.moment.state
        return [] if state is None else list(self.moment.game.legal_for(state, player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        n = self.moment.wanted
        return [(outcome, 1 / n) for outcome in range(n)]

    def _apply_action(self, action: int) -> None:
        moment = self.moment
        if moment.decision is None:
            moment.decision = int(action)
        else:
            moment.outcomes.append(int(action))
        moment.carry_out()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        return self.moment.game.action(action).text

    def is_terminal(self) -> bool:
        return self.moment.decision is None and self._dealt().is_over

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self.moment.game.players
        return win(self.moment.game.outcome(self._dealt()))

    def resample_from_infostate(
        self, player: int, sampler: Callable[[], float]
    ) -> "CapotrenoState":
        """Another world that the player cannot tell from this one; it has no history."""
        state: CapotrenoState = self.get_game().new_initial_state()
        state.moment = self.moment.resampled(player, int(sampler() * 2**53))
        return state

    def _dealt(self) -> State:
        assert self.moment.state is not None
        return self.moment.state

    def __str__(self) -> str:
        moment = self.moment
        at = "not dealt" if moment.state is None else moment.game.digest(moment.state)
        waiting = "" if moment.decision is None else f" {moment.decision} {moment.outcomes}"
        return f"{moment.game.id}: {at}{waiting}"


class Observer:
    """What a player sees, as a tensor with named fields or as text."""

    def __init__(self, game: CapotrenoGame, iig_obs_type: object = None) -> None:
        self.fields = game.observation
        self.recall = bool(getattr(iig_obs_type, "perfect_recall", False))
        self.tensor = np.zeros(self.fields.size, np.float32)
        self.dict = {
            field.name: self.tensor[field.first : field.first + field.size].reshape(field.shape)
            for field in self.fields.fields
        }

    def set_from(self, state: CapotrenoState, player: int) -> None:
        """The tensor as the player sees the state; all zeros while the game is being dealt."""
        moment = state.moment
        if moment.state is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = self.fields.row(moment.game.view(moment.state, player))

    def string_from(self, state: CapotrenoState, player: int) -> str:
        """With perfect recall all that the player was told, else what it sees."""
        moment = state.moment
        if self.recall:
            return f"{player};{moment.told[player]}"
        if moment.state is None:
            return ""
        return ",".join(map(str, moment.game.encode(moment.game.view(moment.state, player))))


if GAME_TYPE.short_name not in pyspiel.registered_names():
    pyspiel.register_game(GAME_TYPE, CapotrenoGame)
