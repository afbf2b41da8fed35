"""What a contest says: the cross table, ratings, margins, tickets, seats, routes."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from openskill.models import PlackettLuce, PlackettLuceRating

from capotreno.arena.pairings import Pairing
from capotreno.arena.results import Contest, Sample
from capotreno.arena.statistics import Estimate, average, share

SPREAD = 1.96  # standard deviations on either side of a rating


@dataclass(frozen=True)
class Duel:
    """How one entrant fares among copies of another."""

    pairing: Pairing
    share: Estimate
    margin: Estimate


@dataclass
class EntrantRecord:
    """What one entrant has done over all its games."""

    name: str
    share: Estimate
    rating: tuple[float, float] = (0.0, 0.0)  # mean, standard deviation
    seats: int = 0
    points: list[int] = field(default_factory=list)
    done: int = 0
    missed: int = 0
    illegal: int = 0


@dataclass
class Summary:
    """A contest in figures."""

    contest: Contest
    samples: int
    games: int
    duels: dict[Pairing, Duel]
    standings: list[EntrantRecord]
    by_seat: list[Estimate]  # each seat's share of the victories
    routes: Counter[int]
    tickets: dict[int, tuple[int, int]]  # how often held, how often done
    reasons: Counter[str]
    turns: float


def summary(contest: Contest, samples: list[Sample]) -> Summary:
    """All figures of a contest."""
    by_pairing: dict[Pairing, list[Sample]] = defaultdict(list)
    for sample in samples:
        by_pairing[sample.pairing].append(sample)
    duels = {
        pairing: Duel(
            pairing,
            share([sample.share(pairing.one) for sample in own]),
            average([sample.margin(pairing.one) for sample in own]),
        )
        for pairing, own in by_pairing.items()
    }
    games = [game for sample in samples for game in sample.games]
    routes: Counter[int] = Counter()
    held: Counter[int] = Counter()
    done: Counter[int] = Counter()
    for game in games:
        for own in game.routes:
            routes.update(own)
        for kept, lost in zip(game.done, game.missed, strict=True):
            held.update([*kept, *lost])
            done.update(kept)
    return Summary(
        contest,
        len(samples),
        len(games),
        duels,
        _standings(contest, samples),
        [_seat_share(samples, seat) for seat in range(contest.players)],
        routes,
        {ticket: (held[ticket], done[ticket]) for ticket in sorted(held)},
        Counter(game.reason for game in games),
        sum(game.turns for game in games) / max(1, len(games)),
    )


def _standings(contest: Contest, samples: list[Sample]) -> list[EntrantRecord]:
    shares = _by_deal(samples)
    standings = [
        EntrantRecord(name, share(shares[entrant])) for entrant, name in enumerate(contest.names())
    ]
    for sample in samples:
        for game in sample.games:
            for seat, entrant in enumerate(game.seats):
                own = standings[entrant]
                own.seats += 1
                own.points.append(game.points[seat])
                own.done += len(game.done[seat])
                own.missed += len(game.missed[seat])
                own.illegal += game.illegal[seat]
    for own, rating in zip(standings, ratings(contest, samples), strict=True):
        own.rating = rating
    return standings


def _by_deal(samples: list[Sample]) -> dict[int, list[float]]:
    """Each entrant's share of the victories, deal by deal: a deal is one cluster."""
    wins: dict[tuple[int, int], list[float]] = defaultdict(list)
    for sample in samples:
        for entrant in {sample.pairing.one, sample.pairing.others}:
            wins[entrant, sample.deal].append(sample.share(entrant))
    found: dict[int, list[float]] = defaultdict(list)
    for (entrant, _), own in wins.items():
        found[entrant].append(sum(own) / len(own))
    return found


def _seat_share(samples: Iterable[Sample], seat: int) -> Estimate:
    """How often a seat wins, by sample: every entrant has sat there equally often."""
    found = []
    for sample in samples:
        wins = [
            (game.ranks[seat] == 1) / sum(rank == 1 for rank in game.ranks) for game in sample.games
        ]
        found.append(sum(wins) / len(wins))
    return share(found)


def ratings(contest: Contest, samples: list[Sample]) -> list[tuple[float, float]]:
    """Plackett-Luce ratings, game after game in the order of the file.

    Copies at one table share their rating: it moves by the mean of what its seats say.
    """
    model = PlackettLuce()
    current = [(model.mu, model.sigma) for _ in contest.bots]
    for sample in samples:
        for game in sample.games:
            teams = [[model.rating(*current[entrant])] for entrant in game.seats]
            rated = model.rate(teams, ranks=[float(rank) for rank in game.ranks])
            moved: dict[int, list[PlackettLuceRating]] = defaultdict(list)
            for entrant, (new,) in zip(game.seats, rated, strict=True):
                moved[entrant].append(new)
            for entrant, own in moved.items():
                current[entrant] = (
                    sum(new.mu for new in own) / len(own),
                    sum(new.sigma for new in own) / len(own),
                )
    return current
