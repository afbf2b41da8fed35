"""Planted blunders: a strong bot plays, but once it errs as people do, and is to be found out.

Three kinds: a wild is paid though a plain card would do; the best way of a ticket is left to the
others, and one of them takes it; the end is brought on by who is behind. The game goes on
after it, and the seat's whole game is reviewed: found is a blunder that is among its three dearest
mistakes.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from capotreno.bots.bot import Advice, Bot
from capotreno.bots.registry import advise, make
from capotreno.engine.game import Game
from capotreno.engine.state import TURN_QUESTION, View
from capotreno.match import Match
from capotreno.reader.reader import Reader
from capotreno.reviewing.judge import BotJudge, Judge
from capotreno.reviewing.review import review
from capotreno.reviewing.shape import MISTAKE, Review, Value, Worth
from capotreno.reviewing.weigh import difference, seeds, significance, taken
from tools.calibration.samples import Kind, lead, sure, table

WILD, BOTTLENECK, END = "wild", "bottleneck", "end"
KINDS = (WILD, BOTTLENECK, END)
NAMES = {
    WILD: "wilds paid though plain cards would do",
    BOTTLENECK: "the way of a ticket left to the others, who took it",
    END: "the end brought on when behind",
}
LONGER = 3  # spaces by which the way of a ticket grows if others take what was left to them
TRIED = 3  # moments of a game
COST = Worth(0.08, 3.0)  # what a blunder costs in planners' games, at least one of these
#: Games in which it is looked for, and by how many standard errors it must cost something there.
LOOKS = ((24, 0.5), (64, 1.5), (128, 3.0))
BEHIND = -3.0  # points, at least, of who brings the end on
WASTED = 2  # wilds, at least: one of them costs half a turn, too little for anybody to be sure


@dataclass(frozen=True)
class Planted:
    """A game with one blunder in it, and where the review put it."""

    kind: str
    deal: int
    seat: int
    gesture: int
    found: bool
    mistake: bool  # whether it was called one at all
    cost: float  # in chances to win, by the review
    mistakes: int  # of all decisions of the seat
    decisions: int


def blunder(game: Game, view: View, kind: str, own: int) -> int | None:
    """A code that is such a blunder here, if there is one; `own` is what a planner would do."""
    codes = game.legal(view)
    reader = Reader(game)
    if len(codes) < 2:
        return None
    if kind == WILD:
        return _wasteful(game, codes, own) if _early(reader, view) else None
    if view.asked[0] != TURN_QUESTION:
        return None
    draws = [code for code in codes if game.action(code).verb == "draw"]
    if kind == BOTTLENECK:
        return draws[0] if draws and _guards(advise(game, view)) else None
    if lead(game, view) > BEHIND:
        return None
    left = reader.pieces_left(view, view.seat)
    for code in codes:
        action = game.action(code)
        if action.verb == "claim":
            route = game.layout.words["route"].index(str(action.json["route"]))
            if left - game.board.routes[route].length <= 2 and not reader.turns_to_go(view):
                return code
    return None


def _guards(advice: Advice) -> bool:
    """Whether what is advised is to be claimed before others do: no other way is nearly as good."""
    far = advice.reason == "claim_contested" and int(advice.values["spaces"]) >= LONGER
    return far or advice.reason == "claim_sole"


def _early(reader: Reader, view: View) -> bool:
    """Whether there is still time to suffer for it: more than a third of the pieces are left."""
    game = reader.game
    supply = sum(kind.count for kind in game.board.supplies)
    return all(3 * reader.pieces_left(view, seat) > supply for seat in range(game.players))


def _wasteful(game: Game, codes: Sequence[int], own: int) -> int | None:
    """Of several ways to pay the one with most wilds, where a planner pays fewer."""
    wilds = {card.id for card in game.board.cards if card.wild}
    spent = {}
    for code in codes:
        cards = game.action(code).json.get("cards")
        if not isinstance(cards, dict):
            return None
        spent[code] = sum(int(n) for card, n in cards.items() if card in wilds)
    most = max(spent, key=lambda code: spent[code])
    return most if spent[most] - spent[own] >= WASTED else None


class Chance(NamedTuple):
    """A moment in which a blunder can be made: the gesture, the blunder and what is right."""

    gesture: int
    view: View
    code: int
    own: int

    @property
    def seat(self) -> int:
        return self.view.seat


def planted(game: Game, kind: str, deal: int, bot: str) -> tuple[Match, int, int] | None:
    """A game in which one seat errs once, with its seat and the gesture; None if none ever could.

    Of all moments in which it could, one is taken by chance in which it does cost something, as
    games of planners say, who have no part in the review.
    """
    could = list(chances(game, kind, deal, bot))
    random.Random(deal).shuffle(could)
    tried = 0
    for chance in could:
        match = erring(game, deal, bot, chance, kind == BOTTLENECK)
        if match is None:
            continue
        if _costly(game, chance):
            return match, chance.seat, chance.gesture
        tried += 1
        if tried == TRIED:
            break
    return None


def erring(game: Game, deal: int, bot: str, chance: Chance, taken: bool) -> Match | None:
    """The game in which a seat errs at that moment.

    `taken`: before the seat has its next turn another does what would have been right; else None.
    """
    match = Match(game, deal)
    bots = _bots(game, bot, deal)
    while match.actor is not None:
        view = match.view(match.actor)
        at = len(match.log.gestures) - chance.gesture
        code = bots[match.actor].choose(view)
        if at == 0:
            code = chance.code
        elif at > 0 and taken:
            if match.actor == chance.seat and view.turn != chance.view.turn:
                return None
            taken = match.actor == chance.seat or code != chance.own
        match.play(code)
    return None if taken else match


def chances(game: Game, kind: str, deal: int, bot: str) -> Iterator[Chance]:
    """The moments of a game without blunders in which one could have been made."""
    match = Match(game, deal)
    bots = _bots(game, bot, deal)
    while match.actor is not None:
        view = match.view(match.actor)
        own = bots[match.actor].choose(view)
        code = blunder(game, view, kind, own)
        if code is not None and code != own:
            yield Chance(len(match.log.gestures), view, code, own)
        match.play(own)


def _costly(game: Game, chance: Chance) -> bool:
    """Whether planners, who play on from there, lose by the blunder: each look is a fresh one."""
    less = Worth()
    for games, errors in LOOKS:
        found, significant = _less(game, chance, games)
        less = found.worth
        half = less.win >= COST.win / 2 or less.margin >= COST.margin / 2
        if significant < errors or not half:
            return False
    return less.win >= COST.win or less.margin >= COST.margin


def _less(game: Game, chance: Chance, games: int) -> tuple[Value, float]:
    """What planners lose by the blunder in so many games, and by how many standard errors."""
    row = taken(seeds(chance.gesture, games), games)
    right, wrong = BotJudge(game, "planner").ends(chance.view, (chance.own, chance.code), row)
    return difference(right, wrong), significance(right, wrong)


def _bots(game: Game, name: str, deal: int) -> list[Bot]:
    return [make(name, game, 1000 * deal + seat) for seat in range(game.players)]


class Job(NamedTuple):
    """Blunders of one sort to be planted on one board."""

    table: Kind
    kind: str
    bot: str
    budget: int


def judged(job: Job, deal: int) -> dict[str, Any] | None:
    """One planted blunder, and what the review says of it; None if it could not be planted."""
    game, judge = table(job.table)
    made = planted(game, job.kind, deal, job.bot)
    if made is None:
        return None
    match, seat, at = made
    return asdict(told(review_of(match, seat, job.budget, sure(judge)), job.kind, deal, at))


def review_of(match: Match, seat: int, budget: int, judge: Judge) -> Review:
    """The review of one seat."""
    return review(match, [seat], budget=budget, judge=judge)


def told(found: Review, kind: str, deal: int, at: int) -> Planted:
    """Where the review put the blunder."""
    own = found.reviews[0]
    here = [n for n, one in enumerate(own.decisions) if one.gesture == at]
    wrong = [n for n, one in enumerate(own.decisions) if one.verdict == MISTAKE]
    return Planted(
        kind,
        deal,
        own.seat,
        at,
        bool(set(here) & set(own.dearest)),
        bool(set(here) & set(wrong)),
        max((own.decisions[n].cost.win for n in here), default=0.0),
        len(wrong),
        len(own.decisions),
    )
