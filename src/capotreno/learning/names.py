"""The words a network knows: names of cells, verbs, questions and parts, each with its place.

The order is part of a network: new words go to the end of their list, and what is unknown to it
is read as zero or as "another".
"""

from typing import Final

MOST_SEATS: Final = 5

#: Cells read as they are, with the unit that brings them near 1.
GLOBAL_CELLS: Final = (
    ("turns", 1 / 100), ("passes", 1 / 2), ("deck_size", 1 / 100), ("last_turns", 1 / 3),
    ("tunnel_cards", 1 / 3), ("tunnel_wilds", 1 / 3), ("rolls", 1 / 3), ("rolled_in", 1 / 100),
    ("idle", 1.0), ("tunnel_symbols", 1 / 3), ("tunnel_rolled_in", 1 / 100),
    ("last_claim", 1 / 100), ("undecided", 1 / 4), ("chosen", 1 / 4), ("about_number", 1 / 4),
)  # fmt: skip

#: By seat; with the size of a second dimension where there is one (its first so many are read).
SEAT_CELLS: Final = (
    ("hand_sizes", 0, 1 / 20), ("hand_sizes", 2, 1 / 20), ("pieces", 2, 1 / 45), ("box", 2, 1 / 25),
    ("tickets_held", 3, 1 / 6), ("tickets_offered", 3, 1 / 4), ("completed", 0, 1 / 6),
    ("bonuses", 3, 1.0), ("tokens", 2, 1 / 6), ("exchanged", 0, 1 / 10),
    ("passengers_left", 0, 1 / 3), ("tickets_gone", 3, 1 / 4),
)  # fmt: skip

#: Fields of one number for each thing; the others have one for each seat and thing.
ALONE: Final = frozenset(
    ("ridden", "about_route", "visited", "goods", "about_place", "hands", "discards", "tunnel_card",
     "full", "dice", "tickets_left", "tickets_fresh", "deck_size", "about_piece")
)  # fmt: skip
WHERE: Final = (
    "held",
    "offered",
    "chosen",
    "refused",
    "gone",
    "done 0",
    "done 1",
    "done 2",
    "under",
)

ROUTE_CELLS: Final = (("owned", 1.0), ("open", 1.0), ("ridden", 1.0), ("about_route", 1.0))
PLACE_CELLS: Final = (
    ("stations", 1.0), ("harbours", 1.0), ("visited", 1.0), ("goods", 1 / 4),
    ("merchandise", 1 / 4), ("passengers_at", 1.0), ("about_place", 1.0),
)  # fmt: skip
CARD_CELLS: Final = (
    ("hands", 1 / 6), ("hands_seen", 1 / 6), ("discards", 1 / 12), ("tunnel_card", 1.0),
)  # fmt: skip

#: Kinds of small things, each a node of its own.
KINDS: Final = ("passenger", "token", "face", "piece", "ticket_deck", "card_deck")
THING_CELLS: Final = (
    ("passengers", "passenger", 1 / 6), ("tokens", "token", 1 / 6), ("full", "token", 1.0),
    ("dice", "face", 1 / 5), ("pieces", "piece", 1 / 45), ("box", "piece", 1 / 25),
    ("tickets_left", "ticket_deck", 1 / 40), ("tickets_fresh", "ticket_deck", 1 / 40),
    ("deck_size", "card_deck", 1 / 60), ("about_piece", "piece", 1.0),
)  # fmt: skip

QUESTIONS: Final = (
    "turn", "second_card", "give", "payment", "tunnel", "ticket_mix", "keep_tickets",
    "station_payment", "tokens", "passenger", "windfall", "refill", "pieces", "harbour_payment",
    "exchange", "place_passenger", "ride",
)  # fmt: skip

ROUTE_VERBS: Final = ("claim", "ride")
PLACE_VERBS: Final = ("station", "build", "place", "depart")
TICKET_VERBS: Final = ("keep", "return")
CARD_VERBS: Final = ("take", "give", "pay")
THING_VERBS: Final = (
    "reroll.dice", "token.token", "drop.token", "gift.token", "passenger.colour", "tickets.decks",
    "draw.deck", "refill.deck", "pieces.pieces", "exchange.take", "swap.give", "swap.take",
)  # fmt: skip
PLAIN_VERBS: Final = (
    "pass", "take", "draw", "pay", "claim", "stop", "tickets", "keep", "return", "station", "roll",
    "reroll", "no_action", "token", "drop", "done", "dig", "passenger", "renew", "gift", "refill",
    "pieces", "build", "exchange", "swap", "place", "depart", "ride", "alight", "give",
    "passenger.colour=None", "place.place=None",
    *[f"pay.tokens={n}" for n in range(8)], *[f"pay.stations={n}" for n in range(4)],
    *[f"tickets.count={n}" for n in range(6)], *[f"draw.count={n}" for n in range(5)],
    "give.card=any", "pay.cards=any", *[f"pay.dice={n}" for n in range(6)],
)  # fmt: skip

PARTS: Final = (
    "BlindDraw", "Cards", "Claims", "ConnectionBonus", "Dice", "DiceExchange", "DiceHarbours",
    "DiceJourneys", "DicePayment", "DiceRace", "DiceStations", "DiceTickets", "DiceWindfall",
    "Exchange", "FerryPayment", "Globetrotter", "HarbourCards", "Harbours", "Journeys", "Landmarks",
    "LastRound", "LeavingTickets", "LimitedWildPayment", "LongestPath", "Market", "Merchandise",
    "Passengers", "PieceChoice", "PlainClaims", "RaceEnd", "SetPayment", "Stations", "TicketRace",
    "Tickets", "Tokens", "Tours", "TransportPayment", "TunnelDice", "Tunnels", "TwoDeckMarket",
)  # fmt: skip
