"""What the file of a board of your own chooses, and what its map chooses by what is on it."""

from capotreno.board.mechanics import BonusRules, Mechanics
from capotreno.board.model import Board

POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 8: 21, 9: 27}


def points_of(board: Board) -> dict[int, int]:
    """Points by length: the board's own table, or the classic one."""
    printed = {length: points for length, points in enumerate(board.route_points) if length}
    lengths = sorted({route.length for route in board.routes})
    return printed or {length: POINTS[length] for length in lengths if length in POINTS}


def bonuses_of(board: Board, game: Mechanics) -> BonusRules:
    """The points at the end; a race has none."""
    if game.bonuses is not None:
        return game.bonuses
    if game.race:
        return BonusRules()
    landmarks = any(place.landmark for place in board.places)
    return BonusRules(longest_path=10, landmarks=1 if landmarks else 0)


def pieces_of(board: Board, game: Mechanics) -> int:
    """How many pieces everybody plays with."""
    if game.piece_choice:
        return sum(game.piece_choice.values())
    return sum(supply.count for supply in board.supplies)


def decks_of(board: Board) -> list[str]:
    """The decks of cards."""
    return list(dict.fromkeys(card.deck for card in board.cards))


def ticket_decks(board: Board) -> list[str]:
    """The decks of tickets, as they come in the file."""
    return list(dict.fromkeys(ticket.deck for ticket in board.tickets))


def with_ships(board: Board) -> bool:
    """Whether routes are paid with trains and ships."""
    return any(card.kind or card.spaces > 1 or card.harbour for card in board.cards)


def with_limited_wilds(board: Board) -> bool:
    """Whether some cards are wilds for long routes only, or pay for no route at all."""
    wilds = [card for card in board.cards if card.wild]
    return len(wilds) > 1 or any(card.from_length or card.passenger for card in board.cards)


def counted(board: Board, game: Mechanics) -> tuple[str, ...]:
    """What this game counts and a tie can be broken by."""
    there = {
        "tickets": game.race is None,
        "stations": game.stations is not None,
        "longest_path": bonuses_of(board, game).longest_path > 0,
        "passengers": bool(board.passengers),
        "merchandise": any(place.tokens for place in board.places),
    }
    return tuple(measure for measure, is_there in there.items() if is_there)
