"""The legal actions of a moment as a person picks them: grouped, sorted, numbered."""

from dataclasses import dataclass

from capotreno.engine.actions import Action, Json
from capotreno.engine.layout import DECK, ROW
from capotreno.engine.state import Decision
from capotreno.reader.standing import Standing
from capotreno.rules.claiming.claims import Claims
from capotreno.rules.dice.dice import DICE
from capotreno.rules.tickets.stock import TicketStock
from capotreno.telling.names import Names


@dataclass(frozen=True)
class MenuEntry:
    """One numbered line of the menu."""

    number: int
    code: int
    group: str
    label: str
    card: int = -1  # the kind of card it is about, for its colour
    route: int = -1
    useful: bool = False


class Chooser:
    """Makes the menu of a moment."""

    def __init__(self, names: Names, standing: Standing) -> None:
        self.names = names
        self.standing = standing
        self.game = names.game
        self.groups = self.game.layout.groups
        self.spots = self.game.layout.spots
        self.order = self.game.layout.groups_in_order()

    def choices(self, codes: tuple[int, ...]) -> list[MenuEntry]:
        """The menu, group by group; claims by what they do for the own tickets.

        Of all the dice that could be rolled again only all together are listed: the others are
        named by their letters or numbers.
        """
        whole = self._whole_reroll(codes)
        actions = [self.game.action(code) for code in codes]
        actions = [one for one in actions if not rerolls(one) or one.code == whole]
        actions.sort(key=self._rank)
        actions = self._without_equal_twins(actions)
        return [self._choice(number, action) for number, action in enumerate(actions, start=1)]

    def _without_equal_twins(self, actions: list[Action]) -> list[Action]:
        """Of tracks that differ in nothing one is enough to choose from."""
        seen: set[tuple[int, int, str, str, int]] = set()
        kept = []
        for action in actions:
            if self.claims(action):
                route = self.game.board.routes[self.route(action)]
                colour = "" if self.names.payer else route.colour
                track = (route.a, route.b, colour, route.kind, route.length)
                if track in seen:
                    continue
                seen.add(track)
            kept.append(action)
        return kept

    def _rank(self, action: Action) -> tuple[int, ...]:
        group = self.order.index(self.groups[action.verb])
        if self.claims(action):
            route = self.route(action)
            worth = self.standing.usefulness.get(route, 0)
            return group, -worth, self._wilds_for(route), -self.standing.route_points(route)
        if pays(action):
            tokens = int(str(action.json.get("tokens", 0)))
            return group, wilds(self.names, action), tokens, marked(self.names, action), action.code
        if self.spots[action.verb] == ROW:  # as they lie
            return group, self.standing.row.index(self.card(action))
        return group, len(self.game.actions.all), action.code

    def _whole_reroll(self, codes: tuple[int, ...]) -> int:
        """The code that rolls all dice again, or -1."""
        dice = self.standing.read.dice
        if dice is None:
            return -1
        some = {dice.codes + i: sum(faces) for i, faces in enumerate(dice.again)}
        return next((code for code in codes if some.get(code) == DICE), -1)

    def _wilds_for(self, route: int) -> int:
        """How many wilds the thriftiest payment of a route takes."""
        ways = [self.game.action(way) for way in self.standing.ways(route)]
        return min((wilds(self.names, way) for way in ways), default=0)

    def _choice(self, number: int, action: Action) -> MenuEntry:
        group = self.groups[action.verb]
        if self.claims(action):
            route = self.route(action)
            return MenuEntry(
                number,
                action.code,
                group,
                self.names.ends(route),
                route=route,
                useful=route in self.standing.usefulness,
            )
        return MenuEntry(
            number, action.code, group, self._menu_label(action), card=self.card(action)
        )

    def _menu_label(self, action: Action) -> str:
        """The label in the menu: a deck also says how many it still holds."""
        label = self.label(action)
        if self.spots[action.verb] == DECK and not self.naming_deck:
            left = self.standing.deck_size(self.deck(action))
            return f"{label} ({left})" if left else self.names.voice.say("choice.draw_empty")
        tickets = isinstance(self.game.owners[action.code], TicketStock)
        if tickets and "ticket" not in action.json and not action.json.get("decks"):
            return f"{label} ({self.standing.tickets_left})"
        return label

    @property
    def naming_deck(self) -> bool:
        """Whether only a deck is named: nothing is drawn from it by that."""
        return self.game.layout.questions[self.asked[0]].of == "card_deck"

    @property
    def asked(self) -> Decision:
        """What the person is asked."""
        asked = self.game.decision(self.standing.view, self.standing.seat)
        assert asked is not None
        return asked

    def claims(self, action: Action) -> bool:
        """Whether an action claims a route."""
        return isinstance(self.game.owners[action.code], Claims)

    def route(self, action: Action) -> int:
        return self.game.layout.words["route"].index(str(action.json["route"]))

    def deck(self, action: Action) -> int:
        """The deck of cards an action names; the only one, if it names none."""
        decks = self.game.layout.words.get("card_deck", ())
        return decks.index(str(action.json["deck"])) if "deck" in action.json else 0

    def card(self, action: Action) -> int:
        """The kind of card an action takes or mainly pays with; -1 for none."""
        cards = action.json.get("cards") or [action.json.get("card")]
        first = next(iter(cards)) if isinstance(cards, (dict, list)) else None
        words = self.game.layout.words.get("card", ())
        return words.index(first) if first in words else -1

    def label(self, action: Action) -> str:
        """An action in a few words of the language: what its part says of it, or its own fields."""
        if pays(action):
            return self._payment(action.json)
        said, values = self.standing.said(action.code) or (action.verb, action.json)
        voice, key = self.names.voice, f"choice.{said}"
        if not voice.knows(key):
            return action.text
        return voice.say(key, **{field: self._value(field, one) for field, one in values.items()})

    def _value(self, field: str, value: object) -> str | int:
        """A field of a choice as a person reads it."""
        if isinstance(value, dict):
            return self.names.counted(field, value)
        return self.names.value(field, value) if isinstance(value, (str, int)) else ""

    def _payment(self, data: Json) -> str:
        """Cards, or dice and tokens, or stations."""
        cards = data.get("cards")
        if isinstance(cards, dict):
            return self.names.cards_of(cards)
        told = [
            self.names.voice.say(f"choice.pay_{what}", n=int(str(data[what])))
            for what in ("dice", "tokens", "stations")
            if data.get(what)
        ]
        return " + ".join(told)


def pays(action: Action) -> bool:
    """Whether an action is a payment: cards, or a number of dice, tokens or stations."""
    data = action.json
    return "cards" in data or any(isinstance(data.get(what), int) for what in ("dice", "stations"))


def rerolls(action: Action) -> bool:
    """Whether an action rolls some dice once more."""
    return isinstance(action.json.get("dice"), dict)


def marked(names: Names, action: Action) -> int:
    """How many cards with the harbour mark a payment takes."""
    cards = action.json.get("cards")
    own = [card.id for card in names.game.board.cards if card.harbour]
    return sum(n for id, n in cards.items() if id in own) if isinstance(cards, dict) else 0


def wilds(names: Names, action: Action) -> int:
    """How many wild cards a payment takes; the thriftiest takes the fewest."""
    cards = action.json.get("cards")
    wild = [card.id for card in names.game.board.cards if card.wild]
    return sum(n for id, n in cards.items() if id in wild) if isinstance(cards, dict) else 0
