"""Boards that tables bring along: kept under a name made from their text, and built when wanted.

Such a name never means another board, so what was made of it once holds for ever.
"""

import asyncio
import json
import re
import time
from functools import lru_cache
from hashlib import blake2b
from typing import Final

import msgspec

from capotreno import rulebook
from capotreno.board import drawing
from capotreno.board.load import parse
from capotreno.engine.game import Game
from capotreno.games.own.game import PAPER, own
from capotreno.games.own.page import statements
from capotreno.games.registry import build_content, choices_on
from capotreno.server.doors import bodies
from capotreno.server.store.store import Store
from capotreno.server.studio.examiner import Examiner
from capotreno.server.table.faults import Refusal
from capotreno.telling.rules import rules
from capotreno.words import Voice

NAME: Final = re.compile(r"board-[0-9a-f]{24}")
MIB: Final = 1024 * 1024


def name_of(content: bytes) -> str:
    """The name of a board that is brought along."""
    return f"board-{blake2b(content, digest_size=12).hexdigest()}"


def is_carried(name: str) -> bool:
    """Whether a game's name is that of a board that was brought along."""
    return NAME.fullmatch(name) is not None


@lru_cache(maxsize=32)
def _game(content: bytes, players: int, options: str) -> Game:
    return build_content(content, players, json.loads(options))


@lru_cache(maxsize=32)
def board_json(content: bytes) -> bytes:
    """A board as it is built: every route, ticket and card with its id."""
    return msgspec.json.encode(own(parse(content)).board)


@lru_cache(maxsize=32)
def page(content: bytes, language: str, dice: bool) -> str | None:
    """The rules of a board: what it chooses, and the statements that hold for it."""
    voice = Voice(language)
    ruleset = own(parse(content))
    table = build_content(content, ruleset.board.players[0], {"dice": True} if dice else {})
    chapter = "\n\n".join([f"## {voice.say('rules.chosen')}", *rules(voice, table)])
    return rulebook.rules(PAPER, language, dice, statements(ruleset), chapter)


class Carried:
    """The boards in the store."""

    def __init__(self, store: Store, examiner: Examiner, most: int) -> None:
        self._store = store
        self._examiner = examiner
        self._most = most * MIB
        self._building = asyncio.Lock()  # one at a time, and not where everybody else is served

    async def keep(self, content: bytes) -> str:
        """Keep a board that can be played; its name."""
        try:
            text = content.decode()
        except UnicodeDecodeError:
            raise Refusal("board", why="it is not UTF-8 text") from None
        await self._examiner.ask("keep", board=text)
        name = name_of(content)
        if not await self._store.boards.save(name, text, time.time(), self._most):
            raise Refusal("boards_full")
        await self.allow(name)
        return name

    async def allow(self, name: str) -> None:
        """Refuse a board that failed when it was tried, or was taken away: tables there go on."""
        if is_carried(name) and await self._store.boards.barred(name):
            raise Refusal("barred")

    async def content(self, name: str) -> bytes:
        """A board's file as it was brought."""
        text = await self._store.boards.text(name) if is_carried(name) else None
        if text is None:
            raise Refusal("no_game")
        return text.encode()

    async def game(self, name: str, players: int, options: dict[str, object]) -> Game:
        """The game of a board at a table."""
        content, chosen = await self.content(name), json.dumps(options, sort_keys=True)
        async with self._building:
            return await asyncio.to_thread(_game, content, players, chosen)

    async def map(self, name: str) -> bytes:
        """Its board as it is built."""
        content = await self.content(name)
        async with self._building:
            return await asyncio.to_thread(board_json, content)

    async def drawing(self, name: str) -> bytes:
        """What is drawn behind it; `null` where there is nothing."""
        return drawing.within(await self.content(name))

    async def rules(self, name: str, language: str, dice: bool) -> str | None:
        """Its rules for people, as Markdown."""
        content = await self.content(name)
        async with self._building:
            return await asyncio.to_thread(page, content, language, dice)

    async def summary(self, name: str) -> bodies.GameSummary:
        """What a person chooses it by."""
        await self.allow(name)
        content = await self.content(name)
        ruleset = (await self.game(name, parse(content).players[0], {})).ruleset
        board = ruleset.board
        return bodies.GameSummary(
            name,
            {"en": ruleset.title.en, "it": ruleset.title.it},
            ruleset.version,
            list(range(board.players[0], board.players[1] + 1)),
            [{"en": fact.en, "it": fact.it} for fact in board.reconstructed],
            {option: list(wishes) for option, wishes in choices_on(board).items()},
            board.minutes or msgspec.UNSET,
        )
