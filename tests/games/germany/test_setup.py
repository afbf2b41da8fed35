"""Before the first turn: passengers, cards and the opening tickets."""

from collections import Counter
from itertools import permutations

import pytest

from capotreno import NotYourDecision, load
from tests.games.germany.table import COLOURS, Opening

# With two players chance deals 4 + 4 cards, turns up 5 and places 60 passengers, in this order.
DEALT, TURNED, PLACED = 8, 5, 60
BEFORE_TICKETS = DEALT + TURNED + PLACED
CROWDS = {
    "berlin": 5, "frankfurt": 4, "hamburg": 4, "koeln": 4, "muenchen": 4,
    "leipzig": 3, "stuttgart": 3,
}  # fmt: skip
# The first outcome of chance, again and again, offers these to the seats 0 and 1.
FIRST = ("mannheim-stuttgart", "mainz-stuttgart", "bremerhaven-frankreich", "dresden-augsburg")
NEXT = ("berlin-leipzig", "frankfurt-stuttgart", "hamburg-rostock", "karlsruhe-augsburg")


def offered() -> Opening:
    """Seat 0 has drawn two short and two long tickets, seat 1 four short ones."""
    return Opening().announce("short*2 long*2", "short*4")


@pytest.mark.rule("G-09")
def test_passengers_wait_where_the_board_says() -> None:
    waiting = Opening().see("waiting")
    assert {place: sum(who.values()) for place, who in waiting.items()} == {
        place: CROWDS.get(place, 1) for place in waiting
    }
    assert sum(sum(who.values()) for who in waiting.values()) == 60


@pytest.mark.rule("G-10")
def test_every_passenger_in_the_bag_is_equally_likely() -> None:
    found: Counter[str] = Counter()
    for outcome in range(60):
        opening = Opening(forced=(*[0] * (DEALT + TURNED), outcome))
        found.update(opening.waiting("augsburg"))  # the first place to be served
    assert found == dict.fromkeys(("red", "green", "black", "yellow", "blue", "white"), 10)


@pytest.mark.rule("G-10")
def test_a_passenger_placed_is_no_longer_in_the_bag() -> None:
    opening = Opening()  # always the first passenger of the bag: ten red ones, then ten green ...
    assert opening.waiting("augsburg") == {"red": 1}
    assert opening.waiting("berlin") == {"red": 5}
    assert opening.waiting("oesterreich") == {"white": 1}


@pytest.mark.rule("G-11")
def test_all_start_with_all_pieces_and_no_points() -> None:
    opening = Opening(5)
    for seat in range(5):
        assert opening.pieces(seat) == 45
        assert opening.total(seat) == 0


@pytest.mark.rule("G-12")
def test_four_cards_are_dealt_to_each() -> None:
    opening = Opening(3)  # always the first card of the deck
    assert [opening.held(seat) for seat in range(3)] == [{"purple": 4}] * 3
    assert opening.see("hand_sizes") == [4, 4, 4]


@pytest.mark.rule("G-12")
def test_the_deck_is_shuffled() -> None:
    """Each of the 110 cards is equally likely to be the first one dealt."""
    found: Counter[str] = Counter()
    for outcome in range(110):
        opening = Opening(forced=(outcome,))
        found[opening.words(opening.told, "drew")[0]["card"]] += 1
    assert found == {**dict.fromkeys(COLOURS, 12), "wild": 14}


@pytest.mark.rule("G-13")
def test_five_cards_are_turned_up_from_the_rest() -> None:
    opening = Opening()
    assert opening.face_up == ["purple"] * 4 + ["blue"]
    assert opening.see("deck_size") == 110 - 8 - 5
    assert opening.see("deck") == {"purple": 0, "blue": 11, **dict.fromkeys(COLOURS[2:], 12)} | {
        "wild": 14
    }


@pytest.mark.rule("G-14", "R-08")
def test_globetrotter_is_nobodys_at_the_start() -> None:
    opening = offered().keep_only(*FIRST).keep_only(*NEXT)
    assert [opening.line(seat, "globetrotter") for seat in (0, 1)] == [0, 0]


@pytest.mark.rule("G-15")
@pytest.mark.parametrize(("deck", "size"), [("short", 55), ("long", 34)])
def test_each_ticket_deck_is_shuffled_by_itself(deck: str, size: int) -> None:
    """The first one drawn may be any ticket of its deck, each equally likely."""
    first = []
    for outcome in range(size):
        opening = Opening(forced=(*[0] * BEFORE_TICKETS, outcome))
        drawn = opening.words(opening.play(f"tickets {deck}*4"), "offered")
        assert {event["ticket_deck"] for event in drawn} == {deck}
        first.append(drawn[0]["ticket"])
    tickets = load("germany").board.tickets
    assert sorted(first) == sorted(ticket.id for ticket in tickets if ticket.deck == deck)


@pytest.mark.rule("G-16", "R-20")
@pytest.mark.parametrize("short", range(5))
def test_four_tickets_in_any_mix(short: int) -> None:
    opening = Opening()
    parts = [f"short*{short}"] * (short > 0) + [f"long*{4 - short}"] * (short < 4)
    opening.announce(" ".join(parts))
    assert opening.see("tickets_offered")[0] == {"short": short, "long": 4 - short}


@pytest.mark.rule("G-16", "R-20")
@pytest.mark.parametrize("mix", ["short*3", "long*3", "short*1 long*1"])
def test_never_fewer_than_four(mix: str) -> None:
    assert Opening().why(f"tickets {mix}") == ("ticket_mix", "G-67")


@pytest.mark.rule("G-17", "R-20")
def test_the_mix_is_announced_before_a_ticket_is_drawn() -> None:
    opening = Opening()
    assert opening.question == "ticket_mix"
    assert opening.where("offered 0") == set()
    assert set(opening.seen(0, "tickets").values()) == {None}
    opening.announce("short*2 long*2")
    assert opening.where("offered 0") == set(FIRST)
    assert opening.why("keep mannheim-stuttgart")[0] == "not_asked"


@pytest.mark.rule("G-17", "R-20")
def test_the_seats_announce_in_order() -> None:
    opening = Opening(3)
    for seat in range(3):
        assert opening.game.actors(opening.state) == (seat,)
        opening.announce("long*4")
    assert opening.question == "keep_tickets"
    with pytest.raises(NotYourDecision):
        Opening(3).play("tickets long*4", seat=1)


@pytest.mark.rule("G-18")
@pytest.mark.parametrize("kept", [2, 3, 4])
def test_two_three_or_four_are_kept(kept: int) -> None:
    opening = offered().keep_only(*FIRST[:kept]).keep_only(*NEXT)
    assert opening.where("held 0") == set(FIRST[:kept])


@pytest.mark.rule("G-18")
def test_fewer_than_two_are_never_kept() -> None:
    opening = offered()
    opening.play("return mannheim-stuttgart", "return mainz-stuttgart")
    assert opening.legal == ["keep bremerhaven-frankreich"]
    assert opening.why("return bremerhaven-frankreich") == ("must_keep", "G-69")
    opening.play("keep bremerhaven-frankreich")
    assert opening.why("return dresden-augsburg") == ("must_keep", "G-69")


@pytest.mark.rule("G-19", "R-21")
def test_refused_tickets_are_shuffled_into_their_own_decks() -> None:
    opening = offered().keep_only("mainz-stuttgart", "dresden-augsburg")
    assert opening.see("tickets_left") == {"short": 55 - 6, "long": 34 - 2}  # not before all chose
    opening.keep_only(*NEXT)
    assert opening.see("tickets_left") == {"short": 55 - 5, "long": 34 - 1}
    assert opening.see("tickets_fresh") == opening.see("tickets_left")
    assert {"mannheim-stuttgart", "bremerhaven-frankreich"} < opening.where("deck")
    # Shuffled in, not put under: the very first ticket drawn may be one of them.
    opening.play("tickets short*4")
    assert "mannheim-stuttgart" in opening.where("offered 0")


@pytest.mark.rule("G-20")
def test_nobody_sees_the_tickets_of_another() -> None:
    opening = offered()
    assert {id for id, at in opening.seen(0, "tickets").items() if at} == set(FIRST)
    opening.keep_only(*FIRST[:2]).keep_only(*NEXT[:2])
    assert {id for id, at in opening.seen(0, "tickets").items() if at} == set(FIRST[:2])
    assert {id for id, at in opening.seen(1, "tickets").items() if at} == set(NEXT[:2])
    assert set(opening.seen(-1, "tickets").values()) == {None}


@pytest.mark.rule("G-21", "R-10")
def test_the_first_turn_waits_for_the_last_choice() -> None:
    opening = offered().keep_only(*FIRST)
    assert opening.see("turn_of") == -1
    opening.play(*[f"keep {ticket}" for ticket in NEXT[:3]])
    assert opening.question == "keep_tickets"
    opening.play(f"keep {NEXT[3]}")
    assert (opening.question, opening.actor) == ("turn", 0)


@pytest.mark.rule("R-10")
def test_the_opening_does_not_depend_on_who_chooses_first() -> None:
    digests = set()
    for order in permutations(range(3)):
        opening = Opening(3).announce("short*4", "long*4", "short*2 long*2")
        assert opening.game.actors(opening.state) == (0, 1, 2)
        for seat in order:
            for step in ("return", "keep", "return", "keep"):
                ticket = opening.game.legal_for(opening.state, seat)[0]
                word = opening.game.action(ticket).text.split()[1]
                opening.play(f"{step} {word}", seat=seat)
        digests.add(opening.game.digest(opening.state))
    assert len(digests) == 1


@pytest.mark.rule("R-10")
def test_a_choice_is_secret_until_the_last_one_is_in() -> None:
    one, other = offered(), offered()
    one.play(*[f"keep {ticket}" for ticket in NEXT], seat=1)
    other.play(
        *[
            f"{step} {t}"
            for step, t in zip(("return", "return", "keep", "keep"), NEXT, strict=True)
        ],
        seat=1,
    )
    seen = [scene.game.position(scene.game.view(scene.state, 0)) for scene in (one, other)]
    assert seen[0] == seen[1]
    assert one.see("tickets_held")[1] == {"short": 0, "long": 0}
    one.keep_only(*FIRST)
    assert one.see("tickets_held")[1] == {"short": 4, "long": 0}
