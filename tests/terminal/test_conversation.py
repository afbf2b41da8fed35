"""What is typed is read strictly: nothing is done that was not plainly said."""

import os
import re
from pathlib import Path

import pytest

from capotreno import Match, load
from capotreno.match import read_log
from capotreno.reader.standing import Standing
from capotreno.telling.names import Names
from capotreno.terminal.talk.choices import Chooser
from capotreno.terminal.talk.understand import Ear, Meant
from capotreno.words import Voice
from tests.terminal.driver import CHATTER, Ran, Shell, one_line


def own(file: Path) -> list[list[str]]:
    """What the person has done in a saved game."""
    return [gesture.actions for gesture in read_log(file).gestures if gesture.seat == 0]


def talk(shell: Shell, tmp_path: Path, typed: str, *more: str) -> tuple[Ran, list[list[str]]]:
    """A game of New York in which much can be claimed, and what came of the words."""
    file = tmp_path / "talk.jsonl"
    argv = ("play", "new_york", "--seed", "8", "--save", str(file), *more)
    ran = shell(*argv, typed=f"\n{typed}")
    assert ran.code == 0
    return ran, own(file)[1:]


def ear(language: str, seed: int = 8, game: str = "germany") -> Ear:
    """Somebody listening at the first turn of a game."""
    match = Match(load(game, 2), seed)
    while any(action.verb in ("keep", "tickets") for action in match.legal()[:1]):
        match.play(match.legal()[0])
    view = match.view(0)
    chooser = Chooser(Names(match.game, Voice(language), you=0), Standing(match.game, view, 0))
    return Ear(chooser, chooser.choices(match.game.legal(view)))


# -- numbers and signs -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("?", "Name the tickets to keep"),
        ("help", "Name the tickets to keep"),
        (",", "Name the tickets to keep"),
        ("keep", "Name the tickets to keep"),
        ("1 1", "once only"),
        ("-1", "the numbers 1 to 2"),
        ("3", "the numbers 1 to 2"),
    ],
)
def test_keeping_tickets_is_read_strictly(shell: Shell, typed: str, said: str) -> None:
    ran = shell("play", "new_york", "--seed", "8", typed=f"{typed}\n")
    assert said in ran.out
    assert shell.saved() == []


@pytest.mark.parametrize("typed", ["1 2", "2,1", "keep 1 2", "tieni 1 2", "all", "tutti", ""])
def test_ways_to_keep_all_tickets(shell: Shell, tmp_path: Path, typed: str) -> None:
    file = tmp_path / "kept.jsonl"
    shell("play", "new_york", "--seed", "8", "--save", str(file), typed=f"{typed}\n")
    assert [action.split()[0] for action in own(file)[0]] == ["keep", "keep"]


@pytest.mark.parametrize("typed", ["-1", "0", "+1", "99", "999999999999", "claim -1"])
def test_a_number_out_of_range_is_refused_as_a_number(
    shell: Shell, tmp_path: Path, typed: str
) -> None:
    ran, done = talk(shell, tmp_path, f"{typed}\n")
    assert re.search(r"The numbers of the list are 1 to \d+\.", ran.out)
    assert done == []


# -- verbs and routes --------------------------------------------------------------------------


def test_a_verb_alone_asks_for_its_object() -> None:
    italian = ear("it")
    wild = italian.game.code("take wild")
    claims = {action.code for action in italian.legal if action.verb == "claim"}
    assert wild in [action.code for action in italian.legal], "the test wants one face up"
    assert set(italian.hear("l").unclear) == {wild, *claims}
    assert set(italian.hear("linea").unclear) == claims
    assert len(italian.hear("prendi").unclear) > 1
    assert italian.hear("prendi l").code == wild
    assert set(ear("en").hear("c").unclear) == {wild, *claims}  # C marks it, and begins "claim"
    blue = ear("en").hear("b").code
    assert italian.game.action(blue).text == "take blue"
    assert set(ear("en").hear("claim").unclear) == claims


def test_which_one_shows_colours_and_takes_a_colour(shell: Shell, tmp_path: Path) -> None:
    ran, done = talk(shell, tmp_path, "claim times empire\n1\norange\n")
    question = ran.out.partition("That could be:")[2]
    assert re.search(r"Empire State Building +1 orange", question)
    assert re.search(r"Empire State Building +1 pink", question)
    assert "The numbers of the list are" in question
    assert done[0] == ["claim times_square-empire_state_building/1"]


def test_which_one_takes_a_number_and_enter_goes_back(shell: Shell, tmp_path: Path) -> None:
    ran, done = talk(shell, tmp_path, "claim times empire\n\n1\n")
    assert ran.out.count("Which one?") == 1
    assert done[0][0].startswith("take ")
    menu = ear("en", game="new_york")
    pair = menu.hear("claim times empire").unclear
    number = next(choice.number for choice in menu.choices if choice.code == pair[1])
    assert menu.answer(str(number), pair) == Meant(code=pair[1])
    assert menu.answer("take pink", pair) == menu.hear("take pink")


def test_a_half_typed_claim_is_confirmed(shell: Shell, tmp_path: Path) -> None:
    ran, done = talk(shell, tmp_path, "c east lower\n0\nc east lower\nwhat\n\n")
    assert "East Village – Lower East Side, 1 black (with 1 × taxi)" in ran.out
    assert ran.out.count("Do it?") == 3
    assert done[0] == ["claim east_village-lower_east_side"]


def test_a_question_is_answered_by_yes_and_no_too(shell: Shell, tmp_path: Path) -> None:
    ran, done = talk(shell, tmp_path, "c east lower\nNo\nc east lower\nSì\n")
    assert ran.out.count("Do it?") == 2
    assert done[0] == ["claim east_village-lower_east_side"]


@pytest.mark.parametrize("typed", ["claim East Village Lower East Side", "9"])
def test_full_names_and_numbers_need_no_confirmation(
    shell: Shell, tmp_path: Path, typed: str
) -> None:
    ran, done = talk(shell, tmp_path, f"{typed}\n")
    assert "Do it?" not in ran.out
    assert done[0][0].startswith("claim east_village-lower_east_side")


def test_two_names_are_not_mixed_up() -> None:
    listening = ear("en", game="new_york")
    for typed, routes in (
        ("east village lower east side", {"east_village-lower_east_side"}),
        ("east lower", {"east_village-lower_east_side"}),
        ("greenw village", {"greenwich_village-east_village"}),
    ):
        found = listening.asked_why(f"claim {typed}").about
        texts = {listening.game.action(code).text for code in found}
        assert {text.split()[1].partition("/")[0] for text in texts} == routes
    assert len(listening.asked_why("claim greenwich village").about) > 4  # all from there


def test_italian_names_of_cities_are_understood() -> None:
    listening = ear("it")
    for typed, route in (
        ("perché linea colonia coblenza", "koblenz-koeln"),
        ("perché linea berlino lipsia", "berlin-leipzig"),
        ("perché linea norimberga ratisbona", "nuernberg-regensburg"),
        ("perché linea monaco augusta", "augsburg-muenchen"),
    ):
        found = listening.asked_why(typed.partition(" ")[2])
        texts = [listening.game.action(code).text for code in found.about]
        assert texts
        assert all(text.startswith(f"claim {route}") for text in texts), texts


# -- marks -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["germany", "new_york"])
def test_every_route_on_a_shortest_way_is_starred_and_its_twins(game: str) -> None:
    listening = ear("en", game=game)
    standing = listening.chooser.standing
    graph, costs = standing.game.graph, standing._costs
    wanted: set[int] = set()
    for progress in standing.progress:
        a, b = standing.read.tickets.groups[progress.ticket]
        for route in standing.game.board.routes:
            # Made free, a route saves all of its length just if it lies on a shortest way.
            free = [0 if at == route.index else cost for at, cost in enumerate(costs)]
            if graph.way(free, (a, b))[0] == progress.missing - route.length:
                wanted |= {route.index, *route.twins}
    assert len(wanted) > len(standing.progress)
    claims = [choice for choice in listening.choices if choice.group == "claim"]
    assert {c.route for c in claims if c.useful} == {c.route for c in claims} & wanted


def test_both_twins_are_starred() -> None:
    listening = ear("en", game="new_york")
    labels = [choice.label for choice in listening.choices if choice.useful]
    assert labels.count("Times Square – Empire State Building") == 2


def test_of_twins_the_one_paid_without_wilds_comes_first() -> None:
    listening = ear("en", game="new_york")
    pair = [c for c in listening.choices if c.label == "Empire State Building – Gramercy Park"]
    colours = [listening.game.board.routes[choice.route].colour for choice in pair]
    assert colours == ["blue", "red"]  # a blue card and a taxi are in the hand


def test_take_numbers_follow_the_row() -> None:
    listening = ear("en", game="new_york")
    lying = list(dict.fromkeys(listening.chooser.standing.row))
    taken = [choice.card for choice in listening.choices if choice.group == "draw"]
    assert taken == [*lying, -1]


def test_landmarks_are_marked(shell: Shell, tmp_path: Path) -> None:
    ran, _ = talk(shell, tmp_path, "map chinatown\nmap soho\n")
    assert "Chinatown ◆" in ran.out
    assert "Soho ◆" not in ran.out
    assert re.search(r"Times Square – Empire State Building +1 orange +\+1 \+2◆", ran.out)


def owned_twin(folder: Path, players: int) -> Path:
    """A saved game in which seat 0 owns a route that has a parallel one."""
    game = load("new_york", players)
    match = Match(game, 3, ["Player", "Anna (random)", "Bruno (random)"][:players])
    while True:
        legal = match.legal()
        twins = [a for a in legal if a.verb == "claim" and "/" in a.text]
        if match.actor == 0 and twins:
            match.play(twins[0])
            while match.legal()[0].verb == "pay":
                match.play(match.legal()[0])
            match.save(folder / "twin.jsonl")
            return folder / "twin.jsonl"
        quiet = [a for a in legal if a.verb in ("draw", "keep", "take")]
        match.play(quiet[0])


@pytest.mark.parametrize(("players", "said"), [(2, "[closed to all]"), (3, "[closed to you]")])
def test_the_map_tells_closed_to_you_from_closed_to_all(
    shell: Shell, tmp_path: Path, players: int, said: str
) -> None:
    file = owned_twin(tmp_path, players)
    out = shell("play", "--resume", str(file), typed="map\n").out
    assert said in out
    assert out.count("[closed to") == out.count(said)


def test_the_sheet_lists_what_the_points_are_made_of(shell: Shell) -> None:
    ran = shell("play", "new_york", "--seed", "11", typed=CHATTER * 60)
    sheet = " ".join(ran.out.partition("The end of New York")[2].split())
    match = Match.open(shell.saved()[0])
    lines = [score.line("landmarks") for score in match.outcome().sheets]
    for line in lines:
        for item in line.items:
            assert f"{match.game.board.place(item.id).name.en} +{item.points}" in sheet


# -- reasons -----------------------------------------------------------------------------------


def test_why_lists_the_nearest_first(shell: Shell, tmp_path: Path) -> None:
    ran, _ = talk(shell, tmp_path, "why claim soho\nwhy claim atlantis soho\nwhy 6\nwhy 99\n")
    near = ran.out.index("Soho – Wall Street: that is possible now")
    far = ran.out.index("Chelsea – Soho: it needs 4 cards, and you are 3 short")
    assert near < far
    assert "nothing called 'atlantis'" in ran.out
    assert "on the shortest way of Times Square – Soho" in " ".join(ran.out.split())
    assert "The numbers of the list are" in ran.out


def test_help_speaks_of_the_board(shell: Shell, tmp_path: Path) -> None:
    ran, _ = talk(shell, tmp_path, "help\n")
    assert "docs/rules" in ran.out
    assert not re.search(r"berl|leip", ran.out)
    example = re.search(r"in short: (c \w+ \w+),", ran.out)
    assert example
    menu = ear("en", game="new_york")
    meant = menu.hear(example[1])
    assert meant.code >= 0 or meant.unclear


# -- coming back -------------------------------------------------------------------------------


@pytest.fixture
def two_left(shell: Shell) -> list[Path]:
    """Two unfinished games, the older one first."""
    shell("play", "new_york", typed="1\nquit\n")
    (first,) = shell.saved()
    old = first.with_name("2020-01-01-000000-new_york-0001.jsonl")
    text = first.read_text(encoding="utf-8")
    old.write_text(re.sub(r'"time": "\d{4}', '"time": "2020', text), encoding="utf-8")
    first.unlink()
    shell("play", "germany", "--players", "3", typed="1\n1 2\nquit\n")
    return shell.saved()


def test_unfinished_games_are_listed_newest_first(shell: Shell, two_left: list[Path]) -> None:
    for argv in (["play"], ["play", "--resume"]):
        out = shell(*argv, typed="?\nhelp\n-1\n9\n2\nquit\n").out
        assert re.search(r"1  Germany, 3 players, turn 1 \(\d{4}-\d\d-\d\d \d\d:\d\d\)", out)
        assert re.search(r"2  New York, 2 players, turn \d+ \(20(19|20)-", out)
        assert out.count("Which one do you carry on with?") == 5
        assert "New York · turn" in out
    assert shell.saved() == two_left


def test_a_resumed_game_shows_what_happened_and_its_history(
    shell: Shell, two_left: list[Path]
) -> None:
    out = shell("play", typed="1\nhistory\n").out
    assert re.search(r"Just now.*(You|Anna|Bruno)", out)
    assert re.search(r"· Anna (keeps|draws|takes)", out)


def test_another_game_is_not_resumed_for_the_wanted_one(shell: Shell, two_left: list[Path]) -> None:
    wrong = shell("play", "germany", "--resume", str(two_left[0]))
    assert "is a game of new_york, not of germany" in one_line(wrong)


def test_the_farewell_breaks_nowhere(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    out = shell("play", "new_york", typed="1\nquit\n").out
    (saved,) = shell.saved()
    assert out.splitlines()[-2].strip() == str(saved)
    assert "the same command" in out.splitlines()[-1]
    assert os.linesep not in str(saved)


def test_mixes_and_offers_name_their_decks(shell: Shell) -> None:
    out = shell("play", "germany", "--seed", "8", typed="2\n").out
    assert "1) 4 long   2) 3 long + 1 short   3) 2 long + 2 short" in out
    assert out.count("[long]") == 3
    assert out.count("[short]") == 1
