"""How words are compared: lower case without accents, beginnings, the other names of places."""

import json
import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files

from capotreno.board.model import Place
from capotreno.words import LANGUAGES, say


def plain(text: str) -> str:
    """Lower case without accents: a keyboard need not have them."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in apart if not unicodedata.combining(c))


def words_in(text: str) -> list[str]:
    """The words and numbers in a text, plain."""
    return re.findall(r"[^\W_]+", plain(text))


@cache
def spellings(prefix: str, word: str) -> list[str]:
    """All the words a verb or command goes by, in every language."""
    known = {word}
    for language in LANGUAGES:
        known.update(words_in(say(language, f"{prefix}.{word}")))
    return sorted(known)


def begins(word: str, known: Iterable[str]) -> bool:
    """Whether a typed word begins one of the known ones."""
    return any(one.startswith(word) for one in known)


def fits(words: Sequence[str], known: Sequence[str], whole: bool) -> bool:
    """Whether every typed word is (or begins) a known one."""
    return all(word in known if whole else begins(word, known) for word in words)


@cache
def aliases() -> dict[str, list[str]]:
    """The names a place has in a traveller's language, by the id it has on the boards."""
    text = files("capotreno.terminal.talk").joinpath("aliases.json").read_text("utf-8")
    found: dict[str, list[str]] = json.loads(text)
    return found


@cache
def callings(place: Place) -> list[list[str]]:
    """Every way to call a place, each as its words: names in both languages, id, aliases."""
    ways = [words_in(place.name.en), words_in(place.name.it), words_in(place.id.replace("_", " "))]
    ways += [words_in(alias) for alias in aliases().get(place.id, [])]
    return [way for at, way in enumerate(ways) if way not in ways[:at]]


def called(place: Place) -> list[str]:
    """All words a place may be called by."""
    return [word for way in callings(place) for word in way]


def names_whole(place: Place, words: Sequence[str]) -> bool:
    """Whether the words hold one of the place's names whole."""
    return any(fits(way, words, whole=True) for way in callings(place))


def joins(words: Sequence[str], a: Place, b: Place, colours: Sequence[str]) -> bool:
    """Whether the words name one place, then the other, then perhaps a colour."""
    for first, second in ((a, b), (b, a)):
        for middle in range(1, len(words)):
            for end in range(middle + 1, len(words) + 1):
                if (
                    any(fits(words[:middle], way, whole=False) for way in callings(first))
                    and any(fits(words[middle:end], way, whole=False) for way in callings(second))
                    and fits(words[end:], colours, whole=False)
                ):
                    return True
    return False
