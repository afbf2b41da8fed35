"""The laws of secrecy, on every game: views, redacted events, resampled worlds."""

import json

import pytest

from capotreno import NOBODY, CapotrenoError, Game, State, View
from capotreno.engine.layout import OWNER, PUBLIC, SECRET
from capotreno.engine.state import HIDDEN, Event
from capotreno.engine.view import event_json
from tests.conformance.laws import Law, same
from tests.conformance.tables import Chooser, played


def seats(game: Game) -> list[int]:
    """Every seat and a spectator."""
    return [NOBODY, *range(game.players)]


def views_have_the_declared_shape(game: Game, seed: int) -> None:
    chooser = Chooser(game, seed)
    length = len(game.encode(game.view(game.start(seed), 0)))
    for state in played(game, seed, chooser):
        if state.stack and chooser.random.random() < 0.7:
            continue
        for seat in seats(game):
            view = game.view(state, seat)
            assert view.seat == seat
            assert len(view.cells) == game.layout.size == len(state.cells)
            _hidden_as_declared(game, state, view)
            encoded = game.encode(view)
            assert len(encoded) == length
            assert all(type(number) is int for number in encoded)


def _hidden_as_declared(game: Game, state: State, view: View) -> None:
    assert view.stack == state.stack
    for span in game.layout.spans:
        cells = slice(span.first, span.first + span.size)
        seen, true = view.cells[cells], state.cells[cells]
        if span.secrecy == PUBLIC:
            assert seen == true, span.name
        elif span.secrecy == SECRET:
            assert seen == [HIDDEN] * span.size, span.name
        elif span.secrecy == OWNER:
            row = span.size // game.players
            for seat in range(game.players):
                own = slice(seat * row, (seat + 1) * row)
                assert seen[own] == (true[own] if seat == view.seat else [HIDDEN] * row), span.name
        else:
            assert all(s in (HIDDEN, t) for s, t in zip(seen, true, strict=True)), span.name


def a_view_offers_what_the_state_offers(game: Game, seed: int) -> None:
    chooser = Chooser(game, seed)
    for state in played(game, seed, chooser):
        asked = game.actors(state)
        for seat in seats(game):
            view = game.view(state, seat)
            menu = game.legal_for(state, seat) if seat in asked else ()
            assert game.legal(view) == menu
            assert game.legal_for(view, seat) == menu
            if menu:
                with pytest.raises(CapotrenoError, match="view"):
                    game.apply(view, menu[0], seat)


def folding_redacted_events_gives_the_view(game: Game, seed: int) -> None:
    """Law 1, after every gesture, for every seat and a spectator; also from the middle on."""
    state = game.start(seed)
    chooser = Chooser(game, seed)
    views = {seat: game.view(state, seat) for seat in seats(game)}
    events: list[Event] = []
    state.events = events
    for _ in played(game, seed, chooser, state):
        for seat, view in views.items():
            for event in events:
                redacted = game.redact(event, seat)
                _keeps_secrets(game, event, redacted, seat)
                if redacted is not None:
                    game.fold(view, redacted)
            true = game.view(state, seat)
            assert same(view, true), f"seat {seat} after {events}: {_differ(game, view, true)}"
            assert game.legal(view) == game.legal(true)
        events.clear()
        if chooser.random.random() < 0.01:
            views = {seat: game.view(state, seat) for seat in views}


def _differ(game: Game, one: State, two: State) -> list[str]:
    """The names of the cells that differ."""
    return [
        span.name
        for span in game.layout.spans
        if one.cells[span.first :][: span.size] != two.cells[span.first :][: span.size]
    ]


def _keeps_secrets(game: Game, event: Event, redacted: Event | None, seat: int) -> None:
    """Private events reach their seat only; secret fields are null in words for all others."""
    kind = game.layout.events[event[0]]
    whose = event[1 + kind.fields.index("seat")] if "seat" in kind.fields else seat
    if whose == seat or not (kind.private or kind.secret):
        assert redacted == event
        return
    if kind.private:
        assert redacted is None
        return
    assert redacted is not None
    words, true = event_json(game, redacted), event_json(game, event)
    assert json.loads(json.dumps(words)) == words
    for field in kind.fields:
        assert words[field] == (None if field in kind.secret else true[field])


def a_resampled_world_looks_the_same(game: Game, seed: int) -> None:
    """Law 2: view, socket bytes, legal actions and encoding of a seat do not depend on secrets."""
    chooser = Chooser(game, seed)
    other_worlds = 0
    for step, state in enumerate(played(game, seed, chooser)):
        if step > 12 and state.stack and chooser.random.random() < 0.95:
            continue
        for seat in seats(game):
            view = game.view(state, seat)
            before = list(view.cells)
            world = game.resample(view, seed + step)
            assert view.cells == before, "resampling changed the view"
            game.audit(world)
            again = game.view(world, seat)
            assert same(again, view), f"seat {seat}: {_differ(game, again, view)}"
            assert game.encode(again) == game.encode(view)
            assert game.legal(again) == game.legal(view) == game.legal_for(world, seat)[:]
            assert json.dumps(game.position(again)) == json.dumps(game.position(view))
            assert game.actors(world) == game.actors(state)
            assert game.digest(world) == game.digest(game.resample(view, seed + step))
            other_worlds += world.cells != state.cells
    assert other_worlds, "resampling always gave the true world"


def worlds_that_look_alike_are_told_alike(game: Game, seed: int) -> None:
    """An event tells a seat nothing that its view may not know.

    Folding (Law 1) hides what an event tells too much, so it is looked for here: in the true world
    and in an imagined one the same is done and chance is the same. If both look alike to another
    seat afterwards, that seat was told the same.
    """
    chooser = Chooser(game, seed)
    alike = 0
    for step, state in enumerate(played(game, seed, chooser)):
        if not state.stack or chooser.random.random() < 0.8:
            continue
        actor = chooser.random.choice(game.actors(state))
        menu = game.legal_for(state, actor)
        number = chooser.random.randrange(len(menu))
        for seat in [seat for seat in seats(game) if seat != actor]:
            world = game.resample(game.view(state, seat), seed + step)
            world.seed = state.seed
            code = _answering_to(game, menu, number, game.legal_for(world, actor))
            if code < 0:
                continue
            view, told = _told(game, state, menu[number], actor, seat)
            other, heard = _told(game, world, code, actor, seat)
            if same(view, other):
                alike += 1
                assert told == heard, f"seat {seat}: {game.action(menu[number]).text}"
    assert alike, "chance never let two worlds look alike"


def _answering_to(game: Game, menu: tuple[int, ...], number: int, other: tuple[int, ...]) -> int:
    """The same action in another world; keeping a ticket, keeping the one asked about there."""
    if menu[number] in other:
        return menu[number]
    if game.action(menu[number]).verb in ("keep", "return") and len(menu) == len(other):
        return other[number]
    return -1


def _told(game: Game, state: State, code: int, actor: int, seat: int) -> tuple[View, list[Event]]:
    """What a seat sees after an action of another, and the events about anybody's own it was told.

    What chance turns up for all to see may be shuffled away again in the same breath.
    """
    after = state.copy()
    events: list[Event] = []
    after.events = events
    game.apply(after, code, actor)
    told = [game.redact(e, seat) for e in events if "seat" in game.layout.events[e[0]].fields]
    return game.view(after, seat), [event for event in told if event is not None]


def a_resampled_world_can_be_played_to_its_end(game: Game, seed: int) -> None:
    chooser = Chooser(game, seed)
    for step, state in enumerate(played(game, seed, chooser)):
        if step > 12 and state.stack and chooser.random.random() < 0.99:
            continue
        seat = chooser.random.choice(seats(game))
        world = game.resample(game.view(state, seat), seed + step)
        for _ in played(game, seed, chooser, world):
            pass
        game.audit(world)
        assert game.outcome(world).winners


LAWS: dict[str, Law] = {
    law.__name__: law
    for law in (
        views_have_the_declared_shape,
        a_view_offers_what_the_state_offers,
        folding_redacted_events_gives_the_view,
        a_resampled_world_looks_the_same,
        worlds_that_look_alike_are_told_alike,
        a_resampled_world_can_be_played_to_its_end,
    )
}
