"""Every command that is not a conversation: what it prints, what it returns, how it complains."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import capotreno
from capotreno.bench import engine as bench
from capotreno.board.load import load as load_board
from capotreno.board.load import shipped
from capotreno.games.registry import games
from capotreno.simulate import lineups, seat_names
from tests.terminal.driver import Shell, one_line

COMMANDS = ("games", "play", "simulate", "verify", "replay", "check-board", "bench")


def test_games_lists_every_game(shell: Shell) -> None:
    ran = shell("games")
    assert ran.code == 0
    assert all(name in ran.out for name in games())
    assert "Germania" in shell("games", "--language", "it").out


def test_version(shell: Shell) -> None:
    ran = shell("--version")
    assert ran.code == 0
    assert ran.out.startswith(f"capotreno {capotreno.__version__}\n")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("language", ["en", "it"])
def test_every_help_has_examples(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, command: str, language: str
) -> None:
    monkeypatch.setenv("LANG", f"{language}_XX.UTF-8")
    ran = shell(command, "--help")
    assert ran.code == 0
    assert {"en": "examples:", "it": "esempi:"}[language] in ran.out
    assert ran.out.count(f"capotreno {command}") >= 3  # usage and two examples


def test_the_help_is_in_one_language(shell: Shell) -> None:
    for argv in (["play", "--help", "--language", "it"], ["verify", "--language", "it", "-h"]):
        out = shell(*argv).out
        assert out.startswith("uso: capotreno")
        assert not any(word in out for word in ("usage", "options:", "show this", "positional"))


def test_the_default_bots_are_told(shell: Shell) -> None:
    assert "(default random,planner)" in " ".join(shell("simulate", "--help").out.split())
    assert "(default planner)" in " ".join(shell("play", "--help").out.split())


@pytest.mark.parametrize(
    "argv",
    [
        [],
        ["dance"],
        ["play", "atlantis"],
        ["play", "new_york", "--players", "9"],
        ["play", "new_york", "--seat", "2"],
        ["play", "new_york", "--bots", "nobody"],
        ["play", "new_york", "--players", "2", "--bots", "random,random"],
        ["play", "new_york", "--seed", "-1"],
        ["play", "--resume", "missing.jsonl"],
        ["play", "--resume"],
        ["play", "--language", "de"],
        ["simulate", "atlantis"],
        ["simulate", "new_york", "--games", "0"],
        ["simulate", "new_york", "--bots", "random,greedy,random"],
        ["simulate", "new_york", "--bots", "nobody"],
        ["simulate", "new_york", "--players", "two"],
        ["simulate", "new_york", "--players", "1"],
        ["verify"],
        ["verify", "missing.jsonl"],
        ["replay", "missing.jsonl"],
        ["check-board", "missing.json"],
        ["check-board", "."],
        ["bench", "--seconds", "0"],
        ["bench", "--only", "atlantis"],
    ],
    ids=" ".join,
)
def test_an_error_is_one_line_and_code_two(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, argv: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    one_line(shell(*argv))


def test_too_many_bots_are_counted(shell: Shell) -> None:
    ran = shell("simulate", "new_york", "--bots", "random,greedy,random")
    assert "3 bots for 2 seats" in one_line(ran)


def test_simulate_gives_the_same_result_for_the_same_seed(shell: Shell) -> None:
    def result(seed: str) -> dict[str, object]:
        ran = shell("simulate", "new_york", "--games", "4", "--seed", seed, "--json")
        assert ran.code == 0
        assert ran.out.count("\n") == 1
        data: dict[str, object] = json.loads(ran.out)
        del data["seconds"], data["decisions_per_second"]
        return data

    first = result("3")
    assert first == result("3")
    assert first != result("4")
    assert first["games"] == 4
    assert first["players"] == 2
    records = first["bots"]
    assert isinstance(records, dict)
    assert set(records) == {"random", "planner"}
    assert sum(record["wins"] for record in records.values()) == pytest.approx(4)
    assert all(record["seats"] == 4 for record in records.values())


def test_simulate_prints_a_table_and_writes_logs_that_verify(shell: Shell, tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    ran = shell(
        *("simulate", "germany", "--players", "3", "--games", "3", "--bots", "random"),
        *("--logs", str(folder), "--language", "it"),
    )
    assert ran.code == 0
    assert "vittorie" in ran.out
    logs = sorted(folder.iterdir())
    assert len(logs) == 3
    checked = shell("verify", *map(str, logs))
    assert checked.code == 0
    assert checked.out.count("ok ") == 3


def test_seating_rotates() -> None:
    assert lineups(["random", "greedy"], 3) == [
        ["random", "greedy", "random"],
        ["greedy", "random", "random"],
        ["random", "random", "greedy"],
    ]
    assert seat_names(["random", "greedy", "random"]) == ["random 1", "greedy", "random 2"]


@pytest.fixture
def log(shell: Shell, tmp_path: Path) -> Path:
    """A finished game of New York."""
    shell("simulate", "new_york", "--games", "1", "--seed", "2", "--logs", str(tmp_path / "logs"))
    return next((tmp_path / "logs").iterdir())


def test_verify_finds_what_is_wrong(shell: Shell, log: Path, tmp_path: Path) -> None:
    lines = log.read_text(encoding="utf-8").splitlines()
    forged = tmp_path / "forged.jsonl"
    gesture = json.loads(lines[5])
    gesture["chance"] = [outcome + 1 for outcome in gesture["chance"]] or [0]
    forged.write_text("\n".join([*lines[:5], json.dumps(gesture), *lines[6:]]), encoding="utf-8")
    garbage = tmp_path / "garbage.jsonl"
    garbage.write_bytes(b"\xff\x00garbage")
    ran = shell("verify", str(log), str(forged), str(garbage))
    assert ran.code == 1
    ok, wrong, unreadable, total = ran.out.splitlines()
    assert ok.startswith("ok ")
    assert wrong.startswith("WRONG")
    assert "gesture 4" in wrong
    assert unreadable.startswith("WRONG")
    assert total == "3 logs: 1 right, 2 wrong."
    assert shell("verify", str(log), "missing.jsonl").code == 2


def test_verify_takes_a_log_without_seed_from_its_recorded_chance(
    shell: Shell, log: Path, tmp_path: Path
) -> None:
    header, *rest = log.read_text(encoding="utf-8").splitlines()
    data = json.loads(header)
    data["seed"] = None
    published = tmp_path / "published.jsonl"
    published.write_text("\n".join([json.dumps(data), *rest]), encoding="utf-8")
    assert shell("verify", str(published)).code == 0
    assert shell("replay", str(published)).code == 0
    published.write_text("\n".join([json.dumps(data), *rest[:9]]), encoding="utf-8")
    assert "not finished" in shell("verify", str(published)).out


def test_replay_tells_the_game_in_both_languages(shell: Shell, log: Path) -> None:
    english = shell("replay", str(log))
    italian = shell("replay", str(log), "--language", "it")
    assert english.code == italian.code == 0
    assert "claims" in english.out
    assert "Total" in english.out
    assert "prende la linea" in italian.out
    assert "Totale" in italian.out


def test_replay_as_a_seat_hides_what_the_seat_could_not_see(shell: Shell, log: Path) -> None:
    def drawn(*more: str) -> list[dict[str, object]]:
        ran = shell("replay", str(log), "--json", *more)
        events: list[dict[str, object]] = [json.loads(line) for line in ran.out.splitlines()]
        return [event for event in events if event["event"] == "drew"]

    assert all(event["card"] for event in drawn())
    seen = drawn("--seat", "0")
    assert all((event["card"] is None) == (event["seat"] != 0) for event in seen)


def test_replay_shows_a_position(shell: Shell, log: Path) -> None:
    ran = shell("replay", str(log), "--at", "9")
    assert ran.code == 0
    assert "Brooklyn" in ran.out
    whole = json.loads(shell("replay", str(log), "--at", "9", "--json").out)
    seat = json.loads(shell("replay", str(log), "--at", "9", "--seat", "1", "--json").out)
    assert whole["format"] == seat["format"]
    assert None not in whole["cells"]["hands"][0].values()
    assert set(seat["cells"]["hands"][0].values()) == {None}
    one_line(shell("replay", str(log), "--at", "9999"))
    one_line(shell("replay", str(log), "--seat", "7"))


def test_replay_of_an_unfinished_game_keeps_its_secrets(
    shell: Shell, log: Path, tmp_path: Path
) -> None:
    running = tmp_path / "running.jsonl"
    lines = log.read_text(encoding="utf-8").splitlines()
    running.write_text("\n".join(lines[:12]), encoding="utf-8")
    position = json.loads(shell("replay", str(running), "--at", "9", "--json").out)
    assert set(position["cells"]["hands"][0].values()) == {None}
    assert position["chance"] is None


def test_check_board(shell: Shell, tmp_path: Path) -> None:
    ran = shell("check-board", "germany")
    assert ran.code == 0
    assert ran.out.startswith("ok: Germany")
    assert "110, joining 85 pairs" in ran.out
    assert "Denmark" in ran.out
    assert "Nothing stands out." in ran.out
    assert ran.out.endswith("It can be played: capotreno play germany\n")
    italian = shell("check-board", "germany", "--language", "it").out
    assert not any(word in italian for word in ("purple", "gray", "short", "daenemark"))
    assert all(word in italian for word in ("viola", "55 corti", "Danimarca"))
    broken = tmp_path / "broken.json"
    broken.write_text('{"format": "capotreno-board/1"}', encoding="utf-8")
    assert "broken.json" in one_line(shell("check-board", str(broken)))


def test_check_board_lists_every_ticket(shell: Shell) -> None:
    lines = shell("check-board", "germany").out.splitlines()
    row = next(line for line in lines if "Kiel – Stuttgart" in line)
    assert row.split()[3:] == ["16", "17", "1.06", "10", "+1"]
    board = load_board("germany")
    ends = [" – ".join(board.name_of(id).en for id in ticket.stops) for ticket in board.tickets]
    listed = [line.strip() for line in lines]
    assert all(any(line.startswith(f"{names} ") for line in listed) for names in ends)


@pytest.mark.parametrize("name", shipped())
@pytest.mark.parametrize("language", ["en", "it"])
def test_every_board_is_told_in_both_languages(shell: Shell, name: str, language: str) -> None:
    ran = shell("check-board", name, "--language", language)
    assert ran.code == 0
    title = load_board(name).name.of(language)
    assert ran.out.startswith(f"ok: {title} ({name})")


@pytest.mark.parametrize(
    "typed",
    [
        ("check-board", "usa"),
        ("simulate", "new_york", "--games", "2"),
        ("arena", "new_york", "--bots", "greedy,random", "--deals", "1", "--workers", "1"),
    ],
)
def test_italian_figures_have_commas(shell: Shell, typed: tuple[str, ...]) -> None:
    assert re.search(r"\d\.\d", shell(*typed).out)
    italian = shell(*typed, "--language", "it").out
    assert re.search(r"\d,\d", italian)
    assert not re.search(r"\d\.\d(?!\d\d\b)", italian)  # 1.234 decisions are a thousand and more


def test_check_board_for_programs(shell: Shell) -> None:
    data = json.loads(shell("check-board", "usa", "--json").out)
    assert (data["board"], data["spaces"], data["playable"], data["fault"]) == (
        "usa",
        309,
        True,
        "",
    )
    assert data["tickets"][0].keys() >= {"id", "stops", "points", "distance", "detour", "routes"}
    (finding,) = data["findings"]
    assert finding["numbers"] == {"points": 22, "spaces": 20, "usual": 20.0}
    assert finding["sentence"].startswith("Seattle – New York: 22 points for 20 spaces is a lot")


@pytest.mark.slow
def test_bench_measures_all_tables(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SLICE", 0.005)
    ran = shell("bench", "--seconds", "0.01", "--json")
    assert ran.code == 0
    data = json.loads(ran.out)
    assert {row["game"] for row in data["rows"]} == set(games())
    for row in data["rows"]:
        assert row["decisions_per_second"] > 0
        assert row["copies_per_second"] > 0
        assert row["views_per_second"] > 0
        assert row["times_python_chess"] > 0
    assert {(row["game"], row["dice"]) for row in data["rows"]} == {
        (name, dice) for name in games() for dice in (False, True)
    }
    monkeypatch.setattr(bench, "chess_player", lambda: None)
    ran = shell("bench", "--seconds", "0.01", "--only", "new_york")
    assert "New York" in ran.out
    assert "Germany" not in ran.out
    assert "python-chess is not installed" in ran.out
    assert ran.code == 0


def test_the_module_runs_as_a_program() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "capotreno", "check-board", "atlantis"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("capotreno: ")
    assert "Traceback" not in done.stderr


def test_a_broken_pipe_is_quiet(log: Path) -> None:
    for more in ([], ["--json"]):
        command = [sys.executable, "-m", "capotreno", "replay", str(log), *more]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
            assert running.stdout is not None
            assert running.stderr is not None
            running.stdout.close()
            assert running.stderr.read() == b""


@pytest.mark.parametrize(
    "words",
    [
        *(["verify", "a\0b"], ["replay", "a\0b"], ["check-board", "a\0b"], ["report", "a\0b"]),
        *(["simulate", "new_york", "--logs", "a\0b"], ["play", "--resume", "a\0b"]),
        ["simulate", "new_york", "--games", "9" * 30],
    ],
)
def test_what_no_path_or_count_can_be_is_told_in_a_line(shell: Shell, words: list[str]) -> None:
    one_line(shell(*words))
