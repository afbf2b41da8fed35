"""What the tests of Ghost Train share: a scene with tickets done and bonuses where they are due."""

from dataclasses import replace
from typing import Any, Self

from capotreno import Game, Outcome
from capotreno.games.ghost_train import ghost_train
from capotreno.rules.scoring.connection_bonus import ConnectionBonus
from capotreno.rules.tickets.race import DONE, TicketRace
from capotreno.rules.tickets.whereabouts import DECK
from tests.scene import Scene

# Two spaces each: the Town Hall, the Lab, the Crypt; four spaces together.
TO_LAB = "mad_scientists_lab-town_hall/1"
TO_CRYPT = "mad_scientists_lab-crypt"
# And from the Town Hall to the Haunted House.
TO_PATCH = "pumpkin_patch-town_hall/1"
TO_HOUSE = "pumpkin_patch-haunted_house"
# From the Dark Forest to the Seashore; the last one is three blue spaces.
ACROSS = (
    "gloomy_clearing-abandoned_school/1", "abandoned_school-town_hall/1",
    "circus_of_dread-town_hall/1", "swamp-circus_of_dread/1",
)  # fmt: skip

# Tickets nothing in these tests joins.
FAR = ("haunted_house-train_station", "mad_scientists_lab-remote_pier")
FURTHER = ("gingerbread_house-pumpkin_patch", "crypt-foggy_lighthouse", "witchs_cauldron-crypt")


def with_tickets(ids: tuple[str, ...], players: int) -> Game:
    """The game with these tickets only: the box has too many for its deck ever to be empty."""
    ruleset = ghost_train()
    own = [ticket for ticket in ruleset.board.tickets if ticket.id in ids]
    tickets = tuple(replace(ticket, index=at) for at, ticket in enumerate(own))
    return Game(replace(ruleset, board=replace(ruleset.board, tickets=tickets)), players)


class Ghost(Scene):
    """A scene of Ghost Train."""

    def __init__(self, players: int = 2, seed: int = 1, only: tuple[str, ...] = ()) -> None:
        game = with_tickets(only, players) if only else None
        super().__init__("ghost_train", players, seed, game)

    def own(self, seat: int, *routes: str) -> Self:
        """Routes with the bonuses they bring; nothing is drawn for them."""
        super().own(seat, *routes)
        part = self.part(ConnectionBonus)
        for which in range(part.count):
            had = self.cells[part.first + seat * part.count + which]
            if not had and part.joined(self.state, seat, which):
                part.win(self.state, seat, which)
        return self

    def done(self, seat: int, *ids: str) -> Self:
        """These tickets lie face up before a seat."""
        race = self.part(TicketRace)
        for id in ids:
            at = race.where + self.game.board.ticket(id).index
            assert self.cells[at] == DECK, f"{id} is not free"
            self.cells[at] = DONE + seat
            self.cells[race.left] -= 1
            self.cells[race.fresh] -= 1
            self.cells[race.completed + seat] += 1
        self.state.menu = None
        return self

    def any_done(self, seat: int, n: int) -> Self:
        """Some tickets lie face up before a seat, whichever."""
        race = self.part(TicketRace)
        keep = {*FAR, *FURTHER}
        free = [
            ticket.id
            for ticket in self.game.board.tickets
            if self.cells[race.where + ticket.index] == DECK and ticket.id not in keep
        ]
        return self.done(seat, *free[len(free) - n :])

    def see(self, name: str) -> Any:
        """Some cells by name, in words, nothing hidden."""
        cells: Any = self.game.position(self.state)["cells"]
        return cells[name]

    def holds(self, seat: int) -> list[str]:
        """The tickets in a seat's hand."""
        return [id for id, place in self.see("tickets").items() if place == f"held {seat}"]

    def shows(self, seat: int) -> list[str]:
        """The tickets that lie face up before a seat, as everybody sees them."""
        places = self.seen(-1, "tickets")
        return [id for id, place in places.items() if place == f"done {seat}"]

    @property
    def outcome(self) -> Outcome:
        return self.game.outcome(self.state)
