"""Dice in the terminal: whole games, and the words for rolling some of them again."""

import re

import pytest

from capotreno import Match, games
from capotreno.match import read_log
from capotreno.rules.dice.dice import Roll
from capotreno.telling.names import Names
from capotreno.terminal.show.dice import in_a_row, meant
from capotreno.words import Voice
from tests import long
from tests.conformance.tables import table
from tests.terminal.driver import CHATTER, Shell, one_line

ROLL: Roll = (2, 1, 1, 1)  # single, single, double, station, locomotive


def named(text: str, language: str = "en", roll: Roll = ROLL) -> Roll | None:
    return meant(text.lower().split(), roll, Names(table("new_york+dice", 2), Voice(language)))


QUICK = {"new_york": "en", "ghost_train": "it"}


@pytest.mark.parametrize(
    ("game", "language"),
    [
        *QUICK.items(),
        *[
            pytest.param(name, ("en", "it")[at % 2], marks=pytest.mark.slow)
            for at, name in enumerate(long.some(sorted(set(games()) - set(QUICK)), 2))
        ],
    ],
)
def test_a_game_with_dice_to_the_score_sheet(shell: Shell, game: str, language: str) -> None:
    ran = shell(
        *("play", game, "--dice", "--seed", "3", "--bots", "greedy", "--language", language),
        typed=CHATTER * 60,
    )
    assert (ran.code, ran.err) == (0, "")
    words = {"en": ("with dice", "Dice ", "tokens"), "it": ("con i dadi", "Dadi ", "segnalini")}
    assert all(word in ran.out for word in words[language])
    assert re.search(r"Winner: |Shared victory: |You win!|Vince: |Vittoria |Hai vinto!", ran.out)
    (saved,) = shell.saved()
    assert read_log(saved).options["dice"] is True
    assert Match.open(saved).over
    told = shell("replay", str(saved), "--language", language)
    assert told.code == 0
    assert {"en": "rolls", "it": "tira"}[language] in told.out
    assert shell("replay", str(saved), "--at", "20", "--language", language).code == 0


@pytest.mark.parametrize(("answer", "players"), [("new york 3 dice", 3), ("new dadi", 2)])
def test_dice_can_be_asked_for_by_word(shell: Shell, answer: str, players: int) -> None:
    shell("play", typed=f"{answer}\n1\n1\n1\n")
    (saved,) = shell.saved()
    log = read_log(saved)
    assert (log.game, log.players, log.options) == ("new_york", players, {"dice": True})


def test_the_dice_lie_in_a_row_by_their_faces() -> None:
    assert in_a_row(ROLL) == [0, 0, 1, 2, 3]
    assert in_a_row((0, 0, 0, 0)) == []


@pytest.mark.parametrize(
    ("text", "some"),
    [
        ("1", (1, 0, 0, 0)),
        ("1 2", (2, 0, 0, 0)),
        ("34", (0, 1, 1, 0)),
        ("S", (1, 0, 0, 0)),
        ("s s t", (2, 0, 1, 0)),
        ("SSL", (2, 0, 0, 1)),
        ("station 1", (1, 0, 1, 0)),
        ("loco", (0, 0, 0, 1)),
        ("all", ROLL),
        ("12345", ROLL),
    ],
)
def test_dice_are_named_by_number_letter_or_face(text: str, some: Roll) -> None:
    assert named(text) == some


def test_dice_are_named_in_italian() -> None:
    assert named("stazione doppia", "it") == (0, 1, 1, 0)
    assert named("tutti", "it") == ROLL
    assert named("sst", "it") == (2, 0, 1, 0)


@pytest.mark.parametrize("text", ["6", "0", "1 1", "sss", "dd", "x", "berlin", "st x", "1 2 s"])
def test_dice_that_do_not_lie_there_are_not_meant(text: str) -> None:
    assert named(text) is None


def test_rolling_again_and_its_refusals(shell: Shell) -> None:
    typed = "1\n1\nreroll 9\nr 1 2\nreroll 1\nwhy reroll all\nroll\nquit\n"
    ran = shell("play", "new_york", "--dice", "--seed", "5", typed=typed)
    assert ran.code == 0
    assert "There is no “9”" in ran.out or "9" in ran.out
    assert "then have" in ran.out
    assert ran.out.count("cannot be rolled again [D-07]") >= 2
    (saved,) = shell.saved()
    rerolls = [
        g.actions for g in read_log(saved).gestures if g.actions[:1] and "reroll" in g.actions[0]
    ]
    assert len(rerolls) == 1


def test_a_game_with_cards_is_not_gone_on_with_dice(shell: Shell) -> None:
    shell("play", "new_york", "--seed", "4", typed="1\n1\nquit\n")
    (saved,) = shell.saved()
    assert "cards, not with dice" in one_line(shell("play", "--dice", "--resume", str(saved)))
    again = shell("play", "new_york", "--dice", typed="1\n1\nquit\n")
    assert "with dice · turn 0" in again.out, "the game with cards is not offered"


@pytest.mark.parametrize("command", ["simulate", "arena"])
def test_bots_with_dice(shell: Shell, command: str) -> None:
    more = ("--games", "4") if command == "simulate" else ("--deals", "2", "--workers", "1")
    ran = shell(command, "new_york", "--dice", *more)
    assert (ran.code, ran.err) == (0, "")
    assert "random" in ran.out
