"""What a contest says, in the terminal."""

from rich.console import Group
from rich.table import Table
from rich.text import Text

from capotreno.arena.run import Ran
from capotreno.arena.statistics import Estimate
from capotreno.arena.summary import SPREAD, Summary, summary
from capotreno.words import Voice


def percent(found: Estimate) -> str:
    """A share with its interval."""
    return f"{found.mean:.1%} ({found.low:.1%}–{found.high:.1%})"


def called(name: str, voice: Voice) -> str:
    """A bot by its name for people and its name for programs."""
    own = voice.say(f"bot.{name}") if voice.knows(f"bot.{name}") else name
    return name if own == name else f"{own} ({name})"


def told(ran: Ran, voice: Voice) -> Group:
    """The duels, the standings, and what the sequential test said."""
    found = summary(ran.results.contest, ran.results.samples)
    lines = [
        voice.say(
            "arena.games", samples=found.samples, games=found.games, turns=f"{found.turns:.1f}"
        )
    ]
    if ran.test is not None:
        key = ran.verdict or "undecided"
        lines.append(voice.say(f"arena.test.{key}", ratio=f"{ran.test.ratio:.2f}"))
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
            percent(duel.share),
            f"{fair.mean:.2f} ({fair.low:.2f}–{fair.high:.2f})",
            f"{duel.margin.mean:+.1f} ({duel.margin.low:+.1f} {duel.margin.high:+.1f})",
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
            f"{own.rating[0]:.1f} ± {SPREAD * own.rating[1]:.1f}",
            f"{sum(own.points) / seats:.1f}",
            f"{own.done / seats:.2f}",
            f"{own.missed / seats:.2f}",
            f"{ran.times.milliseconds(entrant):.2f}",
        )
    return table
