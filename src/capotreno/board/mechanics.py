"""The `game` section of a board file: which mechanics a board of your own is played with.

Words and numbers only; every one has a default, and together the defaults are the classic rules.
What two of them say about each other, or about the map, is checked where the game is declared.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

BonusPoints = Annotated[int, Meta(ge=0, le=999)]
Few = Annotated[int, Meta(ge=1, le=9)]
Dealt = Annotated[int, Meta(ge=0, le=20)]
Named = Annotated[str, Meta(pattern=r"^[a-z0-9_]{1,60}(?![\s\S])")]  # an id of the same file


class Section(Struct, frozen=True, forbid_unknown_fields=True):
    """The ground of every struct of the section."""


class TicketRules(Section, frozen=True):
    """How tickets are drawn: [how many, how many of them must be kept]."""

    opening: Annotated[
        tuple[int, int], Meta(description="[dealt, kept at least] before the first turn.")
    ] = (3, 2)
    later: Annotated[
        tuple[int, int], Meta(description="[drawn, kept at least] by the action of a turn.")
    ] = (3, 1)
    refused: Annotated[
        Literal["under", "shuffle_opening", "leave_opening", "leave"],
        Meta(
            description="Where refused tickets go: under their deck; at the opening back into it "
            "at random; out of the game if refused at the opening; out of the game always."
        ),
    ] = "under"
    mix: Annotated[
        bool, Meta(description="Of two decks, everybody says how many of each before drawing.")
    ] = False
    dealt: Annotated[
        dict[Named, Few],
        Meta(description="Of several decks, how many of each make the opening; later: the last."),
    ] = {}


class BonusRules(Section, frozen=True):
    """Points at the end; what is not named here gives none."""

    longest_path: Annotated[BonusPoints, Meta(description="For the longest unbroken path.")] = 0
    globetrotter: Annotated[BonusPoints, Meta(description="For the most tickets done.")] = 0
    landmarks: Annotated[BonusPoints, Meta(description="For each landmark touched.")] = 0
    districts: Annotated[
        dict[Named, BonusPoints],
        Meta(description="By region: for joining all its places by a player's own network."),
    ] = {}
    double_paths: Annotated[
        tuple[BonusPoints, ...],
        Meta(
            max_length=9,
            description="For one ticket done over two ways with no common route, for two ...",
        ),
    ] = ()


class PassengerRules(Section, frozen=True):
    """Points for the most and the second most passengers of every colour."""

    most: BonusPoints = 20
    second: BonusPoints = 10


class StationRules(Section, frozen=True):
    """Stations: how many everybody has, and the points of one that is not built."""

    each: Annotated[int, Meta(ge=1, le=3)] = 3
    unbuilt: BonusPoints = 4


class HarbourRules(Section, frozen=True):
    """Harbours: how many everybody has, and what they give and cost."""

    each: Annotated[int, Meta(ge=1, le=3)] = 3
    points: Annotated[
        tuple[BonusPoints, ...],
        Meta(
            min_length=2,
            max_length=9,
            description="Of one by the tickets done that name its port: none, one, two ... or more",
        ),
    ] = (0, 20, 30, 40)
    unbuilt: Annotated[BonusPoints, Meta(description="What one that is not built costs.")] = 4


class ExchangeRules(Section, frozen=True):
    """Exchanging pieces: the points that each costs, and how many in a whole game."""

    cost: BonusPoints = 1
    most: Annotated[int, Meta(ge=1, le=999)] = 200


class JourneyRules(Section, frozen=True):
    """Journeys for merchandise: how many passengers everybody has."""

    each: Few = 3


class RaceRules(Section, frozen=True):
    """A race by tickets: how many are in hand, how many win, how long a quiet game lasts."""

    hand: Few = 2
    goal: Annotated[int, Meta(ge=1, le=99, description="So many done end the game.")] = 6
    rounds: Annotated[
        int, Meta(ge=1, le=99, description="So many rounds without a claim end it too.")
    ] = 20


class ConnectionRules(Section, frozen=True):
    """In a race: what joining two places or regions brings, once for everybody."""

    a: Named
    b: Named
    ticket: Annotated[bool, Meta(description="It counts as a ticket done.")] = False
    cards: Annotated[int, Meta(ge=0, le=9, description="So many cards are drawn.")] = 0


class EndingRules(Section, frozen=True):
    """When the last round begins and how long it is."""

    pieces: Annotated[
        int, Meta(ge=0, le=99, description="So many pieces left, or fewer, start the last round.")
    ] = 2
    turns: Annotated[
        int, Meta(ge=1, le=5, description="Turns that everybody has in the last round.")
    ] = 1


class Mechanics(Section, frozen=True):
    """What a board's file chooses for the game on it."""

    hand: Annotated[
        Dealt | dict[Named, Dealt],
        Meta(description="Cards dealt to everybody; of two decks, how many of each."),
    ] = 4
    row: Annotated[int, Meta(ge=0, le=10, description="Cards that lie face up; 0: none do.")] = 5
    blind_draw: Annotated[
        Few | None, Meta(description="Cards drawn at once where none lies face up; left out: 2.")
    ] = None
    flush: Annotated[
        int, Meta(ge=0, le=10, description="So many face-up wilds sweep the row away; 0: never.")
    ] = 3
    face_up_wild: Annotated[
        Literal["whole_draw", "one_card"],
        Meta(description="Whether a face-up wild is the whole draw or one card of the two."),
    ] = "whole_draw"
    wilds: Annotated[
        Literal["everywhere", "ferries_and_tunnels"],
        Meta(description="Where wilds may be played."),
    ] = "everywhere"
    cards_for_wild: Annotated[
        int,
        Meta(ge=0, le=9, description="So many cards of any kind stand for a ferry's wild; 0: none"),
    ] = 0
    twins_from: Annotated[
        int,
        Meta(ge=1, le=9, description="From so many players on, both of parallel routes are open."),
    ] = 4
    tickets: TicketRules = TicketRules()
    bonuses: Annotated[
        BonusRules | None,
        Meta(description="Left out: 10 for the longest path, 1 for each landmark there is."),
    ] = None
    passengers: Annotated[
        PassengerRules | None,
        Meta(description="Left out: 20 and 10, where the board has passengers."),
    ] = None
    journeys: Annotated[
        JourneyRules | None,
        Meta(description="Left out: 3 passengers each, where the board has merchandise."),
    ] = None
    stations: Annotated[StationRules | None, Meta(description="Left out: no stations.")] = None
    harbours: Annotated[HarbourRules | None, Meta(description="Left out: no harbours.")] = None
    piece_choice: Annotated[
        dict[Named, Annotated[int, Meta(ge=0, le=999)]] | None,
        Meta(
            description="Everybody chooses as many pieces as these together; these are advised to "
            "beginners. Left out: everybody has all."
        ),
    ] = None
    exchange: Annotated[
        ExchangeRules | None, Meta(description="Left out: pieces are not exchanged.")
    ] = None
    race: Annotated[
        RaceRules | None, Meta(description="A race by tickets; left out: points win.")
    ] = None
    connections: Annotated[
        tuple[ConnectionRules, ...], Meta(max_length=9, description="Bonuses of a race.")
    ] = ()
    ending: EndingRules = EndingRules()
    ranking: Annotated[
        list[Literal["tickets", "stations", "longest_path", "passengers", "merchandise"]] | None,
        Meta(
            description="What breaks a tie on points, in order; left out: tickets, then stations, "
            "longest_path, passengers and merchandise as far as the game has them."
        ),
    ] = None
