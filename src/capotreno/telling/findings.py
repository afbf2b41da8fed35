"""What stands out on a board, as sentences with the board's own names."""

from capotreno.board.check.findings import Finding
from capotreno.board.model import Board
from capotreno.words import Voice

# Findings whose places are a list; those of the others are the ends of something.
LISTED = (
    *("isolated", "lone", "same_spot"),
    *("region_unused", "port_unused", "landmark_unused"),
)


class BoardTeller:
    """One board, in one voice."""

    def __init__(self, board: Board, voice: Voice) -> None:
        self.board = board
        self.voice = voice

    def sentence(self, item: Finding) -> str:
        """One finding as one sentence."""
        values: dict[str, str | int] = {
            name: self.voice.figure(number, "g") if isinstance(number, float) else number
            for name, number in item.numbers
        }
        listed = item.kind in LISTED
        values["stops"] = self.names(item.stops, ", " if listed else " – ")
        values["routes"] = ", ".join(self.route(id) for id in item.routes)
        values["colour"] = self.colour(item.colour)
        values["lengths"] = ", ".join(map(str, item.lengths))
        return self.voice.say(f"check.found.{item.kind}", **values)

    def name(self, id: str) -> str:
        return self.board.name_of(id).of(self.voice.language)

    def names(self, ids: tuple[str, ...], between: str = " – ") -> str:
        return between.join(map(self.name, ids))

    def route(self, id: str) -> str:
        route = self.board.route(id)
        ends = self.names((self.board.places[route.a].id, self.board.places[route.b].id))
        return f"{ends} ({id})" if route.twins else ends

    def colour(self, colour: str) -> str:
        for card in self.board.cards:
            if card.colour and card.colour == colour:
                return card.name.of(self.voice.language)
        return self.voice.say("label.any_colour") if colour == "gray" else colour
