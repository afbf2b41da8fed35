"""The box and the setting up of Ghost Train: GT-01 to GT-13."""

import pytest

from capotreno import NOBODY, CapotrenoError, load
from capotreno.bots.registry import make
from capotreno.games.registry import REGISTRY
from capotreno.telling.rules import rules
from capotreno.words import Voice
from tests.games.ghost_train.table import ACROSS, FAR, Ghost
from tests.scene import game_of

COLOURS = ("yellow", "green", "orange", "black", "blue", "red")


@pytest.mark.rule("GT-01")
def test_two_to_four_play() -> None:
    assert [load("ghost_train", players).players for players in (2, 3, 4)] == [2, 3, 4]
    for players in (1, 5):
        with pytest.raises(CapotrenoError, match="2 to 4 players"):
            load("ghost_train", players)


@pytest.mark.rule("GT-02", "R-40")
@pytest.mark.parametrize(("language", "word"), [("en", "reconstruction"), ("it", "ricostruzione")])
def test_players_are_told_that_the_map_is_a_reconstruction(language: str, word: str) -> None:
    board = REGISTRY["ghost_train"]().board
    assert (len(board.places), len(board.routes)) == (19, 66)
    told = " ".join(fact.of(language) for fact in board.reconstructed)
    assert word in told
    assert told in " ".join(rules(Voice(language), load("ghost_train", 2)))
    attested = [route.id for route in board.routes if not route.reconstructed]
    assert attested == ["misty_windmill-train_station"]
    tickets = [ticket.id for ticket in board.tickets if not ticket.reconstructed]
    assert tickets == ["witchs_cauldron-pumpkin_patch"]


@pytest.mark.rule("GT-02")
def test_every_place_has_a_name_in_both_languages() -> None:
    places = REGISTRY["ghost_train"]().board.places
    assert all(place.name.en and place.name.it != place.name.en for place in places)


@pytest.mark.rule("GT-03", "GT-08")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_has_twenty_pieces_and_the_map_is_empty(players: int) -> None:
    game = game_of("ghost_train", players)
    cells = game.position(game.start(1))["cells"]
    assert isinstance(cells, dict)
    assert cells["pieces"] == [{"rail": 20}] * players
    assert cells["owned"] == [[]] * players


@pytest.mark.rule("GT-04", "R-40")
def test_the_cards() -> None:
    board = REGISTRY["ghost_train"]().board
    assert {card.id: card.count for card in board.cards} == {
        **dict.fromkeys(COLOURS, 10),
        "wild": 12,
    }
    assert sum(card.count for card in board.cards) == 72


@pytest.mark.rule("GT-05", "GT-11")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_tickets_each_without_a_choice(players: int) -> None:
    game = game_of("ghost_train", players)
    state = game.start(1)
    cells = game.position(state)["cells"]
    assert isinstance(cells, dict)
    assert len(cells["tickets"]) == 33
    assert cells["tickets_held"] == [{"normal": 2}] * players
    assert cells["tickets_left"] == {"normal": 33 - 2 * players}
    assert (game.actor(state), game.layout.questions[state.stack[-1][0]].name) == (0, "turn")


@pytest.mark.rule("GT-06")
def test_everybody_can_win_a_trick_or_treat_card() -> None:
    scene = Ghost(4)
    scene.own(0, *ACROSS)
    scene.own(1, *(route.replace("/1", "/2") for route in ACROSS))
    scene.own(2, "haunted_tree-abandoned_school/1", "abandoned_school-pumpkin_patch/1")
    scene.own(2, "pumpkin_patch-misty_windmill/1", "misty_windmill-train_station")
    scene.own(2, "swamp-train_station/1")
    scene.own(3, "gloomy_clearing-witchs_cauldron/1", "witchs_cauldron-graveyard/1")
    scene.own(3, "mad_scientists_lab-graveyard/1", "mansion_on_the_hill-mad_scientists_lab/1")
    scene.own(3, "foggy_lighthouse-mansion_on_the_hill/1")
    assert [had["trick_or_treat"] for had in scene.see("bonuses")] == [1, 1, 1, 1]
    assert scene.see("completed") == [1, 1, 1, 1]
    scene.game.audit(scene.state)


@pytest.mark.rule("GT-07", "GT-42")
def test_the_jackpot_counts_nothing() -> None:
    scene = Ghost().tickets(0, "mad_scientists_lab-foggy_lighthouse", FAR[0]).any_done(0, 5)
    scene.own(0, "mansion_on_the_hill-mad_scientists_lab/1").hand(0, yellow=3).turn(0)
    scene.play("claim foggy_lighthouse-mansion_on_the_hill/1")
    assert scene.outcome.totals == (6, 0)
    assert scene.outcome.winners == (0,)


@pytest.mark.rule("GT-09", "GT-10")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_four_cards_each_and_none_face_up(players: int) -> None:
    game = game_of("ghost_train", players)
    cells = game.position(game.start(1))["cells"]
    assert isinstance(cells, dict)
    assert cells["hand_sizes"] == [4] * players
    assert cells["deck_size"] == 72 - 4 * players
    assert "row" not in cells


@pytest.mark.rule("GT-12")
def test_hands_and_tickets_are_hidden() -> None:
    scene = Ghost().tickets(0, *FAR).hand(0, red=2).turn(0)
    for seat in (NOBODY, 1):
        assert scene.seen(seat, "hands")[0]["red"] is None
        assert all(scene.seen(seat, "tickets")[id] is None for id in FAR)
        assert scene.seen(seat, "tickets_held")[0] == {"normal": 2}
    assert scene.seen(0, "hands")[0]["red"] == 2
    assert scene.seen(0, "tickets")[FAR[0]] == "held 0"


@pytest.mark.rule("GT-13")
def test_bots_race_to_six_tickets() -> None:
    game = game_of("ghost_train", 2)
    reasons = []
    for seed in range(12):
        state = game.start(seed)
        bots = [make("greedy", game, seat) for seat in range(2)]
        while (seat := game.actor(state)) is not None:
            game.apply(state, bots[seat].choose(game.view(state, seat)))
        outcome = game.outcome(state)
        reasons.append(outcome.reason)
        if outcome.reason == "goal_reached":
            assert max(outcome.totals) == 6
    assert reasons.count("goal_reached") >= 6
