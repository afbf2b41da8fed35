"""What an editor struck out stays out: of the rulebooks, of the words, of the boards' notes."""

import re
from pathlib import Path

import pytest

from capotreno.board.load import load as load_board
from capotreno.board.load import shipped

ROOT = Path(__file__).parents[1]
SAID = {
    language: [
        *(ROOT / "src/capotreno/rulebook").glob(f"*.{language}.md"),
        ROOT / f"src/capotreno/words/{language}.json",
        *(ROOT / "web/src/words").glob(f"*.{language}.json"),
    ]
    for language in ("en", "it")
}
STRUCK = {
    "it": [
        r"[Nn]on deve toccare",  # it need not; it may
        r"posto 0",
        r"posto \{owner\}",
        r"\bin (?:due|tre|quattro|due o tre|così pochi) giocatori",
        r"si gioca a giro",
        r"unica (?:carta )?del suo turno",
        r"arriva ancora una persona",
        r'"(?:mancano \{n\}|\{n\|one=manca #)',  # what?
        r"\{n\} × qualsiasi",
        r"carte delle",
        r"migliore degli altri",
        r"Passa lo schermo",
        r"si vede la mano",
        r"Chi lo trova",
        r"Per gioco",
        r"Un attimo",  # for what?
        r"Novità",
        r"attestat[aeio]\b",
        r"\{days\} g ",
        r"\w …",
        r"[Ii]n parità di punti",
        r"\bdecidono \{",
    ],
    "en": [
        r"seat 0",
        r"seat \{owner\}",
        r"\{missing\} (?:cards|pieces)",
        r"\w …",
        r"only card of its turn",
        r"round and round",
        r"[Aa]ttested",
        r"witness",  # of a board's rules: a source
        r"gray routes?\b",
    ],
}


@pytest.mark.parametrize("language", SAID)
def test_what_was_struck_out_stays_out(language: str) -> None:
    found = [
        f"{path.name}: {struck}"
        for path in SAID[language]
        for struck in STRUCK[language]
        if re.search(struck, re.sub(r"--seat 0", "", path.read_text("utf-8")))
    ]
    assert not found


def test_a_board_tells_what_is_certain_in_plain_words() -> None:
    for name in shipped():
        for note in load_board(name).reconstructed:
            assert "attest" not in note.en + note.it, name
