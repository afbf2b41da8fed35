"""The map in words: every place with its routes, their owners and who waits there."""

from collections.abc import Collection

from rich.text import Text

from capotreno.reader.standing import Standing
from capotreno.terminal.show import paint
from capotreno.terminal.show.screen import Screen


class Atlas:
    """The routes by place, as one seat (or a spectator) sees them."""

    def __init__(self, screen: Screen, standing: Standing) -> None:
        self.screen = screen
        self.standing = standing
        self.names = screen.names
        self.board = screen.names.game.board

    def lines(self, wanted: Collection[int]) -> list[Text]:
        """Some of the places, by name."""
        lines: list[Text] = []
        for place in sorted(self.board.places, key=lambda place: self.names.places[place.index]):
            if place.index not in wanted:
                continue
            name = paint.words(self.names.places[place.index], "bold cyan")
            if self.standing.is_landmark(place.index):
                name.append(f" {paint.LANDMARK}", "yellow")
            name.append(self._harbour(place.index), "yellow")
            name.append(self._goods(place.index), "yellow")
            lines.append(name.append(self._waiting(place.index), "dim"))
            tracks = [
                self._track(route.index, place.index)
                for route in self.board.routes
                if place.index in (route.a, route.b)
            ]
            lines += paint.row("", tracks, self.screen.width, indent=2)
        return lines

    def _harbour(self, place: int) -> str:
        """The sign of a port, and whose harbour stands there."""
        if self.standing.read.harbours is None or not self.board.places[place].port:
            return ""
        owner = self.standing.harbour_of(place)
        return f" {paint.PORT}" + (f" [{self.names.seat(owner)}]" if owner >= 0 else "")

    def _waiting(self, place: int) -> str:
        counts = self.standing.waiting(place)
        if not any(counts):
            return ""
        shown = self.names.passengers_of(counts)
        return f"  ({self.names.voice.say('play.waiting', passengers=shown)})"

    def _goods(self, place: int) -> str:
        """The merchandise of a city, the top token first, and whose passengers stand there."""
        voice, told = self.names.voice, []
        goods = self.standing.goods_at(place)
        if goods:
            told.append(voice.say("play.goods", goods=" ".join(str(one) for one in goods)))
        seats = [
            self.names.seat(seat)
            for seat in range(self.names.game.players)
            for _ in range(self.standing.standing_at(seat, place))
        ]
        if seats:
            told.append(voice.say("play.standing", seats=", ".join(seats)))
        return f"  ({'; '.join(told)})" if told else ""

    def _track(self, index: int, place: int) -> Text:
        route = self.board.routes[index]
        other = route.b if route.a == place else route.a
        text = Text(f"{self.names.places[other]} {route.length} ")
        text.append_text(paint.track(self.names, index))
        owner = self.standing.owner(index)
        if owner >= 0:
            return text.append(f" [{self.names.seat(owner)}]", "bold")
        if self.standing.closed_to_all(index):
            return text.append(f" [{self.names.voice.say('play.closed')}]", "dim")
        if not self.standing.is_open(index):
            return text.append(f" [{self.names.voice.say('play.closed_you')}]", "dim")
        return text
