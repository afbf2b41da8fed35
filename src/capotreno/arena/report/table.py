"""What a contest says, in the terminal."""

from rich.console import Group
from rich.table import Table
from rich.text import Text

from capotreno.arena.report.summary import SPREAD, Summary, summary
from capotreno.arena.run import Ran
from capotreno.arena.statistics import Estimate
from capotreno.words import Voice


def interval(found: Estimate, form: str, voice: Voice, to: str = "–") -> str:
    """A mean with its interval, in a format of Python's."""
    mean, low, high = (voice.figure(own, form) for own in (found.mean, found.low, found.high))
    return f"{mean} ({low}{to}{high})"


def percent(found: Estimate, voice: Voice) -> str:
    """A share with its interval."""
    return interval(found, ".1%", voice)


def spread(rating: tuple[float, float], voice: Voice) -> str:
    """A rating with how far it may be off."""
    mean, deviation = rating
    return f"{voice.figure(mean, '.1f')} ± {voice.figure(SPREAD * deviation, '.1f')}"


def called(name: str, voice: Voice) -> str:
    """A bot by its name for people and its name for programs."""
    own = voice.say(f"bot.{name}") if voice.knows(f"bot.{name}") else name
    return name if own == name else f"{own} ({name})"


def told(ran: Ran, voice: Voice) -> Group:
    """The duels, the standings, and what the sequential test said."""
    found = summary(ran.results.contest, ran.results.samples)
    lines = [
        voice.say(
            "arena.games",
            samples=found.samples,
            games=found.games,
            turns=voice.figure(found.turns, ".1f"),
        )
    ]
    if ran.test is not None:
        key = ran.verdict or "undecided"
        lines.append(voice.say(f"arena.test.{key}", ratio=voice.figure(ran.test.ratio, ".2f")))
    illegal = sum(own.illegal for own in found.standings)
    if illegal:
        lines.append(voice.say("arena.illegal", n=illegal))
    return Group(_duels(found, voice), "", _standings(found, ran, voice), *map(Text, lines))


def _table(voice: Voice, first: tuple[str, ...], *keys: str) -> Table:
    table = Table(box=None, header_style="bold", padding=(0, 1))
    for key in first:
        table.add_column(voice.say(key), no_wrap=True)
    for key in keys:
        table.add_column(voice.say(key), justify="right", no_wrap=True)
    return table


def _duels(found: Summary, voice: Voice) -> Table:
    contest = found.contest
    keys = ("arena.share", "arena.of_fair", "arena.margin")
    table = _table(voice, ("arena.one", "arena.others"), *keys)
    for duel in found.duels.values():
        fair = duel.share.times(contest.players)
        table.add_row(
            contest.names()[duel.pairing.one],
            contest.names()[duel.pairing.others],
            percent(duel.share, voice),
            interval(fair, ".2f", voice),
            interval(duel.margin, "+.1f", voice, " "),
        )
    return table


def _standings(found: Summary, ran: Ran, voice: Voice) -> Table:
    keys = ("arena.rating", "arena.points", "arena.done", "arena.missed", "arena.ms")
    table = _table(voice, ("label.bot",), *keys)
    ordered = sorted(enumerate(found.standings), key=lambda item: -item[1].rating[0])
    for entrant, own in ordered:
        seats = max(1, own.seats)
        table.add_row(
            own.name,
            spread(own.rating, voice),
            voice.figure(sum(own.points) / seats, ".1f"),
            voice.figure(own.done / seats, ".2f"),
            voice.figure(own.missed / seats, ".2f"),
            voice.figure(ran.times.milliseconds(entrant), ".2f"),
        )
    return table
