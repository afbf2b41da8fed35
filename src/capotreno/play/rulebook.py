"""The rules of a game in a few sentences, from its parts and their numbers."""

from capotreno.engine.game import Game
from capotreno.engine.part import Part
from capotreno.play.names import Names
from capotreno.rules.claims import Claims
from capotreno.rules.pieces import Pieces
from capotreno.rules.tickets import Tickets
from capotreno.words import Voice

NUMBERS = ("hand", "row", "flush", "open_from", "points", "most", "second", "limit", "turns")


def rules(voice: Voice, game: Game) -> list[str]:
    """One paragraph for each part of the game, then how ties are broken."""
    names = Names(game, voice)
    told = []
    for part in game.parts:
        told.append(voice.say(rule_key(part), **_numbers(part, names)))
        if isinstance(part, Tickets) and part.mix:
            told.append(voice.say("rules.tickets_mix", decks=_decks(names)))
    if any(place.dead_end for place in game.board.places):
        told.append(voice.say("rules.dead_ends"))
    measures = [voice.say(f"measure.{measure}") for measure in game.ruleset.ranking]
    told.append(voice.say("rules.ranking", measures=voice.say("rules.then").join(measures)))
    return told


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
    if isinstance(part, Pieces):
        values["count"] = sum(part.counts)
    if isinstance(part, Tickets):
        for when, draw in (("opening", part.opening), ("later", part.later)):
            values[f"{when}_draw"], values[f"{when}_keep"] = draw.draw, draw.keep
    return values


def _decks(names: Names) -> str:
    """The ticket decks with the least and the most their tickets give."""
    tickets = names.game.board.tickets
    told = []
    for deck in dict.fromkeys(ticket.deck for ticket in tickets):
        points = [ticket.points for ticket in tickets if ticket.deck == deck]
        told.append(f"{names.deck(deck)} {min(points)}–{max(points)}")
    return ", ".join(told)
