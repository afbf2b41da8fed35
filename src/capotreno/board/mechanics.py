"""The `game` section of a board file: which mechanics a board of one's own is played with.

Words and numbers only; every one has a default, and together the defaults are the classic rules.
What two of them say about each other, or about the map, is checked where the game is declared.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Bonus = Annotated[int, Meta(ge=0, le=999)]


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
        Literal["under", "leave_opening", "leave"],
        Meta(
            description="Where refused tickets go: under their deck; out of the game if they were "
            "refused at the opening; out of the game always."
        ),
    ] = "under"


class BonusRules(Section, frozen=True):
    """Points at the end; what is not named here gives none."""

    longest_path: Annotated[Bonus, Meta(description="For the longest unbroken path.")] = 0
    globetrotter: Annotated[Bonus, Meta(description="For the most tickets done.")] = 0
    landmarks: Annotated[Bonus, Meta(description="For each landmark touched.")] = 0


class PassengerRules(Section, frozen=True):
    """Points for the most and the second most passengers of every colour."""

    most: Bonus = 20
    second: Bonus = 10


class StationRules(Section, frozen=True):
    """Stations: how many everybody has, and the points of one that is not built."""

    each: Annotated[int, Meta(ge=1, le=3)] = 3
    unbuilt: Bonus = 4


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

    hand: Annotated[int, Meta(ge=0, le=20, description="Cards dealt to everybody.")] = 4
    row: Annotated[int, Meta(ge=1, le=10, description="Cards that lie face up.")] = 5
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
    stations: Annotated[StationRules | None, Meta(description="Left out: no stations.")] = None
    ending: EndingRules = EndingRules()
    ranking: Annotated[
        list[Literal["tickets", "stations", "longest_path", "passengers"]] | None,
        Meta(
            description="What breaks a tie on points, in order; left out: tickets, then stations, "
            "longest_path and passengers as far as the game has them."
        ),
    ] = None
