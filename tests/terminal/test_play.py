"""A whole game through the terminal, typed from a pipe: to the score sheet, and back again."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from capotreno import Match, games, load
from capotreno.match import read_log
from capotreno.reader.standing import Standing
from capotreno.rules.claiming.claims import Claims
from tests.terminal.driver import CHATTER, Shell, one_line


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_a_game_of_new_york_to_the_score_sheet(shell: Shell, language: str, bot: str) -> None:
    ran = shell(
        *("play", "new_york", "--bots", bot, "--seed", "11", "--language", language),
        typed=CHATTER * 60,
    )
    assert ran.code == 0
    assert ran.err == ""
    words = {
        "en": ("The end of New York", "Total", "Points: You", "from the deck"),
        "it": ("Fine della partita", "Totale", "Punti: Tu", "dal mazzo"),
    }[language]
    assert all(word in ran.out for word in words)
    assert re.search(r"Winner: |Shared victory: |You win!|Vince: |Vittoria |Hai vinto!", ran.out)
    (saved,) = shell.saved()
    assert str(saved) in ran.out.replace("\n", "")
    assert Match.open(saved).over
    assert shell("verify", str(saved)).code == 0
    told = shell("replay", str(saved), "--seat", "0", "--language", language)
    assert told.code == 0


def test_two_empty_lines_start_a_game(shell: Shell) -> None:
    ran = shell("play", typed="\n\n")
    assert ran.code == 0
    assert "New York · turn 1" in ran.out
    (saved,) = shell.saved()
    log = read_log(saved)
    assert (log.game, log.players) == ("new_york", 2)
    assert len(log.gestures) > 1


@pytest.mark.parametrize(
    ("answer", "game", "players"),
    [
        (f"{games().index('germany') + 1} 3", "germany", 3),
        ("germ", "germany", 2),
        ("new york 4", "new_york", 4),
        (f"{games().index('new_york') + 1}", "new_york", 2),
    ],
)
def test_one_question_chooses_game_and_players(
    shell: Shell, answer: str, game: str, players: int
) -> None:
    shell("play", typed=f"what?\n?\n-1\n9 9\n1 9\n1 -3\n{answer}\n1\n")
    (saved,) = shell.saved()
    log = read_log(saved)
    assert (log.game, log.players) == (game, players)


@pytest.mark.parametrize("typed", ["", "\n", "\nhelp\nmap soho\nquit\n"])
def test_leaving_before_the_first_gesture_leaves_nothing(shell: Shell, typed: str) -> None:
    ran = shell("play", typed=typed)
    assert "saved in" not in ran.out
    assert ran.code == 0
    assert shell.saved() == []


@pytest.mark.parametrize("columns", [72, 80, 100])
def test_the_way_of_a_ticket_is_told_by_whole_names(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    ran = shell("play", "europe", "--players", "2", "--seed", "7", typed="quit\n")
    places = [place.name.en for place in load("europe", players=2).board.places]
    lines = [line for line in ran.out.splitlines() if " spaces to go" in line]
    assert lines
    for line in lines:
        way = line.partition(" spaces to go")[2]
        assert not way or way.startswith(", via ")
        names = way.removeprefix(", via ").removesuffix("…").split(", ") if way else []
        assert all(name in places for name in names), line


def test_a_game_left_is_offered_again(shell: Shell) -> None:
    left = shell("play", "new_york", "--seed", "4", typed="1\n1\nquit\n")
    assert left.code == 0
    (saved,) = shell.saved()
    gestures = len(read_log(saved).gestures)
    again = shell("play", typed="\n" + CHATTER * 60)
    assert "You left these games:" in again.out
    assert "Total" in again.out
    assert shell.saved() == [saved]
    log = read_log(saved)
    assert len(log.gestures) > gestures
    assert log.result is not None


def test_a_refused_offer_keeps_the_old_game(shell: Shell) -> None:
    shell("play", "new_york", "--seed", "4", typed="1\n1\n")
    shell("play", typed="n\n\n\n")
    assert len(shell.saved()) == 2


def test_save_and_resume_by_name(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    shell("play", "germany", "--players", "3", "--seat", "2", "--save", str(file), typed="1\n1 2\n")
    log = read_log(file)
    assert [bool(re.search(r"\(planner\)$", name)) for name in log.seats] == [True, True, False]
    ran = shell("play", "--resume", str(file), typed="map berlin\nrules\nsave\nhelp\nmore\nesci\n")
    assert ran.code == 0
    for words in ("Berlin", "pick up one at each end", str(file)[-20:], "★"):
        assert words in ran.out.replace("\n", "")
    assert "already exists" in one_line(shell("play", "new_york", "--save", str(file)))
    copy = tmp_path / "copy.jsonl"
    shell("play", "--resume", str(file), typed=f"save {copy}\nsave {file}/x\n")
    assert read_log(copy).seats == log.seats


def test_a_path_that_cannot_be_one_is_told_and_the_game_goes_on(shell: Shell) -> None:
    typed = "1\n1\nsave a\0b\nsave ~nobody-of-this-name/x\nsave /\nquit\n"
    ran = shell("play", "new_york", "--seed", "5", typed=typed)
    assert ran.code == 0
    assert ran.out.count("could not be written") == 2
    assert "Traceback" not in ran.err


def test_a_finished_game_cannot_be_resumed(shell: Shell) -> None:
    shell("play", "new_york", "--seed", "11", typed=CHATTER * 60)
    assert "is over" in one_line(shell("play", "--resume", str(shell.saved()[0])))


def test_impossible_actions_are_explained_with_their_rule(shell: Shell) -> None:
    typed = "\nclaim wall brooklyn blue\nwhy claim chel soho\nperché linea chelsea soho\nt wild\n"
    english = shell("play", "new_york", "--seed", "5", typed=typed).out
    assert len(re.findall(r"it needs \w+ cards?, and you are \w+ short \[NY-\d+\]", english)) == 3
    assert "Wall Street – Brooklyn (blue)" in english
    assert "taxi: none lies face up [NY-" in english
    italian = shell("play", "new_york", "--seed", "5", "--language", "it", typed=typed).out
    assert len(re.findall(r"\w+ cart[ae], e te ne manca(?:no)? \w+ \[NY-\d+\]", italian)) == 3


def test_words_and_abbreviations_do_what_numbers_do(shell: Shell, tmp_path: Path) -> None:
    logs = []
    for number, typed in enumerate(
        ["\n1\n", "\ntake black\n", "\nt l\n", "\nl\n", "\nprendi bla\n"]
    ):
        file = tmp_path / f"{number}.jsonl"
        shell("play", "new_york", "--seed", "5", "--save", str(file), typed=typed)
        logs.append([gesture.actions for gesture in read_log(file).gestures])
    assert all(log == logs[0] for log in logs)
    assert logs[0][-1] == ["take black"]


def hoarded(folder: Path) -> tuple[Path, str, list[str]]:
    """A saved game in which seat 0 can pay a route in several ways: file, route, payments."""
    match = Match(load("new_york", 2), 3, ["Player", "Anna (random)"])
    claims = match.game.layout.partner(Claims)
    while True:
        standing = Standing(match.game, match.view(0), 0)
        for route in match.game.board.routes:
            ways = standing.ways(route.index)
            verbs = {action.verb for action in match.legal()}
            wilds = ["wild" in match.game.action(way).text for way in ways]
            if match.actor == 0 and "claim" in verbs and any(wilds) and not all(wilds):
                file = folder / "hoard.jsonl"
                match.save(file)
                return file, claims.ids[route.index], [match.game.action(w).text for w in ways]
        drawing = [action for action in match.legal() if action.verb in ("draw", "keep")]
        match.play(drawing[0])


def test_a_claim_is_one_gesture_with_its_thriftiest_payment(shell: Shell, tmp_path: Path) -> None:
    file, route, ways = hoarded(tmp_path)
    before = len(read_log(file).gestures)
    typed = f"claim {route}\n0\nclaim {route}\nnonsense\n\n"
    ran = shell("play", "--resume", str(file), typed=typed)
    assert ran.out.count("0: back") == 3
    claim, payment = read_log(file).gestures[before].actions
    assert claim == f"claim {route}"
    assert payment in ways
    assert "wild" not in payment


def test_another_payment_is_chosen_by_words(shell: Shell, tmp_path: Path) -> None:
    file, route, ways = hoarded(tmp_path)
    before = len(read_log(file).gestures)
    costly = next(way for way in ways if "wild" in way)
    shell("play", "--resume", str(file), typed=f"claim {route}\n{costly}\n")
    assert read_log(file).gestures[before].actions == [f"claim {route}", costly]


def test_tickets_are_kept_by_number_in_one_gesture(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    typed = "1\n3\n9\nnonsense\n2 4\n"
    ran = shell("play", "germany", "--seed", "5", "--save", str(file), typed=typed)
    assert "at least 2" in ran.out
    own = [g for g in read_log(file).gestures if g.seat == 0 and len(g.actions) == 4]
    assert [action.split()[0] for action in own[0].actions] == ["return", "keep", "return", "keep"]


def test_nothing_hidden_is_shown(shell: Shell, tmp_path: Path) -> None:
    """The other seat's tickets are on no screen before the end."""
    file = tmp_path / "game.jsonl"
    out = shell("play", "new_york", "--seed", "8", "--save", str(file), typed="\n1\n1\n1\n1\n").out
    match = Match.open(file)
    names = [ticket.id for ticket in match.game.board.tickets]
    position = match.game.position(match.state)
    cells = position["cells"]
    assert isinstance(cells, dict)
    theirs = [id for id in names if cells["tickets"][id] == "held 1"]
    assert theirs
    for id in theirs:
        stops = [match.game.board.name_of(s).en for s in match.game.board.ticket(id).stops]
        name = " – ".join(stops)
        for before in ("→", "✓", "✗", "ticket"):
            assert f"{before} {name}" not in out


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_killed_game_goes_on_where_it_was(
    shell: Shell, tmp_path: Path, how: signal.Signals
) -> None:
    command = [sys.executable, "-m", "capotreno", "play", "new_york", "--language", "en"]
    environment = {**os.environ, "CAPOTRENO_DATA": str(tmp_path / "data")}
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # tests in the background hand that on
        signal.signal(signal.SIGINT, signal.default_int_handler)
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdin.write(b"1\n1\n1\n")
        running.stdin.flush()
        seen = b""
        while b"turn 3" not in seen:
            seen += os.read(running.stdout.fileno(), 4096)
        running.send_signal(how)
        rest = running.stdout.read()
        assert running.stderr.read() == b""
    if how == signal.SIGINT:
        assert running.returncode == 0
        assert b"See you soon" in rest
    (saved,) = shell.saved()
    log = read_log(saved)
    assert log.result is None
    assert len(log.gestures) > 3
    ran = shell("play", typed="y\n" + CHATTER * 60)
    assert "Total" in ran.out
    assert json.loads(saved.read_text(encoding="utf-8").splitlines()[-1])["digest"]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 5])
def test_a_game_of_germany_to_the_score_sheet(shell: Shell, players: int) -> None:
    ran = shell(
        *("play", "germany", "--players", str(players), "--seed", "3", "--language", "it"),
        typed=CHATTER * 200,
    )
    assert ran.code == 0
    assert "Passeggeri" in ran.out
    assert "Totale" in ran.out
    assert shell("verify", str(shell.saved()[0])).code == 0
