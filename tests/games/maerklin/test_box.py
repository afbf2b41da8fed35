"""The box and the opening: MK-01 to MK-16, and what is reconstructed."""

from collections import Counter

import pytest

from capotreno import NOBODY, CapotrenoError, load
from capotreno.engine.state import WHO_CELL
from capotreno.telling.rules import rules
from capotreno.words import LANGUAGES, Voice
from tests.games.maerklin.table import COLOURS, SOUTH, Maerklin
from tests.scene import game_of


@pytest.mark.rule("MK-01")
def test_two_to_five_play() -> None:
    for players in range(2, 6):
        assert load("maerklin", players).players == players
    for players in (1, 6):
        with pytest.raises(CapotrenoError, match="players"):
            load("maerklin", players)


@pytest.mark.rule("MK-02")
def test_the_map_is_that_of_germany() -> None:
    board, germany = game_of("maerklin", 2).board, game_of("germany", 2).board
    assert [place.id for place in board.places if place.kind == "country"] == [
        "daenemark", "niederlande", "frankreich", "schweiz", "oesterreich",
    ]  # fmt: skip
    assert [(r.id, r.length, r.colour) for r in board.routes] == [
        (r.id, r.length, r.colour) for r in germany.routes
    ]


@pytest.mark.rule("MK-03", "MK-40")
def test_pieces_and_passengers() -> None:
    scene = Maerklin(3)
    assert scene.see("pieces") == [{"rail": 45}] * 3
    assert scene.see("passengers_left") == [3] * 3


@pytest.mark.rule("MK-04")
def test_the_cards() -> None:
    cards = {card.id: card for card in game_of("maerklin", 2).board.cards}
    assert {id: card.count for id, card in cards.items()} == {
        **dict.fromkeys(COLOURS, 11),
        "wild": 14,
        "wild_4plus": 6,
        "passenger": 10,
    }
    assert sum(card.count for card in cards.values()) == 118
    assert [id for id, card in cards.items() if card.wild] == ["wild", "wild_4plus"]
    assert (cards["wild"].from_length, cards["wild_4plus"].from_length) == (0, 4)


@pytest.mark.rule("MK-05")
def test_the_tickets() -> None:
    tickets = game_of("maerklin", 2).board.tickets
    for deck, low, high in (("short", 5, 11), ("long", 12, 22)):
        values = [ticket.points for ticket in tickets if ticket.deck == deck]
        assert (len(values), min(values), max(values)) == (23, low, high)


@pytest.mark.rule("MK-06", "MK-07", "MK-56")
def test_the_merchandise() -> None:
    places = game_of("maerklin", 2).board.places
    stacks = Counter((place.token_colour, place.tokens) for place in places)
    assert stacks == {
        ("black", (7, 6, 5, 4)): 1,
        ("red", (4, 3, 2)): 6,
        ("yellow", (3, 2, 1)): 12,
        ("white", (2,)): 16,
        ("", ()): 5,
    }
    assert game_of("maerklin", 2).board.place("berlin").tokens == (7, 6, 5, 4)
    assert sum(len(place.tokens) for place in places) == 74
    scene = Maerklin()
    left = scene.see("goods")
    assert left == {place.id: len(place.tokens) for place in places}
    assert [place for place, n in left.items() if not n] == [
        place.id for place in places if place.kind == "country"
    ]


@pytest.mark.rule("R-51")
def test_what_is_reconstructed_is_said() -> None:
    board = game_of("maerklin", 2).board
    assert all(ticket.reconstructed for ticket in board.tickets)
    for language in LANGUAGES:
        told = " ".join(rules(Voice(language), game_of("maerklin", 2)))
        for fact in board.reconstructed:
            assert fact.of(language) in told
    assert "merchandise" in board.reconstructed[0].en
    assert "tickets" in board.reconstructed[1].en


@pytest.mark.rule("MK-08", "MK-09", "MK-10", "MK-11", "MK-12", "R-20", "R-21")
def test_the_opening() -> None:
    game = game_of("maerklin", 2)
    state = game.start(5)
    cells = game.position(state)["cells"]
    assert isinstance(cells, dict)
    assert cells["hand_sizes"] == [4, 4]
    assert len([card for card in cells["row"].values() if card]) == 5
    for mix in ("short*1 long*3", "short*4"):
        texts = {game.action(code).text for code in game.legal(state)}
        assert texts == {
            "tickets short*4", "tickets short*3 long*1", "tickets short*2 long*2",
            "tickets short*1 long*3", "tickets long*4",
        }  # fmt: skip
        game.apply(state, game.code(f"tickets {mix}"))
    assert game.actors(state) == (0, 1)
    refused = []
    for seat in (0, 1):
        while game.decision(state, seat) is not None:
            menu = [game.action(code).text for code in game.legal_for(state, seat)]
            back = [text for text in menu if text.startswith("return")]
            refused += [text.split()[1] for text in back[:1]]
            game.apply(state, game.code((back or menu)[0]), seat)
    assert len(refused) == 4  # two of four each, and no more
    cells = game.position(state)["cells"]
    assert isinstance(cells, dict)
    assert {cells["tickets"][id] for id in refused} == {"deck"}  # shuffled back, not under it


@pytest.mark.rule("MK-13", "MK-54")
def test_tickets_are_hidden() -> None:
    scene = Maerklin().tickets(0, "berlin-chemnitz")
    assert scene.seen(0, "tickets")["berlin-chemnitz"] == "held 0"
    for seat in (NOBODY, 1):
        assert scene.seen(seat, "tickets")["berlin-chemnitz"] is None
    scene.end()
    assert scene.seen(1, "tickets")["berlin-chemnitz"] == "held 0"


@pytest.mark.rule("MK-14", "MK-60")
def test_the_most_points_win() -> None:
    scene = Maerklin().own(1, "berlin-leipzig")
    outcome = scene.end()
    assert (outcome.winners, outcome.totals) == ((1,), (0, 7))


@pytest.mark.rule("MK-15", "MK-16")
def test_turns_go_round_and_hold_one_of_four_actions() -> None:
    scene = Maerklin(3).own(1, *SOUTH).standing(1, "berlin")
    order = []
    for _ in range(4):
        order.append(scene.state.cells[WHO_CELL])
        scene.play("draw", "draw")
    assert order == [0, 1, 2, 0]
    scene.hand(1, red=3)
    assert {text.split()[0] for text in scene.legal} == {
        "take", "draw", "claim", "tickets", "depart",
    }  # fmt: skip
    scene.play("depart berlin", "ride berlin-leipzig")
    assert scene.why("claim berlin-magdeburg") == ("not_asked", "")
    assert scene.why("draw") == ("not_asked", "")
    scene.play("alight")
    assert (scene.actor, scene.question) == (2, "turn")
