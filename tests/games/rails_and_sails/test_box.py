"""What is in the box, and how a game begins."""

from collections import Counter

import pytest

from capotreno import load
from tests.games.rails_and_sails.sails import COLOURS, PIECES, Opening, Sails, on_both, swap

LIMITS = {"world": (25, 50, 60), "great_lakes": (33, 32, 50)}


@on_both
@pytest.mark.rule("W-01", "GL-01", "R-39")
def test_the_map(name: str) -> None:
    board = load(name).board
    junctions = [place for place in board.places if place.kind == "waypoint"]
    ports = [place for place in board.places if place.port]
    inland = len(board.places) - len(ports) - len(junctions)
    counts = {"world": (38, 9, 1), "great_lakes": (25, 10, 2)}
    assert (len(ports), inland, len(junctions)) == counts[name]
    assert {route.kind for route in board.routes} == {"rail", "sea"}
    named = {stop for ticket in board.tickets for stop in ticket.stops}
    assert not any(place.port or place.id in named for place in junctions)


@on_both
@pytest.mark.rule("W-02", "GL-02")
def test_players_and_colours(name: str) -> None:
    board = load(name).board
    assert board.players == (2, 5)
    assert board.seat_colours == ("blue", "red", "green", "yellow", "black")


@on_both
@pytest.mark.rule("W-03", "GL-03", "W-15", "GL-15")
def test_a_players_box(name: str) -> None:
    opening = Opening(name, 3)
    rail, sea, _ = LIMITS[name]
    assert opening.see("box") == [{"rail": rail, "sea": sea}] * 3
    assert opening.see("harbours") == [[], [], []]
    opening.keep_all().play(opening.legal[0], opening.legal[0], opening.legal[0])
    assert [opening.line(seat, "harbours_unbuilt") for seat in range(3)] == [-12] * 3


@on_both
@pytest.mark.rule("W-04", "GL-04", "W-05", "GL-05", "W-06", "GL-06", "R-34")
def test_the_cards(name: str) -> None:
    cards = load(name).board.cards
    trains = [card for card in cards if card.deck == "train"]
    ships = [card for card in cards if card.deck == "ship"]
    assert sum(card.count for card in trains) == 80
    assert [card.count for card in trains if card.wild] == [14]
    assert not any(card.wild for card in ships)
    for colour in COLOURS:
        own = [card for card in trains if card.colour == colour]
        assert sum(card.count for card in own) == 11
        assert sum(card.count for card in own if card.harbour) == 4
        sizes = Counter({c.spaces: c.count for c in ships if c.colour == colour})
        assert sizes == {1: 4, 2: 6}
        marked = [(c.spaces, c.count) for c in ships if c.colour == colour and c.harbour]
        assert marked == [(1, 4)]
    assert {card.colour for card in cards} == {*COLOURS, ""}


@on_both
@pytest.mark.rule("W-07", "GL-07", "W-75")
def test_the_tickets(name: str) -> None:
    tickets = load(name).board.tickets
    tours = [ticket for ticket in tickets if len(ticket.stops) > 2]
    assert (len(tickets), len(tours)) == {"world": (65, 8), "great_lakes": (55, 0)}[name]
    assert all(len(ticket.stops) == 2 for ticket in tickets if ticket not in tours)
    assert all(ticket.points_in_order > ticket.points for ticket in tours)


@on_both
@pytest.mark.rule("W-08", "GL-08", "W-09", "GL-09")
def test_hands_and_row(name: str) -> None:
    opening = Opening(name, 2)
    hand = {"world": {"train": 3, "ship": 7}, "great_lakes": {"train": 2, "ship": 2}}[name]
    assert opening.see("hand_sizes") == [hand, hand]
    assert opening.see("deck_size") == {
        "train": 80 - 2 * hand["train"] - 3,
        "ship": 60 - 2 * hand["ship"] - 3,
    }
    decks = {card.id: card.deck for card in opening.game.board.cards}
    assert Counter(decks[card] for card in opening.face_up if card) == {"train": 3, "ship": 3}
    drawn = opening.words(opening.told, "drew")
    assert all(decks[event["card"]] == event["card_deck"] for event in drawn)


@on_both
@pytest.mark.rule("W-08", "GL-08")
def test_each_deck_is_shuffled_by_itself(name: str) -> None:
    """The last train and the last ship are as likely as the first."""
    last_train, last_ship = 79, 59
    forced = (last_train,) if name == "world" else (last_train, 0, last_ship)
    opening = Opening(name, 2, forced)
    drawn = [event["card"] for event in opening.words(opening.told, "drew")]
    assert drawn[0] == "wild"
    if name == "great_lakes":
        assert drawn[2] == "double_white"


@on_both
@pytest.mark.rule("W-10", "GL-10", "W-11", "GL-11", "R-10")
def test_five_tickets_of_which_three_are_kept(name: str) -> None:
    opening = Opening(name, 2)
    assert list(opening.see("tickets").values()).count("offered 0") == 5
    for _ in range(2):
        opening.play(next(text for text in opening.legal if text.startswith("return")), seat=0)
    keep = opening.legal
    assert len(keep) == 1
    assert opening.why(keep[0].replace("keep", "return"))[0] == "must_keep"
    opening.play(*keep)
    for _ in range(2):
        opening.play(opening.legal[0])
    assert opening.see("tickets_under_next") == {name: 0}, "settled when all have chosen"
    for _ in range(5):
        opening.play(opening.legal[0], seat=1)
    assert opening.see("tickets_held") == [{name: 3}, {name: 5}]
    under = [place for place in opening.see("tickets").values() if place.startswith("under")]
    assert sorted(under) == ["under 0 0", "under 1 0"]


@on_both
@pytest.mark.rule("W-12", "GL-12", "W-14", "GL-14")
def test_any_mix_within_the_limits(name: str) -> None:
    opening = Opening(name, 2).keep_all()
    assert opening.question == "pieces"
    rail, sea, total = LIMITS[name]
    mixes = {f"pieces rail*{n} sea*{total - n}" for n in range(rail + 1) if total - n <= sea}
    assert set(opening.legal) == mixes
    advised = "pieces rail*{} sea*{}".format(*PIECES[name])
    assert advised in mixes
    opening.play(advised, opening.legal[-1])
    assert opening.see("pieces") == [
        dict(zip(("rail", "sea"), PIECES[name], strict=True)),
        {"rail": rail, "sea": total - rail},
    ]
    assert opening.see("box")[1] == {"rail": 0, "sea": sea - total + rail}


@on_both
@pytest.mark.rule("W-13", "GL-13", "R-10")
def test_the_choice_is_secret_until_all_have_made_it(name: str) -> None:
    opening = Opening(name, 3).keep_all()
    first, second, third = opening.legal[0], opening.legal[1], opening.legal[2]
    events = opening.play(second, seat=1)
    assert all(opening.game.redact(event, 0) is None for event in events if event[0] > 3)
    assert opening.seen(0, "pieces_chosen") == [None, None, None]
    assert opening.seen(1, "pieces_chosen")[1] == second.removeprefix("pieces ")
    assert opening.seen(0, "pieces") == [{"rail": 0, "sea": 0}] * 3
    opening.play(third, seat=2)
    shown = opening.words(opening.play(first, seat=0), "equipped")
    assert [event["mix"] for event in shown] == [
        text.removeprefix("pieces ") for text in (first, second, third)
    ]
    assert (opening.actor, opening.question) == (0, "turn")


@on_both
@pytest.mark.rule("W-14", "GL-14", "R-37")
def test_nobody_ever_has_more_than_the_limits(name: str) -> None:
    """All pieces of a kind that are not placed are in the supply or the box, at any time."""
    rail, sea, total = LIMITS[name]
    scene = Sails(name).supply(0, rail=total - sea, sea=sea).turn(0)
    assert "exchange sea" not in scene.legal
    assert scene.why("exchange sea") == ("exchange_short", 67)
    scene.play("exchange rail", swap("rail", rail - (total - sea)))
    assert scene.see("pieces")[0]["rail"] == rail
    assert scene.see("box")[0]["rail"] == 0
