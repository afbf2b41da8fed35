"""Märklin in the terminal: a passenger sent out by words, in both languages."""

from pathlib import Path

import pytest

from capotreno import Match, load
from capotreno.bots.registry import make
from capotreno.rules.travelling.journeys import Journeys
from tests.terminal.driver import Shell


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A saved game in which the person's passenger can be sent out, and from where."""
    game = load("maerklin", 2)
    match = Match(game, 3, seats=["Player", "Bruno (path)"])
    bots = [make("path", game, seat) for seat in (0, 1)]
    part = game.layout.partner(Journeys)
    while True:
        seat = game.actor(match.state)
        assert seat is not None, "nobody ever stood where two ways part"
        own = part.claims.routes(match.state, 0)
        for code in game.legal(match.state) if seat == 0 else ():
            action = game.action(code)
            if action.verb == "depart" and (own & part.at[code - part.departs]).bit_count() > 1:
                file = tmp_path_factory.mktemp("saved") / "maerklin.jsonl"
                match.save(file)
                return file, str(action.json["place"])
        match.play(bots[seat].choose(game.view(match.state, seat)), seat=seat)


@pytest.mark.parametrize(
    ("language", "send", "off", "told"),
    [
        ("en", "move", "off", ("You move the passenger of", "ride to", "get off in")),
        ("it", "sposta", "scendi", ("Tu fai partire", "vai fino a", "scendi a")),
    ],
)
def test_a_journey_by_words(
    ready: tuple[Path, str],
    shell: Shell,
    tmp_path: Path,
    language: str,
    send: str,
    off: str,
    told: tuple[str, ...],
) -> None:
    saved, place = ready
    file = tmp_path / "game.jsonl"
    file.write_bytes(saved.read_bytes())
    typed = f"{send} {place}\n{off}\n1\n{off}\nhistory\n"
    out = shell("play", "--language", language, "--resume", str(file), typed=typed).out
    flat = " ".join(out.split())
    assert "[MK-42]" in flat  # nobody gets off before riding
    for words in told:
        assert words in flat, words


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", ("merchandise: 7 6 5 4", "reconstruct")), ("it", ("merci: 7 6 5 4", "ricostru"))],
)
def test_the_map_shows_merchandise_and_the_rules_what_is_a_guess(
    shell: Shell, language: str, words: tuple[str, ...]
) -> None:
    typed = "1\n1 2\nmap berlin\nrules\nhelp\n"
    out = shell("play", "maerklin", "--language", language, "--seed", "2", typed=typed).out
    for word in words:
        assert word in out
