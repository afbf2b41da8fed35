"""What a hint says is true: every reason, on every board, against what lies on the table.

Positions come from games that planners play, and from games begun at random, where hands, tickets
and rows are what no planner would have.
"""

import re
from collections.abc import Iterator
from math import inf
from random import Random

import pytest

from capotreno import Game, State
from capotreno.bots.bot import Advice
from capotreno.bots.levels.planner import Planner
from capotreno.bots.registry import make
from capotreno.rules.building.harbours import Harbours
from capotreno.rules.claiming.claims import Claims
from capotreno.rules.dice.dice import DOUBLE, SINGLE
from capotreno.rules.dice.tokens import Tokens
from capotreno.rules.ending.last_round import LastRound
from capotreno.rules.tickets.stock import TicketStock
from capotreno.rules.tickets.whereabouts import CHOSEN
from capotreno.rules.travelling.passengers import Passengers
from capotreno.words import LANGUAGES, say
from tests import long
from tests.conformance.tables import DICE, VARIANTS, table

CARDS = ("take", "draw")  # how reasons about cards begin
ASKED = 0.3  # of the decisions that are made at random
UNTRUE_WORDS = re.compile(r"\b(1|one|un) (points|punti|times|volte|tickets|biglietti)\b|wild|jolly")


class Truth:
    """What a position is, read from the state and not from any bot."""

    def __init__(self, game: Game, state: State, seat: int) -> None:
        self.game, self.state, self.seat = game, state, seat
        self.menu = game.legal_for(state, seat)
        self.verbs = {game.action(code).verb for code in self.menu}
        self.stock = game.layout.partner(TicketStock)
        self.claims = game.layout.partner(Claims)

    def open_tickets(self) -> int:
        root = self.stock.graph.roots(self.stock.network(self.state, self.seat))
        held = self.stock.holding(self.state, self.seat)
        return sum(not self.stock.joins(root, ticket) for ticket in held)

    def last_turn(self) -> bool:
        to_go = [self.state.cells[part.to_go] for part in self.game.layout.partners(LastRound)]
        return any(0 < n <= self.game.players for n in to_go)

    def open(self, route: str) -> bool:
        mask = self.state.cells[self.claims.open + self.seat]
        return bool(mask >> self.claims.ids.index(route) & 1)

    def around(self, seat: int, route: str) -> float:
        """The spaces more between a route's ends by what else a seat has or may claim."""
        at = self.claims.ids.index(route)
        a, b = self.stock.graph.ends[at]
        return self.spaces(seat, (a,), (b,), at) - self.game.board.routes[at].length

    def further(self, ticket: str, route: str) -> set[float]:
        """The spaces that a ticket's shortest way grows by without a route, for each of its ends.

        Nothing for tickets with more than two stops.
        """
        at, which = self.claims.ids.index(route), self.game.board.ticket(ticket).index
        start, *ends = self.stock.groups[which]
        ends = [end for end, _ in self.stock.choices[which]] or ends
        if len(self.stock.groups[which]) > 2:
            return set()
        now = [self.spaces(self.seat, start, end, -1) for end in ends]
        left = [self.spaces(self.seat, start, end, at) for end in ends]
        return {b if b == inf else b - a for a, b in zip(now, left, strict=True)}

    def spaces(self, seat: int, starts: tuple[int, ...], ends: tuple[int, ...], gone: int) -> float:
        """The spaces a seat needs between two stops if somebody else takes a route (-1: nobody)."""
        graph, cells = self.stock.graph, self.state.cells
        owned = self.stock.network(self.state, seat)
        free = cells[self.claims.open + seat]
        if gone >= 0:
            free &= self.claims.parallel.stays_open_for_all[gone] & ~(1 << gone)
        best = dict.fromkeys(starts, 0.0)
        for _ in range(graph.count):  # Bellman and Ford's way, not the bots'
            for r, ends_of in enumerate(graph.ends):
                mine = owned >> r & 1
                if not (mine or free >> r & 1):
                    continue
                spaces = 0 if mine else self.game.board.routes[r].length
                for a, b in (ends_of, ends_of[::-1]):
                    if best.get(a, inf) + spaces < best.get(b, inf):
                        best[b] = best[a] + spaces
        return min([best.get(end, inf) for end in ends])

    def passengers(self, told: Advice) -> bool:
        """Whether a reason counts the passengers of a colour as they are held."""
        part = self.game.layout.partner(Passengers)
        held = part.held(self.state, part.names.index(str(told.values["colour"])))
        rivals = held[: self.seat] + held[self.seat + 1 :]
        own, most = held[self.seat], max(rivals)
        if told.reason == "passenger_first":
            return not own and not most
        right = {
            "passenger_lead": own > most, "passenger_ahead": own == most,
            "passenger_level": own + 1 == most, "passenger_behind": own + 1 < most,
        }.get(told.reason, True)  # fmt: skip
        names = own, held[int(told.values["owner"])], most
        return right and names == (told.values["own"], told.values["n"], most) and names[1] == most

    def waits_for(self, ticket: str) -> bool:
        """Whether a ticket is in hand and not done."""
        root = self.stock.graph.roots(self.stock.network(self.state, self.seat))
        held = self.stock.holding(self.state, self.seat)
        return any(
            self.stock.tickets[t].id == ticket and not self.stock.joins(root, t) for t in held
        )

    def buys_tokens(self) -> bool:
        part = self.game.layout.partner(Tokens)
        return any(part.buyable(self.state, self.seat, kind) for kind in (SINGLE, DOUBLE))

    def must_keep(self) -> bool:
        """Whether fewer tickets are kept so far than have to be."""
        where = self.state.cells[self.stock.where : self.stock.end]
        decision = self.game.decision(self.state, self.seat)
        assert decision
        return where.count(CHOSEN + self.seat) < decision[2]

    def named(self, place: str) -> int:
        """How many of the seat's tickets name a place."""
        part = self.game.layout.partner(Harbours)
        at = self.game.board.place(place).index
        held = self.stock.holding(self.state, self.seat)
        return sum(part.named[ticket] >> at & 1 for ticket in held)


def untrue(truth: Truth, told: Advice) -> str:
    """What is wrong with a hint; nothing if it is true."""
    game, reason, values = truth.game, told.reason, told.values
    action = game.action(told.code)
    route = str(values.get("route", ""))
    faults = {
        "not an answer": told.code not in truth.menu,
        "not the only one": (reason == "only") != (len(truth.menu) == 1),
        "tickets are open": reason == "claim_points" and truth.open_tickets() > 0,
        "no ticket is open": reason == "claim_instead" and not truth.open_tickets(),
        "cards can be drawn": reason == "claim_undrawn" and bool(truth.verbs & set(CARDS)),
        "another route": action.verb == "claim" and reason != "only"
        and action.json["route"] != route,
        "not the last turn": reason in ("late", "claim_last") and not truth.last_turn(),
        "there is no later": truth.last_turn()
        and (reason.startswith(CARDS) or reason in ("tokens", "tokens_only", "tickets")),
        "there is no row": reason in ("draw", "draw_for") and "take" not in truth.verbs,
        "there is a row": reason.startswith("draw_unseen") and "take" in truth.verbs,
        "the deck is not named": (action.verb in ("draw", "refill") and "deck" in action.json)
        and reason not in ("only", "late") and values.get("deck") != action.json["deck"],
        "it cannot be had": route != "" and not truth.open(route),
        "the row is chosen from again": (reason == "refill") and "second_card"
        not in [game.layout.questions[q].name for q, _, _ in truth.state.stack],
        "that is sure": reason == "reroll_for" and not 0 < int(values["chance"]) < 100,
        "it can be paid already": reason == "reroll_for"
        and f"claim {route}" in [game.action(code).text for code in truth.menu],
        "no token can be had": reason == "tokens_only" and not truth.buys_tokens(),
        "a token can be had": reason == "no_use" and truth.buys_tokens() and not truth.last_turn(),
        "nothing must be kept": reason == "keep_least" and not truth.must_keep(),
        "so many tickets do not name it": reason == "build"
        and not 0 < int(values["n"]) <= truth.named(str(values["place"])),
        "no such ticket waits": "ticket" in values and action.verb not in ("keep", "return")
        and not truth.waits_for(str(values["ticket"])),
        "a way is left": reason == "claim_sole"
        and inf not in (truth.further(str(values["ticket"]), route) or {inf}),
        "its ticket does not lose so much": reason == "claim_contested"
        and int(values["spaces"])
        not in (truth.further(str(values["ticket"]), route) or [values["spaces"]]),
        "it loses nothing": reason == "claim_contested" and int(values["spaces"]) <= 0,
        "passengers are held otherwise": "passenger" in reason and not truth.passengers(told),
        "it harms that rival otherwise": reason.startswith("claim_block")
        and truth.around(int(values["owner"]), route) != values.get("spaces", inf),
        "so many points it does not bring": action.verb == "claim" and "points" in values
        and values["points"] != truth.claims.items[truth.claims.ids.index(route)].points,
    }  # fmt: skip
    for language in LANGUAGES:
        sentence = say(language, f"advice.{reason}", values | {"card": "locomotive"})
        faults[sentence] = bool(UNTRUE_WORDS.search(sentence))
    return "; ".join(fault for fault, found in faults.items() if found)


def hints(game: Game, seed: int, at_random: int) -> Iterator[tuple[Truth, Advice]]:
    """The hints of a game that is played at random for so many decisions, and then by them."""
    state, chance = game.start(seed), Random(seed)
    bot = make("planner", game, seed)
    assert isinstance(bot, Planner)
    while (seat := game.actor(state)) is not None:
        at_random -= 1
        code = chance.choice(game.legal(state))
        if at_random <= 0 or chance.random() < ASKED:
            told = bot.advise(game.view(state, seat))
            yield Truth(game, state.copy(), seat), told
            code = code if at_random > 0 else told.code
        game.apply(state, code)


#: Seeds, and how many decisions are made at random.
GAMES = [(1, 0), (2, 100), (3, 100_000), *((seed, 50 * seed) for seed in range(4, 12))]


@pytest.mark.parametrize("name", VARIANTS)
def test_every_hint_is_true(name: str) -> None:
    game = table(name, 2)
    at = VARIANTS.index(name)
    begun = GAMES if long.LONG else (GAMES[0], GAMES[1 + (at + at // 2) % 2])
    told = [
        (seed, one.reason, found)
        for seed, at_random in begun
        for truth, one in hints(game, seed, at_random)
        if (found := untrue(truth, one))
    ]
    assert not told, told[:5]


@pytest.mark.parametrize("name", ["usa", "new_york+dice", "world"])
def test_what_is_said_for_other_answers_is_true(name: str) -> None:
    game, reasons = table(name, 2), set()
    bot = make("planner", game, 1)
    assert isinstance(bot, Planner)
    for truth, told in hints(game, 4, 20):
        for code in truth.menu:
            found = bot.why(game.view(truth.state, truth.seat), code)
            if found is not None and code != told.code:
                assert found.code == code
                assert not untrue(truth, found), found
                reasons.add(found.reason)
    assert any(reason.startswith("claim_") for reason in reasons)
    assert bool(DICE in name) != any(reason.startswith("take_for") for reason in reasons)


def test_a_hint_says_what_it_serves_and_what_it_guards_against() -> None:
    told = [one for _, one in hints(table("usa", 2), 1, 0)]
    cards = [one for one in told if one.reason.endswith("_for_ticket")]
    assert cards
    assert all(one.values["route"] in one.way for one in cards)
    guarding = [one for one in told if one.reason in ("claim_contested", "claim_sole")]
    assert guarding
    assert all(("spaces" in one.values) == (one.reason == "claim_contested") for one in guarding)
