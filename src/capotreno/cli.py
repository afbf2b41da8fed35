"""The command line: `capotreno games | play | simulate | arena | verify | replay | bench …`.

An error is one line on stderr and exit code 2, never a traceback.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from rich.console import Console
from rich.table import Table

from capotreno import simulate
from capotreno.arena.commands import ARENA, REPORT, names
from capotreno.bench import engine as bench
from capotreno.bench.libraries import native_arguments, run_native
from capotreno.board.errors import BoardError
from capotreno.board.load import load as load_board
from capotreno.board.model import Board
from capotreno.bots.registry import bots
from capotreno.edition import ShowEdition
from capotreno.engine.errors import CapotrenoError, LogError
from capotreno.engine.record import log as logs
from capotreno.envs.commands import export_arguments, run_export
from capotreno.games.registry import REGISTRY, games, named, register
from capotreno.invent.commands import invent_arguments, run_invent
from capotreno.learning.commands import run_train, train_arguments
from capotreno.match import game_of, read_log
from capotreno.printing.commands import print_arguments, run_print
from capotreno.server.commands import ADMIN, BACKUP, RESTORE, SERVE
from capotreno.study.commands import run_study, study_arguments
from capotreno.terminal.review.commands import REVIEWS
from capotreno.terminal.session.replay import LogReplay
from capotreno.terminal.session.start import play
from capotreno.terminal.session.wishes import LISTED, Wishes
from capotreno.terminal.show.facts import Facts
from capotreno.words import LANGUAGES, Voice, language_of

FAULT = 2  # the exit code of everything that could not be done


class Help(argparse.RawDescriptionHelpFormatter):
    """Help whose own words are in the person's language."""

    def __init__(self, prog: str, voice: Voice) -> None:
        super().__init__(prog)
        self.voice = voice

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        own = self.voice.say("help.usage") if prefix is None else prefix
        super().add_usage(usage, actions, groups, own)


class Parser(argparse.ArgumentParser):
    """A parser that speaks a language and whose complaint is one line."""

    def __init__(self, voice: Voice, **options: Any) -> None:
        options.setdefault("formatter_class", partial(Help, voice=voice))
        super().__init__(add_help=False, **options)
        self._positionals.title = voice.say("help.arguments")
        self._optionals.title = voice.say("help.options")
        self.add_argument("-h", "--help", action="help", help=voice.say("help.help"))

    def error(self, message: str) -> NoReturn:
        self.exit(FAULT, f"capotreno: {message}\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; gives its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if any("\0" in word for word in arguments):  # in no path, in no name, and no shell gives it
        return _fault("the words of a command hold no NUL character")
    try:
        options = parser(_language(arguments)).parse_args(arguments)
        register(*filter(None, os.environ.get("CAPOTRENO_BOARDS", "").split(os.pathsep)))
        command: Callable[[argparse.Namespace, Voice, Console], int] = options.command
        console = Console(highlight=False, markup=False, emoji=False)
        code = command(options, Voice(options.language), console)
        sys.stdout.flush()
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else FAULT
    except BrokenPipeError:
        # Whoever read has gone; the interpreter's own last flush must not complain either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except CapotrenoError as error:
        return _fault(str(error))
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _fault(f"{where}{error.strerror or error}")
    except KeyboardInterrupt:
        return 130
    return code


def _fault(sentence: str) -> int:
    sys.stderr.write(f"capotreno: {' '.join(sentence.split())}\n")
    return FAULT


def _language(arguments: Sequence[str]) -> str:
    """The language of the help itself: as asked for, or of the person's surroundings."""
    early = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    early.add_argument("--language", choices=LANGUAGES, default=language_of(os.environ))
    try:
        found, _ = early.parse_known_args(arguments)
    except argparse.ArgumentError:
        return "en"  # the real parser complains about it
    language: str = found.language
    return language


# -- the commands ---------------------------------------------------------------------------------


def run_games(_: argparse.Namespace, voice: Voice, console: Console) -> int:
    """The registered games, with a mark where a board is in part reconstructed."""
    table = Table(box=None, header_style="bold", padding=(0, 2))
    for label in ("game", "name"):
        table.add_column(voice.say(f"label.{label}"))
    for label in ("players", "tickets", "routes"):
        table.add_column(voice.say(f"label.{label}"), justify="right")
    table.add_column("")
    for name in games():
        ruleset = REGISTRY[name]()
        board = ruleset.board
        low, high = board.players
        mark = voice.say("games.reconstructed") if board.reconstructed else ""
        counts = (f"{low}–{high}", str(len(board.tickets)), str(len(board.routes)))
        table.add_row(ruleset.title.of(voice.language), name, *counts, mark)
    console.print(table)
    return 0


def run_play(options: argparse.Namespace, voice: Voice, console: Console) -> int:
    """A game in the terminal."""
    wishes = Wishes(
        options.game and named(options.game),
        options.players,
        options.bots,
        options.seat,
        options.seed,
        options.resume,
        options.save,
        options.dice,
    )
    play(wishes, console, voice)
    return 0


def run_simulate(options: argparse.Namespace, voice: Voice, console: Console) -> int:
    """Many games between bots."""
    game = named(options.game)
    tally = simulate.simulate(
        game,
        options.players,
        options.games,
        options.seed,
        options.bots,
        options.logs,
        options.dice,
    )
    if options.json:
        _print_json(tally.json())
    else:
        console.print(simulate.report(tally, voice))
    return 0


def run_verify(options: argparse.Namespace, voice: Voice, console: Console) -> int:
    """Every log is looked at, whatever is wrong with the one before."""
    register(*options.board)
    worst = right = 0
    for path in options.logs:
        try:
            with path.open("rb"):
                pass
            log = _log(path, voice)
            logs.verify(game_of(log), log, forced=log.seed is None)
        except OSError as error:
            worst = _fault(f"{path}: {error.strerror or error}")
        except LogError as error:
            worst = max(worst, 1)
            fault = str(error).removeprefix(f"{path}: ")
            console.print(voice.say("verify.wrong", path=str(path), fault=fault), soft_wrap=True)
        else:
            key = "verify.ok" if log.result is not None else "verify.unfinished"
            last = len(log.gestures) - 1
            sentence = voice.say(
                key, path=str(path), game=log.game, players=log.players, gestures=last
            )
            console.print(sentence, soft_wrap=True)
            right += 1
    total = len(options.logs)
    console.print(voice.say("verify.total", n=total, right=right, wrong=total - right))
    return worst


def run_replay(options: argparse.Namespace, voice: Voice, console: Console) -> int:
    """A log told again, or one position of it."""
    register(*options.board)
    replay = LogReplay(_log(options.log, voice), options.seat)
    if options.json:
        lines = replay.events_json() if options.at is None else [replay.position_json(options.at)]
        for line in lines:
            sys.stdout.write(f"{line}\n")
    elif options.at is not None:
        replay.show(console, voice, options.at)
    else:
        replay.tell(console, voice)
    return 0


def _log(path: Path, voice: Voice) -> logs.Log:
    """A log whose game is known; one that carries no board of your own, a person must name it."""
    log = read_log(path)
    if log.game not in REGISTRY and not log.board:
        raise LogError(f"{path}: {voice.say('log.whose_board', game=log.game[:60])}")
    return log


def run_check_board(options: argparse.Namespace, voice: Voice, console: Console) -> int:
    """A board: its statistics and what stands out, or what is wrong with its file."""
    board = load_board(options.board)
    fault = _unplayable(options.board, board)
    facts = Facts(board, voice)
    if options.json:
        _print_json({**facts.json(), "playable": not fault, "fault": fault})
        return 0
    console.print(facts.report())
    key = "check.not_playable" if fault else "check.playable"
    console.print(voice.say(key, fault=fault, file=options.board), soft_wrap=True)
    return 0


def _unplayable(wanted: str, board: Board) -> str:
    """Why the classic rules cannot be played on a map; what its own file chooses must fit."""
    if wanted in REGISTRY:
        return ""
    try:
        register(wanted)
    except BoardError as error:
        if board.game is not None:
            raise
        # Somebody may want the map alone, for a game declared in Python.
        return str(error)
    return ""


def run_bench(options: argparse.Namespace, voice: Voice, console: Console) -> int:
    """Decisions per second, or what a server bears."""
    if options.what == "server":
        return _bench_server(options, console)
    if options.what == "native":
        return _bench_native(options, voice, console)
    result = bench.bench(options.seconds, options.only)
    if options.json:
        _print_json(result.json())
    else:
        console.print(bench.report(result, voice))
    return 0


def _bench_native(options: argparse.Namespace, voice: Voice, console: Console) -> int:
    from capotreno.bench import native  # noqa: PLC0415 (the same)

    found = native.bench(options.seconds, options.only, gpu=options.gpu)
    if options.json:
        _print_json(found.json())
    else:
        console.print(native.report(found, voice))
    return 0 if found.equal else 1


def _bench_server(options: argparse.Namespace, console: Console) -> int:
    from capotreno.bench.server import Group, run  # noqa: PLC0415 (imports the others can do without)

    found = run(
        options.tables,
        options.seats,
        options.period,
        options.seconds,
        options.sleeping,
        options.only,
        Group(options.processes, options.database, options.reviews),
    )
    if options.json:
        _print_json(found.json())
    else:
        console.print(found.text())
    return 0


def _print_json(data: object) -> None:
    sys.stdout.write(json.dumps(data, ensure_ascii=False) + "\n")


# -- the words after `capotreno` ------------------------------------------------------------------


def parser(language: str) -> Parser:
    """The parser with its help in a language."""
    voice = Voice(language)
    root = Parser(
        voice,
        prog="capotreno",
        description=voice.say("help.capotreno"),
        epilog=voice.say("help.capotreno.examples"),
    )
    words = voice.say("help.version")
    root.add_argument("--version", action=ShowEdition, voice=voice, dest="version", help=words)
    commands = root.add_subparsers(
        title=voice.say("help.commands"), metavar=voice.say("help.command"), required=True
    )
    for name, command, arguments in (
        ("games", run_games, lambda _sub, _voice: None),
        ("play", run_play, _play_arguments),
        ("simulate", run_simulate, _simulate_arguments),
        ARENA,
        REPORT,
        ("verify", run_verify, _verify_arguments),
        ("replay", run_replay, _replay_arguments),
        *REVIEWS,
        ("check-board", run_check_board, _check_board_arguments),
        ("invent", run_invent, invent_arguments),
        ("print", run_print, print_arguments),
        ("study", run_study, study_arguments),
        ("export", run_export, export_arguments),
        ("train", run_train, train_arguments),
        ("bench", run_bench, _bench_arguments),
        ("native", run_native, native_arguments),
        SERVE,
        ADMIN,
        BACKUP,
        RESTORE,
    ):
        key = f"help.{name.replace('-', '_')}"
        sub = commands.add_parser(
            name,
            help=voice.say(key),
            description=voice.say(key),
            epilog=voice.say(f"{key}.examples"),
            voice=voice,
        )
        arguments(sub, voice)
        help_language = voice.say("help.language")
        sub.add_argument("--language", choices=LANGUAGES, default=language, help=help_language)
        sub.set_defaults(command=command)
    return root


def _play_arguments(sub: Parser, voice: Voice) -> None:
    sub.add_argument("game", nargs="?", metavar="GAME", help=voice.say("help.game"))
    sub.add_argument("--players", type=int, metavar="N", help=voice.say("help.players"))
    met = voice.say("help.bots_search", bots=_bots_help(voice, bots()[-1:]))
    sub.add_argument("--bots", type=names, default=(), metavar="B,B", help=met)
    sub.add_argument("--dice", action="store_true", help=voice.say("help.dice"))
    sub.add_argument("--seat", type=int, metavar="S", help=voice.say("help.your_seat"))
    sub.add_argument("--seed", type=int, metavar="S", help=voice.say("help.seed"))
    sub.add_argument(
        "--resume",
        type=Path,
        nargs="?",
        const=LISTED,
        metavar="FILE",
        help=voice.say("help.resume"),
    )
    sub.add_argument("--save", type=Path, metavar="FILE", help=voice.say("help.save"))


def _simulate_arguments(sub: Parser, voice: Voice) -> None:
    sub.add_argument("game", metavar="GAME", help=voice.say("help.game"))
    sub.add_argument(
        "--players", type=int, default=2, metavar="N", help=voice.say("help.players_2")
    )
    sub.add_argument("--dice", action="store_true", help=voice.say("help.dice"))
    sub.add_argument("--games", type=int, default=100, metavar="K", help=voice.say("help.games_k"))
    sub.add_argument("--seed", type=int, default=0, metavar="S", help=voice.say("help.seed_0"))
    sub.add_argument(
        "--bots",
        type=names,
        default=simulate.DEFAULT,
        metavar="B,B",
        help=_bots_help(voice, simulate.DEFAULT),
    )
    sub.add_argument("--logs", type=Path, metavar="DIR", help=voice.say("help.logs"))
    sub.add_argument("--json", action="store_true", help=voice.say("help.json"))


def _verify_arguments(sub: Parser, voice: Voice) -> None:
    sub.add_argument("logs", nargs="+", type=Path, metavar="LOG", help=voice.say("help.log"))
    _board_argument(sub, voice)


def _board_argument(sub: Parser, voice: Voice) -> None:
    words = voice.say("help.log_board")
    sub.add_argument("--board", action="append", default=[], metavar="FILE", help=words)


def _replay_arguments(sub: Parser, voice: Voice) -> None:
    sub.add_argument("log", type=Path, metavar="LOG", help=voice.say("help.log"))
    sub.add_argument("--at", type=int, metavar="N", help=voice.say("help.at"))
    sub.add_argument("--seat", type=int, metavar="S", help=voice.say("help.seat"))
    _board_argument(sub, voice)
    sub.add_argument("--json", action="store_true", help=voice.say("help.json"))


def _check_board_arguments(sub: Parser, voice: Voice) -> None:
    sub.add_argument("board", metavar="FILE", help=voice.say("help.board"))
    sub.add_argument("--json", action="store_true", help=voice.say("help.json"))


def _bench_arguments(sub: Parser, voice: Voice) -> None:
    what = ("games", "native", "server")
    sub.add_argument("what", nargs="?", choices=what, default=what[0], help=voice.say("help.what"))
    numbers = (("tables", 200), ("seats", 4), ("sleeping", 10_000), ("processes", 1))
    for name, otherwise in numbers:
        words = voice.say(f"help.{name}_server")
        sub.add_argument(f"--{name}", type=int, default=otherwise, metavar="N", help=words)
    words = voice.say("help.period_server")
    sub.add_argument("--period", type=float, default=2.0, metavar="S", help=words)
    sub.add_argument(
        "--seconds", type=float, default=20.0, metavar="S", help=voice.say("help.seconds")
    )
    words = voice.say("help.database_server")
    sub.add_argument("--database", default="", metavar="URL", help=words)
    words = voice.say("help.reviews_server")
    sub.add_argument("--reviews", action="store_true", help=words)
    sub.add_argument("--gpu", action="store_true", help=voice.say("help.gpu_native"))
    sub.add_argument("--only", type=names, default=(), metavar="G,G", help=voice.say("help.only"))
    sub.add_argument("--json", action="store_true", help=voice.say("help.json"))


def _bots_help(voice: Voice, default: Sequence[str]) -> str:
    return voice.say("help.bots", bots=", ".join(bots()), default=",".join(default))
