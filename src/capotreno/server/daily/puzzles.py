"""REST: the puzzle of a day, and what everybody answered."""

import json
import time
from collections import Counter
from datetime import date
from typing import Any

from litestar import Response, get, post
from litestar.params import JSONBody

from capotreno.engine.actions import Json
from capotreno.engine.chance import scramble
from capotreno.games.registry import REGISTRY
from capotreno.reviewing.puzzle import Puzzle, from_json
from capotreno.server.daily.days import PLAYERS, SHORT, deal_of, end_of, game_of, today
from capotreno.server.daily.door import PRICE
from capotreno.server.doors import bodies
from capotreno.server.doors.answers import Call
from capotreno.server.hall.caller import bearer
from capotreno.server.hall.context import Context
from capotreno.server.hall.secrets import digest, id_from, new_token
from capotreno.server.reviews.reviews import SoFar
from capotreno.server.table.faults import Refusal


@get("/api/daily/puzzle", price=PRICE)
async def shown(request: Call) -> bodies.DailyPuzzle | Response[bytes]:
    """The puzzle of today: 202 while it is being made."""
    context = Context.of(request.app)
    found = await _made(context, today())
    if found is None:
        return Response(b"{}", status_code=202, media_type="application/json")
    chosen = await context.hall.store.days.guessed(found.day, digest(bearer(request) or ""))
    return await _told(context, found, chosen)


@post("/api/daily/puzzle", status_code=200, price=PRICE)
async def guess(request: Call, data: JSONBody[bodies.PuzzleGuess]) -> bodies.Guessed:
    """My answer to the puzzle of today, the first one; then it is told what each is worth."""
    context = Context.of(request.app)
    found = await _made(context, today()) if data.day == str(today()) else None
    if found is None or data.code not in {one.code for one in found.puzzle.answers()}:
        raise Refusal("no_day")
    token = bearer(request) or new_token()
    chosen = await context.hall.store.days.guess(data.day, digest(token), data.code)
    return bodies.Guessed(await _told(context, found, chosen), token)


class Today:
    """The puzzle of a day as it was made."""

    def __init__(self, day: date, game: str, text: bytes, log: str) -> None:
        data = json.loads(text)
        self.day = day.isoformat()
        self.ends = end_of(day)
        self.game = game
        self.puzzle: Puzzle = from_json(data)
        self.actions: dict[str, Any] = data["actions"]
        self.log = log


async def _made(context: Context, day: date) -> Today | None:
    """The puzzle of a day; none while it is being made, where games are reviewed."""
    deal = await deal_of(context.hall.store, day)
    game, seed = game_of(day, SHORT), scramble(deal.seed)

    async def task() -> Json:
        return {"puzzle": [game, PLAYERS, seed]}

    text = await context.hall.reviews.find(f"puzzle {day}", 0, task)
    if isinstance(text, SoFar):
        return None
    # Its log has a name that only who was shown the puzzle knows.
    found = Today(day, game, text, id_from(f"puzzle {day} {seed}"))
    if await context.hall.store.log(found.log) is None:
        most = context.settings.logs * 1024 * 1024
        await context.hall.store.save_log(found.log, found.puzzle.log.write(), time.time(), most)
    return found


async def _told(context: Context, found: Today, chosen: int | None) -> bodies.DailyPuzzle:
    """What is told to who has chosen an answer, or has not."""
    puzzle, title = found.puzzle, REGISTRY[found.game]().title
    decided = puzzle.decided
    guesses = await context.hall.store.days.guesses(found.day) if chosen is not None else Counter()
    answers = []
    for answer in puzzle.answers():
        own = bodies.PuzzleAnswer(answer.code, **found.actions[str(answer.code)])
        if chosen is not None:
            own.win, own.margin = answer.value.win, answer.value.margin
            own.given = guesses[answer.code]
        answers.append(own)
    told = bodies.DailyPuzzle(
        day=found.day,
        ends=found.ends,
        game=found.game,
        title={"en": title.en, "it": title.it},
        log=found.log,
        seat=puzzle.seat,
        gesture=decided.gesture,
        turn=decided.turn,
        answers=answers,
    )
    if chosen is not None:
        told.chosen, told.best, told.played = chosen, puzzle.best.code, decided.played.code
        told.reason, told.values, told.way = decided.reason, dict(decided.values), [*decided.way]
    return told
