"""Results as JSON lines: a header, then one line per sample in a fixed order.

The same wishes give the same bytes. A file that ends early, even within a line, is gone on with;
nothing that differs from run to run (times) is in it.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from capotreno.arena.deals import PlayedGame
from capotreno.arena.pairings import Pairing, pairings
from capotreno.engine.errors import CapotrenoError
from capotreno.games.registry import OWN, REGISTRY, register

FORMAT = "capotreno-arena/1"
BOARDS = "boards"  # a folder within that of the results


@dataclass(frozen=True)
class Contest:
    """What is played: everything that decides the samples, but not how many of them."""

    game: str
    version: int
    players: int
    bots: tuple[str, ...]
    seed: int
    ladder: bool
    options: tuple[tuple[str, str], ...] = ()  # of the game

    def pairings(self) -> list[Pairing]:
        return pairings(len(self.bots), self.players, self.ladder)

    def json(self) -> dict[str, object]:
        own = {"bots": list(self.bots), "options": dict(self.options)}
        return {"format": FORMAT, **asdict(self), **own}

    @property
    def file(self) -> str:
        """The name of its file in a folder of results."""
        chosen = "".join(f"-{name}_{value}" for name, value in self.options)
        return f"{self.game}{chosen}-{self.players}.jsonl"

    @property
    def fair(self) -> float:
        return 1 / self.players

    def names(self) -> list[str]:
        """The entrants, numbered where a bot has entered twice."""
        return [
            f"{bot} {self.bots[:i].count(bot) + 1}" if self.bots.count(bot) > 1 else bot
            for i, bot in enumerate(self.bots)
        ]


@dataclass
class Sample:
    """One deal in all seatings of one pairing."""

    pairing: Pairing
    deal: int
    games: list[PlayedGame]

    def share(self, entrant: int) -> float:
        return sum(game.share(entrant) for game in self.games) / len(self.games)

    def margin(self, entrant: int) -> float:
        return sum(game.margin(entrant) for game in self.games) / len(self.games)

    def line(self) -> str:
        data = {
            "one": self.pairing.one,
            "others": self.pairing.others,
            "deal": self.deal,
            "games": [game.json() for game in self.games],
        }
        return json.dumps(data, separators=(",", ":")) + "\n"


def order(contest: Contest) -> Iterator[tuple[Pairing, int]]:
    """The samples in the order they are played and written: deal by deal, without end."""
    deal = 0
    while True:
        for pairing in contest.pairings():
            yield pairing, deal
        deal += 1


class Results:
    """The file of a contest; with no folder everything stays in memory."""

    def __init__(self, contest: Contest, folder: Path | None) -> None:
        self.contest = contest
        self.path = None if folder is None else folder / contest.file
        self.samples: list[Sample] = []
        if self.path is not None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._resume(self.path)

    def _resume(self, path: Path) -> None:
        """Take over what an earlier run has left, and cut off a line it did not finish."""
        if path.exists():
            whole = path.read_bytes()
            kept = whole[: whole.rfind(b"\n") + 1]
            if kept:
                contest, self.samples = read(path)
                if contest != self.contest:
                    raise CapotrenoError(
                        f"{path} holds another contest ({_told(contest)}); name another folder"
                    )
                with path.open("r+b") as file:
                    file.truncate(len(kept))
                return
        path.write_text(json.dumps(self.contest.json()) + "\n", encoding="utf-8")

    def add(self, sample: Sample) -> None:
        self.samples.append(sample)
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(sample.line())


def read(path: Path) -> tuple[Contest, list[Sample]]:
    """A contest and its samples from a file; whatever is wrong is told with the line."""
    lines = path.read_text(encoding="utf-8", errors="replace").split("\n")[:-1]
    samples: list[Sample] = []
    try:
        contest = _read_contest(lines[0] if lines else "")
        for line, wanted in zip(lines[1:], order(contest), strict=False):
            samples.append(_read_sample(line, wanted))
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise CapotrenoError(f"{path}: after {len(samples)} samples: {error}") from None
    return contest, samples


# -- boards of your own, so that a folder of results can be reported on anywhere ------------------


def keep_board(folder: Path, game: str) -> None:
    """Lay the file of a board of your own beside the results."""
    path = folder / BOARDS / f"{game}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(OWN[game])


def find_board(folder: Path, game: str) -> None:
    """Make a game known that is not, if its board lies beside the results."""
    path = folder / BOARDS / f"{game}.json"
    if game not in REGISTRY and path.is_file():
        register(path)


def _read_contest(line: str) -> Contest:
    header = json.loads(line)
    if header.pop("format", None) != FORMAT:
        raise ValueError(f"this is not {FORMAT}")
    own = {"bots": tuple(header["bots"]), "options": tuple(header["options"].items())}
    return Contest(**{**header, **own})


def _read_sample(line: str, wanted: tuple[Pairing, int]) -> Sample:
    data = json.loads(line)
    games = []
    for game in data["games"]:
        if set(game) != {field.name for field in fields(PlayedGame)}:
            raise ValueError("a game has other fields than it should")
        games.append(PlayedGame(**{**game, "seats": tuple(game["seats"])}))
    sample = Sample(Pairing(data["one"], data["others"]), data["deal"], games)
    if (sample.pairing, sample.deal) != wanted:
        raise ValueError("another sample should stand here")
    return sample


def _told(contest: Contest) -> str:
    return f"{', '.join(contest.bots)}, seed {contest.seed}, version {contest.version}"
