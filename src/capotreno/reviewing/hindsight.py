"""What a person would say: why the better answer was better, and one sentence about the game."""

from dataclasses import replace

from capotreno.bots.bot import Advice, Values
from capotreno.engine.game import Game
from capotreno.engine.record.log import Log
from capotreno.reviewing.shape import MISTAKE, Decided, SeatReview, Worth

TAKEN = "review.taken"  # this reason alone says what was lost
FOR = "_for"  # ends the reasons that name a route which serves no ticket
SOON = 6  # gestures for every seat in which what one has left is taken by another

#: From here on a figure is worth a word in the verdict.
DECISIVE = Worth(0.10, 8.0)  # a mistake that decides a game
SMALL = Worth(0.06, 5.0)  # mistakes that cost less than this are no blame
LUCK = Worth(0.15, 8.0)  # luck that is felt


def reason(game: Game, log: Log, seat: int, advice: Advice, decided: Decided) -> Decided:
    """A mistake with the reason why the better answer is better."""
    best = decided.instead[0]
    if advice.code != best.code:
        return replace(decided, reason="advice.pay")
    route = game.action(best.code).json.get("route")
    taken = _taken(game, log, seat, decided.gesture, route) if isinstance(route, str) else None
    if taken is not None:
        return replace(decided, reason=TAKEN, values=taken, way=(str(route),))
    key, values = _purpose(advice)
    return replace(decided, reason=f"advice.{key}", values=values, way=advice.way)


def _purpose(advice: Advice) -> tuple[str, Values]:
    """An advice's reason; a route that cards are gathered for is named with its ticket or not."""
    if not advice.reason.startswith(("draw", "take")) or not advice.reason.endswith(FOR):
        return advice.reason, advice.values
    values = {key: value for key, value in advice.values.items() if key != "route"}
    return advice.reason.removesuffix(FOR), values


def _taken(game: Game, log: Log, seat: int, gesture: int, route: str) -> Values | None:
    """Who claimed a route soon after a gesture, as everybody saw."""
    for later in log.gestures[gesture + 1 : gesture + 1 + SOON * game.players]:
        for text in later.actions:
            action = game.action(game.code(text))
            if action.verb == "claim" and action.json.get("route") == route:
                if later.seat == seat:
                    return None
                return {"owner": later.seat, "route": route}
    return None


def verdict(found: SeatReview) -> SeatReview:
    """One sentence about the game, from its sums and its dearest mistake."""
    won = found.result.win > 0
    cost = Worth()
    for one in found.decisions:
        if one.verdict == MISTAKE:
            cost += one.cost
    worst = found.decisions[found.dearest[0]] if found.dearest else None
    points = max(1, round(abs(found.luck.margin)))
    key, values = "won_well", dict[str, str | int]()
    small = cost.win < SMALL.win and cost.margin < SMALL.margin
    # Who played better than most has not lost it by mistakes of that kind.
    blameless = small or (found.skill.win > 0 and found.skill.margin > 0)
    slow = found.skill.win <= -DECISIVE.win or found.skill.margin <= -DECISIVE.margin
    unlucky = found.luck.margin <= -LUCK.margin or found.luck.win <= -LUCK.win
    lucky = found.luck.margin >= LUCK.margin or found.luck.win >= LUCK.win
    decisive = worst is not None and (
        worst.cost.win >= DECISIVE.win or worst.cost.margin >= DECISIVE.margin
    )
    if not won and worst is not None and decisive:
        key, values = ("lost_at", {"turn": worst.turn}) if worst.turn else ("lost_before", {})
    elif not won and small and slow:
        key, values = "lost_slowly", {"points": max(1, round(-found.skill.margin))}
    elif not won and blameless and unlucky:
        key, values = "unlucky", {"points": points}
    elif not won:
        key = "lost_well" if blameless else "lost_bit_by_bit"
        values = {} if blameless else {"n": sum(one.verdict == MISTAKE for one in found.decisions)}
    elif worst is not None and decisive:
        key = "won_despite" if worst.turn else "won_despite_before"
        values = {"turn": worst.turn}
    elif lucky:
        key, values = "lucky" if small else "lucky_with_mistakes", {"points": points}
    elif unlucky:
        key, values = "won_unlucky", {"points": points}
    return replace(found, verdict=f"review.verdict.{key}", values=values)
