"""A board's statistics for its maker, in the person's language and with the board's names."""

from rich.table import Table

from capotreno.board.model import Board
from capotreno.board.statistics import Statistics, statistics
from capotreno.words import Voice


def facts(board: Board, voice: Voice) -> Table:
    """The statistics as a table of two columns."""
    found = statistics(board)
    table = Table(box=None, show_header=False, padding=(0, 2))
    for key, value in _rows(board, found, voice).items():
        table.add_row(voice.say(f"check.{key}"), value)
    return table


def _rows(board: Board, found: Statistics, voice: Voice) -> dict[str, str]:
    def places(ids: tuple[str, ...]) -> str:
        return ", ".join(board.name_of(id).of(voice.language) for id in ids) or "–"

    lengths = [
        voice.say("check.length", n=n, length=length) for length, n in found.routes_by_length
    ]
    ends = [
        " – ".join(board.name_of(id).of(voice.language) for id in pair)
        for pair in found.bottlenecks
    ]
    return {
        "places": str(found.places),
        "routes": str(found.routes),
        "pairs": str(found.pairs),
        "spaces": str(found.spaces),
        "cards": str(found.cards),
        "lengths": ", ".join(lengths),
        "colours": ", ".join(
            f"{n} {_colour(board, colour, voice)}" for colour, n in found.spaces_by_colour
        ),
        "tickets": _tickets(found, voice),
        "exact": f"{found.exact_tickets} / {len(found.tickets)}",
        "cheap": f"{found.cheap_tickets} / {len(found.tickets)}",
        "dead_ends": places(found.dead_ends),
        "lone": places(found.lone_places),
        "isolated": places(found.isolated_places),
        "bottlenecks": ", ".join(ends) or "–",
    }


def _colour(board: Board, colour: str, voice: Voice) -> str:
    names = {card.colour: card.name.of(voice.language) for card in board.cards if card.colour}
    return names.get(colour, voice.say("label.any_colour") if colour == "gray" else colour)


def _tickets(found: Statistics, voice: Voice) -> str:
    """How many there are; of which deck, where there are several."""
    decks = found.tickets_by_deck
    if len(decks) < 2:
        return str(sum(n for _, n in decks))
    told = []
    for deck, n in decks:
        key = f"deck.{deck}.one" if n == 1 else f"deck.{deck}.many"
        word = voice.say(key) if voice.knows(key) else deck
        told.append(voice.say("check.deck", n=n, deck=word))
    return ", ".join(told)
