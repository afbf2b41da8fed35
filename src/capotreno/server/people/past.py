"""What a person has played: their finished games, one by one and counted together."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from msgspec import DecodeError, Struct, ValidationError, json

from capotreno.games.registry import REGISTRY
from capotreno.server.people.bodies import Against, FinishedGame, Past, PlayedCount
from capotreno.server.store.people.past import PastRow
from capotreno.server.table.results import finish_of

MOST = 500  # games that are looked at, the latest


class Weight(Struct):
    """How many points somebody's moves or luck were worth in a game."""

    margin: float


class Weighed(Struct):
    """Of a review what counts here."""

    seat: int
    skill: Weight
    luck: Weight


class Judged(Struct):
    """A review of a game."""

    reviews: list[Weighed]


def _review(row: PastRow) -> Weighed | None:
    if row.review is None:
        return None
    try:
        found = json.decode(row.review, type=Judged).reviews
    except (DecodeError, ValidationError):
        return None  # of another format: it is made anew when somebody looks at it
    return next((one for one in found if one.seat == row.seat), None)


def played(row: PastRow) -> FinishedGame | None:
    """One game, as its player looks back on it; none where its result is not understood."""
    try:
        end = finish_of(row.result)
        sheet = end.sheets[row.seat]
        place = end.ranks[row.seat]
    except (ValidationError, IndexError):
        return None
    tickets = {line.label: len(line.items) for line in sheet.lines}
    review, title = _review(row), REGISTRY[row.game]().title if row.game in REGISTRY else None
    others = [
        Against(one.name, one.bot, end.sheets[one.seat].total, end.ranks[one.seat], one.person)
        for one in row.others
        if one.seat < len(end.sheets)
    ]
    return FinishedGame(
        table=row.table,
        game=row.game,
        title={} if title is None else {"en": title.en, "it": title.it},
        dice=bool(row.options.get("dice")),
        at=row.changed,
        seat=row.seat,
        points=sheet.total,
        place=place,
        won=row.seat in end.winners,
        done=tickets.get("tickets_done", 0),
        missed=tickets.get("tickets_missed", 0),
        others=others,
        skill=None if review is None else review.skill.margin,
        luck=None if review is None else review.luck.margin,
    )


def past(rows: Iterable[PastRow]) -> Past:
    """All of it, and what it comes to by map and by opponent."""
    games = [one for one in map(played, rows) if one is not None]
    by_map: dict[str, list[FinishedGame]] = defaultdict(list)
    by_rival: dict[tuple[str, str], list[FinishedGame]] = defaultdict(list)
    for game in games:
        by_map[f"{game.game} dice" if game.dice else game.game].append(game)
        for other in game.others:
            # A bot is a level; a person with a profile is always the same one.
            rival = ("bot", other.bot) if other.bot else ("person", other.person or other.name)
            by_rival[rival].append(game)
    return Past(
        games=games,
        all=counted("", games),
        maps=[counted(name, some) for name, some in by_map.items()],
        bots=[counted(name, some) for (kind, name), some in by_rival.items() if kind == "bot"],
        people=[
            counted(_name(name, some), some)
            for (kind, name), some in by_rival.items()
            if kind == "person"
        ],
    )


def _name(key: str, games: Sequence[FinishedGame]) -> str:
    """What an opponent was called last."""
    return next(one.name for one in games[0].others if key in (one.person, one.name))


def counted(name: str, games: Sequence[FinishedGame]) -> PlayedCount:
    """What some games come to; luck and error of those that were reviewed."""
    many = len(games) or 1
    weighed = [one for one in games if one.skill is not None and one.luck is not None]
    return PlayedCount(
        name=name,
        title=games[0].title if games else {},
        dice=bool(games) and games[0].dice,
        games=len(games),
        wins=sum(one.won for one in games),
        points=round(sum(one.points for one in games) / many, 1),
        best=max((one.points for one in games), default=0),
        done=sum(one.done for one in games),
        missed=sum(one.missed for one in games),
        reviewed=len(weighed),
        skill=round(sum(one.skill or 0 for one in weighed) / (len(weighed) or 1), 4),
        luck=round(sum(one.luck or 0 for one in weighed) / (len(weighed) or 1), 4),
    )
