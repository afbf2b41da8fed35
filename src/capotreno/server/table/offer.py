"""What a seat is offered: its question, its choices by verb; and what it can almost do.

All of it comes from the game's own declarations, so a new game needs nothing here.
"""

from collections.abc import Callable, Iterable
from weakref import WeakKeyDictionary

from capotreno.engine.errors import Reason
from capotreno.engine.game import Game
from capotreno.engine.part import Part
from capotreno.engine.state import NOBODY, Decision, State
from capotreno.reader.reader import Reader
from capotreno.reader.standing import Standing
from capotreno.reader.thrift import Thrift
from capotreno.rules.claiming.claims import Claims
from capotreno.server.doors import bodies, wire
from capotreno.words import say

NEAR = 2  # so much may be missing for a near miss
MOST = 60  # near misses listed at a time
REMEMBERED = 20_000  # near misses that a game remembers in words


class Spoken:
    """What a game says of its actions again and again, put into words once."""

    def __init__(self, game: Game) -> None:
        self.choices = [wire.Choice(one.code, one.text, one.json) for one in game.actions.all]
        self.groups = game.layout.groups_in_order()
        self._owners = game.owners
        self._concerned: dict[int, list[tuple[int, Part]]] = {}
        self._misses: dict[tuple[object, ...], wire.Miss] = {}

    def concerned(self, question: int) -> list[tuple[int, Part]]:
        """The codes that may be refused for a reason when a question is asked, with their parts."""
        found = self._concerned.get(question)
        if found is None:
            found = [
                (code, owner)
                for code, owner in enumerate(self._owners)
                if owner is not None and owner.concerns(question, code)
            ]
            self._concerned[question] = found
        return found

    def miss(self, code: int, why: Reason, language: str) -> wire.Miss:
        """An action that is not possible, and why."""
        key = (code, language, why.key, why.rule, *why.values.items())
        found = self._misses.get(key)
        if found is None:
            if len(self._misses) == REMEMBERED:
                self._misses.clear()
            choice = self.choices[code]
            found = wire.Miss(choice.text, choice.action, reason(why, language))
            self._misses[key] = found
        return found


_spoken: WeakKeyDictionary[Game, Spoken] = WeakKeyDictionary()


def spoken(game: Game) -> Spoken:
    """The words of a game, the same for all its tables."""
    found = _spoken.get(game)
    if found is None:
        found = _spoken[game] = Spoken(game)
    return found


def about(game: Game, decision: Decision) -> dict[str, str]:
    """The subject of a decision in words."""
    kind = game.layout.questions[decision[0]].about
    return {kind: game.layout.words[kind][decision[2]]} if kind else {}


def asked(game: Game, state: State) -> list[bodies.Asked]:
    """Every decision that waits, top first."""
    found: list[bodies.Asked] = []
    free = set(game.actors(state))
    for decision in state.waiting:
        question, seat, number = decision
        kind = game.layout.questions[question]
        told = about(game, decision)
        found.append(bodies.Asked(kind.name, kind.form, seat, told, number, seat in free))
        free.discard(seat)
    return found


def reason(found: Reason, language: str) -> wire.SpokenReason:
    """A refusal's reason for the wire."""
    return wire.SpokenReason(
        found.key, say(language, found.key, found.values), found.rule, found.values
    )


def offer(
    game: Game,
    state: State,
    seat: int,
    thrift: Callable[[], Thrift] | None = None,
) -> wire.Offer | None:
    """What a seat is offered now; None if it is not asked.

    Of the ways to pay, those come last that take what the seat's own tickets still need.
    `thrift`: who knows of that already.
    """
    decision = game.decision(state, seat)
    if decision is None:
        return None
    legal = game.legal_for(state, seat)
    words, actions = spoken(game), game.actions.all
    question = game.layout.questions[decision[0]]
    ways = {code: known for code in legal if (known := payments(game, state, seat, code))}
    paid = tuple([code for code in legal if "cards" in actions[code].json])
    needed: dict[int, tuple[int, ...]] = {}
    if ways or paid:
        spare = thrift() if thrift else _thrift(game, state, seat)
        for code, own in [(code, own) for code, own in ways.items() if len(own) > 1]:
            ways[code], needed[code] = spare.ordered(own, _route(game, code))
        route = decision[2] if question.about == "route" else NOBODY
        order, needed[NOBODY] = spare.ordered(paid, route)
        legal = (*order, *(code for code in legal if code not in paid))
    choices: dict[str, list[wire.Choice]] = {}
    for code in legal:
        choices.setdefault(actions[code].verb, []).append(words.choices[code])
    return wire.Offer(
        question.name,
        question.form,
        question.of,
        about(game, decision),
        decision[2],
        choices,
        grouped(game, choices, words.groups),
        game.layout.spots,
        ways,
        {code: game.action(code).json for code in sorted(set().union(*ways.values()))},
        {code: own for code, own in needed.items() if own},
        facts_now(game, state, seat),
    )


def _thrift(game: Game, state: State, seat: int) -> Thrift:
    read = Reader(game)
    return Thrift(read, state, seat, Standing(game, state, seat, read=read).progress)


def facts(game: Game) -> dict[str, object]:
    """What the rules say to whoever shows the game, and how many of each thing a seat may build."""
    read = Reader(game)
    most = {"harbours": read.harbours, "stations": read.stations}
    to_build = {name: part.each for name, part in most.items() if part is not None}
    return {**game.facts, **({"to_build": to_build} if to_build else {})}


def facts_now(game: Game, state: State, seat: int) -> dict[str, object]:
    """What the parts say about this moment to whoever shows it."""
    return {name: fact for part in game.parts for name, fact in part.facts_now(state, seat).items()}


def grouped(game: Game, verbs: Iterable[str], groups: Iterable[str]) -> dict[str, list[str]]:
    """Verbs by their group, in the game's order of groups."""
    found: dict[str, list[str]] = {group: [] for group in groups}
    for verb in verbs:
        found[game.layout.groups[verb]].append(verb)
    return {group: own for group, own in found.items() if own}


def payments(game: Game, state: State, seat: int, code: int) -> tuple[int, ...]:
    """How a claim can be paid; none for anything else, and where it is paid bit by bit."""
    owner, route = game.owners[code], _route(game, code)
    if not isinstance(owner, Claims) or owner.payer.instalments(route) > 1:
        return ()
    return owner.payer.payments(state, seat, route)


def _route(game: Game, code: int) -> int:
    """The route that a code claims, if it claims one."""
    owner = game.owners[code]
    return code - owner.codes if isinstance(owner, Claims) else NOBODY


def near_misses(game: Game, state: State, seat: int, language: str) -> list[wire.Miss]:
    """Answers to a seat's question that almost are possible, each with its reason."""
    decision = game.decision(state, seat)
    if decision is None:
        return []
    legal = frozenset(game.legal_for(state, seat))
    found: list[wire.Miss] = []
    words, laws, question = spoken(game), game.ruleset.laws, decision[0]
    for code, owner in words.concerned(question):
        if code in legal:
            continue
        why = owner.why_not(state, seat, code, question)
        if why is None:
            continue
        missing = why.values.get("missing", 0)
        if isinstance(missing, int) and missing <= NEAR:
            why.rule = laws.get(why.key, "")
            if why.rule:
                found.append(words.miss(code, why, language))
                if len(found) == MOST:
                    break
    return found
