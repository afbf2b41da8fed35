"""What does not fit in how a board of your own deals its cards and has its routes paid.

A game has one way of paying: sets of one colour, with ferries, tunnels and card sets if one likes;
or trains and ships; or wilds for long routes and passenger cards.
"""

from collections.abc import Iterator

from capotreno.board.check.laws import Fault
from capotreno.board.mechanics import Mechanics
from capotreno.board.model import Board, Card, Route
from capotreno.games.own.choices import decks_of, with_limited_wilds, with_ships

MOST_KINDS = {1: 12, 2: 30}  # of card, by the number of decks: what tables of masks bear
MOST_COPIES = 60
MOST_WILDS = 2  # kinds of them


def payment_faults(board: Board, game: Mechanics) -> Iterator[Fault]:
    """Every reason why the cards and the routes make no game."""
    yield from _decks(board, game)
    for card in board.cards:
        if card.count > MOST_COPIES:
            yield f"card {card.id}", f"{card.count} copies are too many; the most is {MOST_COPIES}"
    yield from _kinds_of_card(board)
    yield from _dealt(board, game)
    for route in board.routes:
        yield from ((f"route {route.id}", fault) for fault in _route(board, route))
    yield from _wilds(board, game)


def _decks(board: Board, game: Mechanics) -> Iterator[Fault]:
    decks = decks_of(board)
    if not 1 <= len(decks) <= 2:
        yield "decks", f"a game needs one deck of cards or two, not {len(decks)}"
        return
    limit = MOST_KINDS[len(decks)]
    if len(board.cards) > limit:
        fault = f"{len(board.cards)} kinds of card are too many to play with"
        yield "", f"{fault} of {_number(decks)}; the most is {limit}"
    if len(decks) == 2 and not game.row:
        yield "game", "two decks of cards need a row: without one a single deck is drawn from"
    if len(decks) == 2 and any(route.tunnel for route in board.routes):
        yield "decks", "tunnels turn up cards of one deck, but there are two"
    if game.row and game.blind_draw is not None:
        yield "game", "blind_draw is for a game in which no card lies face up: with row 0"
    if game.face_up_wild != "whole_draw" and (len(decks) == 2 or not game.row):
        yield "game", f"face_up_wild '{game.face_up_wild}' is for a row of one deck of cards"


def _number(decks: list[str]) -> str:
    return "one deck" if len(decks) == 1 else "two decks"


# -- kinds of card --------------------------------------------------------------------------------


def _kinds_of_card(board: Board) -> Iterator[Fault]:
    """The kinds that the one way of paying knows."""
    if with_ships(board):
        yield from _ships(board)
    elif with_limited_wilds(board):
        yield from _limited(board)
    else:
        if [card.wild for card in board.cards].count(True) != 1 or not board.cards[-1].wild:
            yield "decks", "a game needs one kind of wild card, and it stands last"
        yield from _coloured(board, "every kind of card but the wild needs a colour of its own")


def _coloured(board: Board, fault: str) -> Iterator[Fault]:
    cards = [card for card in board.cards if not card.wild and not card.passenger]
    if not cards:
        yield "decks", "a game needs cards of at least one colour"
    colours = [card.colour for card in cards]
    for card in cards:
        if not card.colour or colours.count(card.colour) > 1:
            yield f"card {card.id}", fault


def _limited(board: Board) -> Iterator[Fault]:
    wilds = [card for card in board.cards if card.wild]
    if not 1 <= len(wilds) <= MOST_WILDS:
        yield "decks", f"a game needs one or two kinds of wild cards, not {len(wilds)}"
    elif wilds[0].from_length:
        yield f"card {wilds[0].id}", "the first kind of wild is for routes of every length"
    for card in board.cards:
        if card.from_length and not card.wild:
            yield f"card {card.id}", "from_length is for wild cards"
    if len([card for card in board.cards if card.passenger]) > 1:
        yield "decks", "a game has one kind of passenger card"
    fault = "every kind of card but wilds and passengers needs a colour of its own"
    yield from _coloured(board, fault)


def _ships(board: Board) -> Iterator[Fault]:
    if with_limited_wilds(board):
        yield "decks", "with ships a game has one kind of wild, for all routes, and no passengers"
    elif not any(card.wild for card in board.cards):
        yield "decks", "a game needs one kind of wild card"
    kinds = {"rail": (1, 1), "sea": (1, 2)}
    for colour in board.colours:
        cards = [card for card in board.cards if card.colour == colour]
        if sorted(_sort(card) for card in cards) != ["double", "marked", "ship", "train"]:
            fault = "with ships it needs four kinds of card: a train, a train with the harbour mark"
            yield f"colour {colour}", f"{fault}, a ship and a double ship"
    for card in board.cards:
        if not card.wild and card.kind not in kinds:
            yield f"card {card.id}", "with ships every card but the wild is of kind 'rail' or 'sea'"


def _sort(card: Card) -> str:
    """Which of the four kinds of a colour a card is."""
    if card.kind == "sea":
        return {1: "ship", 2: "double"}.get(card.spaces, "")
    if card.kind != "rail" or card.spaces > 1:
        return ""
    return "marked" if card.harbour else "train"


# -- dealing --------------------------------------------------------------------------------------


def _dealt(board: Board, game: Mechanics) -> Iterator[Fault]:
    decks = decks_of(board)
    players = board.players[1]
    if isinstance(game.hand, int) != (len(decks) == 1):
        example = ", ".join(f'"{deck}": 2' for deck in decks)
        wanted = f"{{{example}}}" if len(decks) > 1 else "one number"
        yield "game", f"hand says how many cards of each deck are dealt: {wanted}"
        return
    hand = {decks[0]: game.hand} if isinstance(game.hand, int) else game.hand
    if list(hand) != decks:
        yield "game", f"hand names the decks in their order: {' and '.join(decks)}"
        return
    have = {deck: sum(card.count for card in board.cards if card.deck == deck) for deck in decks}
    need = sum(hand.values()) * players + game.row
    if need > sum(have.values()):
        cards = " and ".join(str(count) for count in hand.values())
        fault = f"{players} hands of {cards} and a row of {game.row} take {need} cards"
        yield "game", f"{fault}, but there are {sum(have.values())}"
    for deck, count in hand.items():
        if len(decks) > 1 and count * players > have[deck]:
            fault = f"{players} hands of {count} take {count * players} cards of {deck}"
            yield "game", f"{fault}, but there are {have[deck]}"
    if game.row and game.flush > game.row:
        yield "game", f"flush {game.flush} is more than the {game.row} cards of the row"


# -- routes ---------------------------------------------------------------------------------------


def _route(board: Board, route: Route) -> Iterator[str]:
    ships = with_ships(board)
    rough = route.ferry or route.tunnel or route.card_set
    if ships and route.kind not in ("rail", "sea"):
        yield "with ships every route is of kind 'rail' or 'sea'"
    if rough and (ships or with_limited_wilds(board)):
        what = "ships" if ships else "wilds for long routes or passenger cards"
        yield f"ferries, tunnels and card sets do not go together with {what}"
    if route.rugged and not ships:
        yield "rugged spaces are paid with pairs of trains: they need train and ship cards"
    elif route.rugged and (route.rugged < route.length or route.colour or route.kind != "rail"):
        yield "rugged is all of a gray rail route"
    if route.card_set and (route.tunnel or route.ferry):
        yield "card_set is for routes that are neither ferries nor tunnels"
    wilds = sum(card.count for card in board.cards if card.wild)
    if route.ferry > wilds:
        yield f"ferry {route.ferry} is more than the {wilds} wilds there are"


def _wilds(board: Board, game: Mechanics) -> Iterator[Fault]:
    if game.cards_for_wild and not any(r.ferry and not r.tunnel for r in board.routes):
        yield "game", "cards_for_wild is about ferries that are no tunnels, but there are none"
    rough = any(route.ferry or route.tunnel for route in board.routes)
    if game.wilds == "ferries_and_tunnels" and not rough:
        yield "game", "wilds are for ferries and tunnels, but there are none"
