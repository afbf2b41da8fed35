"""What a seat asks about its table: why not, what almost, what a strong player would do.

Each is answered from that seat's View alone.
"""

from capotreno.engine.errors import CapotrenoError
from capotreno.engine.errors import Reason as EngineReason
from capotreno.engine.game import Game
from capotreno.engine.layout import PAYMENT
from capotreno.engine.state import State, View
from capotreno.server.bots.pool import BotWorkers
from capotreno.server.doors import wire
from capotreno.server.table.faults import Refusal
from capotreno.server.table.offer import near_misses, reason
from capotreno.server.table.table import Table


def _state(table: Table) -> State:
    if table.state is None:
        raise Refusal("not_started")
    return table.state


def because(table: Table, seat: int, language: str, action: wire.ActionLike) -> wire.Because:
    """Why an action is not possible now; no reason if it is."""
    game = table.game
    view = game.view(_state(table), seat)
    try:
        code = game.code(action)
    except CapotrenoError as refusal:
        found = EngineReason("refused", {"why": str(refusal)})
        return wire.Because(reason(found, language))
    if code in game.legal_for(view, seat):
        return wire.Because(None)
    return wire.Because(reason(game.why_not(view, code, seat), language))


def misses(table: Table, seat: int, language: str) -> wire.Misses:
    """What a seat can almost do now; made for who asks, for it is much and few want to know."""
    view = table.game.view(_state(table), seat)
    return wire.Misses(table.seq, near_misses(table.game, view, seat, language))


async def hinted(
    table: Table, seat: int, language: str, after: wire.ActionLike | None, workers: BotWorkers
) -> wire.Hinted:
    """What a strong player would do; thought out by a worker, so nobody else waits."""
    state = _state(table)
    if not table.row.hints:
        raise Refusal("hints_off")
    seq, game = table.seq, table.game
    try:
        view = game.view(state, seat)
        if after is not None:
            view = _payment(game, view, game.code(after))
        advice = await workers.advise(game, view, 0)
    except CapotrenoError:
        raise Refusal("no_hint") from None
    action = game.action(advice.code)
    why = EngineReason(f"advice.{advice.reason}", advice.values)
    choice = wire.Choice(action.code, action.text, action.json)
    return wire.Hinted(seq, choice, reason(why, language), list(advice.way))


def _payment(game: Game, view: View, code: int) -> View:
    """What the seat will see when it is asked to pay for what it is about to do.

    It is done in a world that only looks the same, so that nothing hidden can show.
    """
    if code not in game.legal(view):
        raise CapotrenoError("that cannot be done now")
    world = game.resample(view, 0)
    game.apply(world, code, view.seat)
    decision = game.decision(world, view.seat)
    if decision is None or game.layout.questions[decision[0]].form != PAYMENT:
        raise CapotrenoError("nothing is to be paid after that")
    return game.view(world, view.seat)
