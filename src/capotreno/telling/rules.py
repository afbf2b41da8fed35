"""The rules of a game in a few sentences, from its parts and their numbers."""

from capotreno.engine.game import Game
from capotreno.engine.part import Part
from capotreno.rules.building.harbours import Harbours
from capotreno.rules.cards.cards import Cards
from capotreno.rules.cards.market import Market
from capotreno.rules.cards.row import Row
from capotreno.rules.claiming.claims import Claims
from capotreno.rules.claiming.exchange import Exchange
from capotreno.rules.claiming.parallel import Parallel
from capotreno.rules.claiming.piece_choice import PieceChoice
from capotreno.rules.claiming.pieces import Pieces
from capotreno.rules.dice.dice import Dice
from capotreno.rules.ending.last_round import LastRound
from capotreno.rules.paying.any_for_wild import AnyForWild
from capotreno.rules.paying.ferries import FerryPayment
from capotreno.rules.paying.limited_wilds import LimitedWildPayment
from capotreno.rules.paying.wilds import EVERYWHERE
from capotreno.rules.scoring.connection_bonus import Bonus, ConnectionBonus
from capotreno.rules.scoring.districts import Districts
from capotreno.rules.scoring.double_paths import DoublePaths
from capotreno.rules.tickets.leaving import LeavingTickets
from capotreno.rules.tickets.race import TicketRace
from capotreno.rules.tickets.tickets import Tickets
from capotreno.telling.names import Names
from capotreno.words import Voice

NUMBERS = (
    "hand", "row", "flush", "open_from", "points", "most", "second", "limit", "turns", "each",
    "unbuilt", "cost", "count", "goal", "rounds", "faces",
)  # fmt: skip


def rules(voice: Voice, game: Game) -> list[str]:
    """One paragraph for each part of the game, how ties are broken, what is reconstructed."""
    names = Names(game, voice)
    told = []
    for part in game.parts:
        said = [voice.say(_sentence(part, game), **_numbers(part, names))]
        told.append(" ".join(said + _more(part, names)))
        if isinstance(part, Dice) and part.rounds:
            told.append(voice.say("rules.patience", rounds=part.rounds))
        if isinstance(part, Tickets) and part.mix:
            told.append(voice.say("rules.tickets_mix", decks=_decks(names)))
        if isinstance(part, LeavingTickets) and part.decks > 1:
            told.append(voice.say("rules.tickets_dealt", decks=_dealt(part, names)))
    if any(place.dead_end for place in game.board.places):
        told.append(voice.say("rules.dead_ends"))
    if any(ticket.options for ticket in game.board.tickets):
        told.append(voice.say("rules.ticket_options"))
    told.append(_ranking(voice, game))
    return told + [fact.of(voice.language) for fact in game.board.reconstructed]


def _more(part: Part, names: Names) -> list[str]:
    """What a part is told beside its sentence, where it is declared so or the map has it."""
    say, wild = names.voice.say, names.wild
    match part:
        case Row() if part.flush:
            several = part.cards.decks > 1
            key = "rules.flush_two" if several else "rules.flush"
            return [say(key, flush=part.flush, wild=wild)]
        case FerryPayment():
            return _ferries(part, names)
        case LimitedWildPayment():
            return _limited(names)
        case LeavingTickets():
            return [say("rules.refused_leave" if part.later_too else "rules.refused_opening")]
        case Tickets():
            return [say("rules.refused_shuffled" if part.shuffle_back else "rules.refused_under")]
        case Exchange() if part.patience is not None:
            return [say("rules.exchange_most", most=part.patience)]
    return []


def _ranking(voice: Voice, game: Game) -> str:
    """Who wins, and what decides where several are level."""
    measures = [voice.say(f"measure.{measure}") for measure in game.ruleset.ranking]
    if measures:
        return voice.say("rules.ranking", measures=voice.say("rules.then").join(measures))
    race = game.layout.partners(TicketRace)
    return voice.say("rules.ranking_race" if race else "rules.shared")


def _sentence(part: Part, game: Game) -> str:
    """The key of the sentence for a part as it is declared."""
    key = rule_key(part)
    if isinstance(part, Parallel) and part.open_from <= game.board.players[0]:
        return "rules.parallel_open"
    if isinstance(part, Market) and not part.whole:
        return "rules.market_free"
    if isinstance(part, Tickets) and part.tolls:
        return "rules.tickets_opening"
    several = isinstance(part, LastRound) and len(game.board.supplies) > 1
    return "rules.lastround_kinds" if several else key


def rule_key(part: Part) -> str:
    """The key of the sentence about a part."""
    return f"rules.{type(part).__name__.lower()}"


def _numbers(part: Part, names: Names) -> dict[str, str | int]:
    """A part's parameters as its sentence names them."""
    values: dict[str, str | int] = {"wild": names.wild}
    values["any_colour"] = names.voice.say("label.any_colour")
    for name in NUMBERS:
        value = getattr(part, name, None)
        if isinstance(value, int):
            values[name] = value
    if isinstance(part, Claims):
        values["table"] = ", ".join(f"{n} → {points}" for n, points in part.points.items())
    if isinstance(part, ConnectionBonus):
        values["bonuses"] = "; ".join(_bonus(names, bonus) for bonus in part.bonuses)
    if isinstance(part, Pieces):
        values["count"] = part.total or sum(part.counts)
    if isinstance(part, Cards) and isinstance(part.hand, dict):
        values["hand"] = " + ".join(f"{n} {names.deck(deck)}" for deck, n in part.hand.items())
    if isinstance(part, PieceChoice):
        values["total"] = part.pieces.total
        supplies = zip(part.pieces.counts, names.pieces, strict=True)
        values["supply"] = " + ".join(f"{n} × {name}" for n, name in supplies)
    values |= _scales(part, names)
    if isinstance(part, Tickets):
        for when, draw in (("opening", part.opening), ("later", part.later)):
            values[f"{when}_draw"], values[f"{when}_keep"] = draw.draw, draw.keep
    return values


def _scales(part: Part, names: Names) -> dict[str, str | int]:
    """Points that go by a number or by a region."""
    match part:
        case Districts():
            told = [f"{names.stop(region)} {points}" for region, points in part.points.items()]
            return {"districts": ", ".join(told)}
        case DoublePaths():
            counted = enumerate(part.points, 1)
        case Harbours():
            first = 0 if part.points[0] else 1
            counted = enumerate(part.points[first:], first)
        case _:
            return {}
    return {"scale": ", ".join(f"{n} → {points}" for n, points in counted)}


def _bonus(names: Names, bonus: Bonus) -> str:
    """Two ends and what joining them brings."""
    a, b, say = names.stop(bonus.a), names.stop(bonus.b), names.voice.say
    cards = "rules.bonus_tokens" if names.payer else "rules.bonus_cards"
    told = [say(cards, a=a, b=b, n=bonus.cards)] if bonus.cards else []
    if bonus.ticket:
        key = (
            "rules.bonus_ticket" if names.voice.knows(f"bonus.{bonus.name}") else "rules.bonus_done"
        )
        told.insert(0, say(key, a=a, b=b, bonus=names.bonus(bonus.name)))
    return "; ".join(told)


def _ferries(part: FerryPayment, names: Names) -> list[str]:
    """Where wilds may be played, what ferries take, what may stand for something else."""
    say, wild, routes = names.voice.say, names.wild, names.game.board.routes
    where = "rules.wilds_everywhere" if part.wilds == EVERYWHERE else "rules.wilds_rough"
    told = [say(where, wild=wild)]
    if any(route.ferry for route in routes):
        told.append(say("rules.ferries", wild=wild))
    instead = [rule.cards for rule in part.any_cards if isinstance(rule, AnyForWild)]
    told += [say("rules.card_for_wild", wild=wild, instead=cards) for cards in instead]
    if any(route.card_set for route in routes):
        told.append(say("rules.card_sets"))
    return told


def _limited(names: Names) -> list[str]:
    """The wilds for long routes, how long these must be, and the cards that pay for none."""
    told = []
    for name, card in zip(names.cards, names.game.board.cards, strict=True):
        if card.from_length:
            told.append(names.voice.say("rules.limited", limited=name, least=card.from_length))
        if card.passenger:
            told.append(names.voice.say("rules.fares", fare=name))
    return told


def _dealt(part: LeavingTickets, names: Names) -> str:
    """How many tickets of each deck make the opening."""
    decks = dict.fromkeys(ticket.deck for ticket in names.game.board.tickets)
    counts = zip(part.dealt, decks, strict=True)
    return " + ".join(f"{n} {names.deck(deck, n)}" for n, deck in counts)


def _decks(names: Names) -> str:
    """The ticket decks with the least and the most their tickets give."""
    tickets = names.game.board.tickets
    told = []
    for deck in dict.fromkeys(ticket.deck for ticket in tickets):
        points = [ticket.points for ticket in tickets if ticket.deck == deck]
        told.append(f"{names.deck(deck)} {min(points)}–{max(points)}")
    return ", ".join(told)
