"""The tickets a game is played with: some of a board's, in decks of the game's own."""

from collections.abc import Callable
from dataclasses import replace

from capotreno.board.model import Board, Ticket


def with_tickets(board: Board, deck_of: Callable[[Ticket], str], edition: str = "") -> Board:
    """The board with the tickets for which `deck_of` names a deck; "": the ticket stays away.

    `edition`: where a ticket has another value in that edition, it has that one.
    """
    decks: dict[str, list[Ticket]] = {}
    for ticket in board.tickets:
        deck = deck_of(ticket)
        if deck:
            points = dict(ticket.points_in).get(edition, ticket.points)
            worth = replace(ticket, points=points, points_in_order=points, penalty=points)
            decks.setdefault(deck, []).append(
                replace(worth if points != ticket.points else ticket, deck=deck)
            )
    chosen = [ticket for own in decks.values() for ticket in own]
    numbered = tuple(replace(ticket, index=index) for index, ticket in enumerate(chosen))
    return replace(board, tickets=numbered)
