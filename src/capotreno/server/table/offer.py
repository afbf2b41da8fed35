"""What a seat is offered: its question, its choices by verb, and reasons for near misses.

All of it comes from the game's own declarations, so a new game needs nothing here.
"""

from collections.abc import Iterable

from capotreno.engine.errors import Reason
from capotreno.engine.game import Game
from capotreno.engine.state import Decision, State
from capotreno.rules.claiming.claims import Claims
from capotreno.server.doors import bodies, wire
from capotreno.words import say

NEAR = 2  # so much may be missing for a near miss
MOST = 60  # near misses listed at a time


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


def offer(game: Game, state: State, seat: int, language: str) -> wire.Offer | None:
    """What a seat is offered now; None if it is not asked."""
    decision = game.decision(state, seat)
    if decision is None:
        return None
    legal = game.legal_for(state, seat)
    choices: dict[str, list[wire.Choice]] = {}
    for code in legal:
        action = game.action(code)
        choices.setdefault(action.verb, []).append(wire.Choice(code, action.text, action.json))
    ways = {code: known for code in legal if (known := payments(game, state, seat, code))}
    question = game.layout.questions[decision[0]]
    return wire.Offer(
        question.name,
        question.form,
        question.of,
        about(game, decision),
        decision[2],
        choices,
        grouped(game, choices),
        game.layout.spots,
        near_misses(game, state, seat, decision, frozenset(legal), language),
        ways,
        {code: game.action(code).json for code in sorted(set().union(*ways.values()))},
        facts_now(game, state, seat),
    )


def facts_now(game: Game, state: State, seat: int) -> dict[str, object]:
    """What the parts say about this moment to whoever shows it."""
    return {name: fact for part in game.parts for name, fact in part.facts_now(state, seat).items()}


def grouped(game: Game, verbs: Iterable[str]) -> dict[str, list[str]]:
    """Verbs by their group, in the game's order of groups."""
    found: dict[str, list[str]] = {group: [] for group in game.layout.groups_in_order()}
    for verb in verbs:
        found[game.layout.groups[verb]].append(verb)
    return {group: own for group, own in found.items() if own}


def payments(game: Game, state: State, seat: int, code: int) -> tuple[int, ...]:
    """How a claim can be paid; none for anything else, and where it is paid bit by bit."""
    owner = game.owners[code]
    if not isinstance(owner, Claims):
        return ()
    route = code - owner.codes
    if owner.payer.instalments(route) > 1:
        return ()
    return owner.payer.payments(state, seat, route)


def near_misses(
    game: Game,
    state: State,
    seat: int,
    decision: Decision,
    legal: frozenset[int],
    language: str,
) -> list[wire.Miss]:
    """Answers to the question that almost are possible, each with its reason."""
    found: list[wire.Miss] = []
    for action in game.actions.all:
        owner = game.owners[action.code]
        if owner is None or action.code in legal:
            continue
        why = owner.why_not(state, seat, action.code, decision[0])
        if why is None:
            continue
        missing = why.values.get("missing", 0)
        if isinstance(missing, int) and missing <= NEAR:
            why.rule = game.ruleset.laws.get(why.key, "")
            if why.rule:
                found.append(wire.Miss(action.text, action.json, reason(why, language)))
        if len(found) == MOST:
            break
    return found
