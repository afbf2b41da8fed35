"""What things are called on the screen: a board's names in one language, never its ids."""

import re
from collections.abc import Sequence

from capotreno.engine.errors import Reason
from capotreno.engine.game import Game
from capotreno.engine.state import NOBODY
from capotreno.rules.dice.dice import FACES
from capotreno.rules.dice.payment import DicePayment
from capotreno.rules.scoring.connection_bonus import ConnectionBonus
from capotreno.words import LANGUAGES, Voice, say

BOT_SEAT = re.compile(r"(?P<name>.+) \((?P<bot>[\w-]+)\)")  # how a log names a bot: Anna (greedy)
NUMBERED = re.compile(r"(?P<word>[\w-]+)(?: (?P<number>\d+))?")  # a simulation: greedy 2, seat 1


class Names:
    """The display names of a table: its board's, and those of the people around it."""

    def __init__(
        self, game: Game, voice: Voice, seats: Sequence[str] = (), you: int = NOBODY
    ) -> None:
        self.game = game
        self.voice = voice
        self.you = you
        self.seats = list(seats) or [str(seat) for seat in range(game.players)]
        board, language = game.board, voice.language
        self.cards = [card.name.of(language) for card in board.cards]
        self.letters = letters(self.cards)
        colours = {
            card.colour: letter for card, letter in zip(board.cards, self.letters, strict=True)
        }
        self.places = [place.name.of(language) for place in board.places]
        self.passengers = [passenger.name.of(language) for passenger in board.passengers]
        self.passenger_letters = letters(
            self.passengers, [colours.get(passenger.colour, "") for passenger in board.passengers]
        )
        self.wild = next((n for n, c in zip(self.cards, board.cards, strict=True) if c.wild), "")
        self.pieces = [supply.name.of(language) for supply in board.supplies]
        self.payer = next(iter(game.layout.partners(DicePayment)), None)
        self.faces = [voice.say(f"face.{face}") for face in FACES]
        self.face_letters = letters(self.faces)
        self.tickets = [self._ticket(index) for index in range(len(board.tickets))]
        self.routes = [self._route(index) for index in range(len(board.routes))]

    @property
    def title(self) -> str:
        title = self.game.ruleset.title.of(self.voice.language)
        return self.voice.say("game.with_dice", game=title) if self.payer else title

    def seat(self, seat: int) -> str:
        """Who sits there: "you" for the person at the keyboard, the name for everybody else."""
        if seat == self.you:
            return self.voice.say("play.you")
        name = self.seats[seat]
        if found := BOT_SEAT.fullmatch(name):
            return found["name"]
        if name in [say(language, "play.player") for language in LANGUAGES]:
            return self.voice.say("play.player")
        found = NUMBERED.fullmatch(name)
        key = f"bot.{found['word']}" if found and found["word"] != "seat" else "play.seat"
        if found is None or not self.voice.knows(key):
            return name
        return " ".join([self.voice.say(key), found["number"] or ""]).strip()

    def bot(self, seat: int) -> str:
        """The kind of bot in a seat, or nothing."""
        found = BOT_SEAT.fullmatch(self.seats[seat])
        return bot_name(self.voice, found["bot"]) if found and seat != self.you else ""

    def a_card(self, card: int) -> str:
        """One card with its article: a red card, an orange card."""
        kind = self.game.board.cards[card]
        if kind.wild:
            return self.voice.say("card.a_wild", card=self.cards[card])
        if kind.kind:
            return self.voice.say("card.of_kind", card=self.cards[card])
        name = colour_form(self.voice, kind.colour, "card", self.cards[card])
        return self.voice.say("card.an" if name[:1].lower() in "aeiou" else "card.a", card=name)

    def so_many(self, card: int, n: int) -> str:
        """Several cards of one kind: 2 red cards."""
        kind = self.game.board.cards[card]
        if kind.kind and not kind.wild:
            return f"{n} × {self.cards[card]}"
        name = self.cards[card]
        form = name if kind.wild else colour_form(self.voice, kind.colour, "cards", name)
        return self.voice.say("card.many", n=n, card=form)

    def passengers_of(self, counts: Sequence[int]) -> str:
        """How many of each colour: 3 red, 1 blue."""
        board = self.game.board
        forms = [
            name if n == 1 else colour_form(self.voice, passenger.colour, "many", name)
            for passenger, name, n in zip(board.passengers, self.passengers, counts, strict=True)
        ]
        return ", ".join(f"{n} {form}" for form, n in zip(forms, counts, strict=True) if n)

    def cards_of(self, counts: dict[str, int]) -> str:
        """A payment in words: 2 × red + 1 × taxi."""
        ids = [card.id for card in self.game.board.cards]
        told = [f"{n} × {self.cards[ids.index(id)]}" for id, n in counts.items() if id in ids]
        told += [self.voice.say("choice.any", n=n) for id, n in counts.items() if id not in ids]
        return " + ".join(told)

    def colour(self, colour: str) -> str:
        """A route's colour; a gray one takes any."""
        for card, name in zip(self.game.board.cards, self.cards, strict=True):
            if colour and card.colour == colour:
                return colour_form(self.voice, colour, "card", name) if card.kind else name
        return self.voice.say("label.any_colour")

    def track(self, index: int) -> str:
        """A route's colour, or single or double where there are dice.

        Where there are several kinds of pieces also that, and what is rough.
        """
        board = self.game.board
        route = board.routes[index]
        told = [self.colour(route.colour)]
        if self.payer is not None:  # a colour means nothing then
            told = [self.faces[self.payer.kind[index]]]
        if len(board.supplies) > 1:
            kinds = [supply.kind for supply in board.supplies]
            told.append(self.pieces[kinds.index(route.kind)])
        if route.rugged:
            told.append(self.voice.say("label.rugged"))
        if route.tunnel:
            told.append(self.voice.say("track.tunnel"))
        if route.ferry:
            told.append(self.voice.say("track.ferry", n=route.ferry))
        if route.card_set:
            told.append(self.voice.say("track.card_set", n=route.card_set))
        return ", ".join(told)

    def dice_of(self, counts: Sequence[int]) -> str:
        """Dice by what they show: 2 × single + 1 × station."""
        shown = zip(self.faces, counts, strict=True)
        return " + ".join(f"{n} × {face}" for face, n in shown if n)

    def pieces_of(self, counts: dict[str, int]) -> str:
        """Pieces by kind: 20 × train + 40 × ship."""
        kinds = [supply.kind for supply in self.game.board.supplies]
        return " + ".join(f"{n} × {self.pieces[kinds.index(kind)]}" for kind, n in counts.items())

    def decks_of(self, counts: dict[str, int]) -> str:
        """Tickets by deck, the last deck first: 2 long + 1 short."""
        mixed = reversed([(deck, n) for deck, n in counts.items() if n])
        return " + ".join(f"{n} {self.deck(deck, n)}" for deck, n in mixed)

    def counted(self, field: str, counts: dict[str, int]) -> str:
        """How many of each, in a field of an action, as a person reads it."""
        if field == "dice":
            return self.dice_of([counts.get(face, 0) for face in FACES])
        if field == "decks":
            return self.decks_of(counts)
        if field == "pieces":
            return self.pieces_of(counts)
        return " + ".join(f"{n} × {self._called(field, one)}" for one, n in counts.items() if n)

    def ticket_deck(self, ticket: int) -> str:
        """Which of several decks a ticket is from; nothing where there is only one."""
        decks = {one.deck for one in self.game.board.tickets}
        return self.deck(self.game.board.tickets[ticket].deck, 1) if len(decks) > 1 else ""

    def deck(self, deck: str, n: int = 2) -> str:
        """A ticket deck as the word for one or for several of its tickets."""
        key = f"deck.{deck}"
        return self.voice.say(key, n=n) if self.voice.knows(key) else deck

    def stop(self, stop: str) -> str:
        return self.game.board.name_of(stop).of(self.voice.language)

    def bonus(self, name: str) -> str:
        """A bonus for a connection: its own name, or the two ends."""
        key = f"bonus.{name}"
        if self.voice.knows(key):
            return self.voice.say(key)
        known = [one for part in self.game.layout.partners(ConnectionBonus) for one in part.bonuses]
        ends = [f"{self.stop(one.a)} – {self.stop(one.b)}" for one in known if one.name == name]
        return ends[0] if ends else name

    def _ticket(self, index: int) -> str:
        ticket = self.game.board.tickets[index]
        stops = [self.stop(stop) for stop in ticket.stops]
        if ticket.options:
            stops.append(" / ".join(self.stop(option.stop) for option in ticket.options))
        return " – ".join(stops)

    def ends(self, index: int) -> str:
        """A route by its two ends."""
        route = self.game.board.routes[index]
        return f"{self.places[route.a]} – {self.places[route.b]}"

    def _route(self, index: int) -> str:
        """Both ends, and the colour where parallel routes have several and it matters."""
        route = self.game.board.routes[index]
        tracks = [r for r in self.game.board.routes if (r.a, r.b) == (route.a, route.b)]
        if (not route.twins and len(tracks) == 1) or self.payer is not None:
            return self.ends(index)
        return f"{self.ends(index)} ({self.track(index)})"

    # -- values of events and refusals ----------------------------------------------------------

    def field(self, field: str, value: int) -> str | int:
        """A field of an event as a person reads it."""
        if field == "seat":
            return self.seat(value)
        if field == "question":
            return self.voice.say(f"question.{self.game.layout.questions[value].name}")
        if field == "reason":
            return self.voice.say(f"reason.{self.game.layout.words['reason'][value]}")
        if field == "bonus":
            return self.bonus(self.game.layout.words["bonus"][value])
        if field == "card":
            return self.a_card(value)
        if field == "mix":
            return self._mix(self.game.layout.words[field][value])
        if field in ("ticket_deck", "card_deck"):
            return self.deck(self.game.layout.words[field][value])
        if field == "slot":
            return value + 1
        lists = {
            "route": self.routes,
            "ticket": self.tickets,
            "place": self.places,
            "passenger": self.passengers,
            "piece": self.pieces,
            "face": self.faces,
            "token": self.faces,
        }
        if field in lists:
            return lists[field][value]
        words = self.game.layout.words.get(field)
        return self._called(field, words[value]) if words else value

    def _called(self, kind: str, word: str) -> str:
        """A word of a mechanic's own kind of thing: `<kind>.<word>` says it, where that is said."""
        key = f"{kind}.{word}"
        return self.voice.say(key) if self.voice.knows(key) else word

    def _mix(self, words: str) -> str:
        """A choice of pieces as it is written in actions: rail*20 sea*40."""
        pairs = [part.split("*") for part in words.split()]
        return self.pieces_of({kind: int(n) for kind, n in pairs})

    def reason(self, reason: Reason) -> str:
        """Why something is not possible, with display names and the rule's number."""
        values = {key: self.value(key, value) for key, value in reason.values.items()}
        values["wild"] = self.wild
        form = ".you" if reason.values.get("owner") == self.you else ""
        asked = reason.values.get("question", "")
        keys = (
            f"why.{reason.key}.{asked}",
            f"why.{reason.key}{form}",
            f"why.{reason.key}",
            reason.key,
        )
        sentence = self.voice.say(next(key for key in keys if self.voice.knows(key)), **values)
        return f"{sentence} [{reason.rule}]" if reason.rule else sentence

    def value(self, key: str, value: str | int) -> str | int:
        """A value of a refusal or an action as a person reads it."""
        board = self.game.board
        if key == "owner":
            return self.seat(int(value))
        if key == "question":
            return self.voice.say(f"question.{value}")
        colours = [passenger.colour for passenger in board.passengers]
        known = {
            "card": ([card.id for card in board.cards], self.cards),
            "colour": (colours, self.passengers),
            "route": ([route.id for route in board.routes], self.routes),
            "ticket": ([ticket.id for ticket in board.tickets], self.tickets),
            "place": ([place.id for place in board.places], self.places),
            "letter": (colours, self.passenger_letters),
            "piece": ([supply.kind for supply in board.supplies], self.pieces),
            "token": (list(FACES), self.faces),
        }
        known["give"] = known["take"] = known["piece"]
        if key == "deck":
            return self.deck(str(value))
        if key == "bonus":
            return self.bonus(str(value))
        if key == "district":
            return self.stop(str(value))
        if key in known and value in known[key][0]:
            return known[key][1][known[key][0].index(str(value))]
        return self._called(key, value) if isinstance(value, str) else value


def letters(names: Sequence[str], settled: Sequence[str] = ()) -> list[str]:
    """A letter of its own for every name: the settled one, or the first of it that is free."""
    used = [letter for letter in settled if letter]
    found = []
    for name, own in zip(names, settled or [""] * len(names), strict=True):
        free = [c for c in name.upper() + "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if c not in used]
        found.append(own or next(c for c in free if c.isalpha()))
        used.append(found[-1])
    return found


def colour_form(voice: Voice, colour: str, form: str, name: str) -> str:
    """A colour as it agrees with a card, or with many passengers; a new colour as it is called."""
    key = f"colour.{colour}.{form}"
    return voice.say(key) if voice.knows(key) else name


def bot_name(voice: Voice, kind: str) -> str:
    """A kind of bot in the language; one without words goes by its own name."""
    return voice.say(f"bot.{kind}") if voice.knows(f"bot.{kind}") else kind
