"""Recorded games as a dataset: one row for each decision, in a Parquet file.

What the seat saw is the observation of `capotreno.envs`, so that a model trained on the file can be
asked in the environments. The file's metadata describe its fields.
"""

import json
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pyarrow as pa
import pyarrow.parquet as pq

from capotreno.engine.chance import Tape
from capotreno.engine.errors import LogError
from capotreno.engine.game import Game
from capotreno.engine.record import log as logs
from capotreno.engine.record.log import Log
from capotreno.envs.observation import VERSION, Observation
from capotreno.match import game_of

COLUMNS = {
    "log": pa.string(),  # the file it comes from
    "game": pa.string(),
    "version": pa.int64(),
    "players": pa.int8(),
    "options": pa.string(),  # as JSON
    "decision": pa.int32(),  # its number in the game, from 0
    "turn": pa.int32(),
    "seat": pa.int8(),
    "question": pa.string(),
    "legal": pa.list_(pa.int32()),  # the codes that were possible
    "action": pa.int32(),  # the one that was chosen
    "words": pa.string(),  # and in words
    "points": pa.int32(),  # the seat's total in the end
    "rank": pa.int8(),  # and its place, 1 for the winner
    "won": pa.float32(),  # its share of the victory
}
OBSERVATION = {"observation": pa.list_(pa.int16())}


class Dataset:
    """A Parquet file in the making; games are added one by one."""

    def __init__(self, path: Path, observations: bool = True) -> None:
        self.decisions = 0
        self._observed: dict[str, Observation] = {}
        self._observations = observations
        columns = {**COLUMNS, **OBSERVATION} if observations else COLUMNS
        self._schema = pa.schema(list(columns.items()), {"observation_version": str(VERSION)})
        self._path = path
        self._draft = path.with_name(path.name + ".new")
        self._writer = pq.ParquetWriter(self._draft, self._schema, compression="zstd")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """The file is there when all is well; else nothing is left behind."""
        if kind is None:
            fields = {game: describe(seen) for game, seen in self._observed.items()}
            self._writer.add_key_value_metadata({"fields": json.dumps(fields)})
        self._writer.close()
        if kind is None:
            self._draft.replace(self._path)
        else:
            self._draft.unlink()

    def add(self, log: Log, name: str) -> None:
        """All decisions of a finished game, which is replayed and checked."""
        if log.result is None:
            raise LogError(f"{name}: the game is not finished, and a dataset holds whole games")
        game = game_of(log)
        logs.verify(game, log, forced=log.seed is None)
        rows = self._rows(game, log, name)
        self.decisions += len(rows)
        self._writer.write_table(pa.Table.from_pylist(rows, self._schema))

    def _rows(self, game: Game, log: Log, name: str) -> list[dict[str, Any]]:
        observation = self._observed.setdefault(game.id, Observation(game))
        same = {
            "log": name,
            "game": log.game,
            "version": log.version,
            "players": log.players,
            "options": json.dumps(log.options),
        }
        rows: list[dict[str, Any]] = []
        state = game.start(log.seed or 0, Tape(log.gestures[0].chance))
        for gesture in log.gestures[1:]:
            state.tape = Tape(gesture.chance)
            for text in gesture.actions:
                view = game.view(state, gesture.seat)
                asked = game.decision(state, gesture.seat)
                assert asked is not None
                code = game.code(text)
                row: dict[str, Any] = {
                    **same,
                    "decision": len(rows),
                    "turn": state.turn,
                    "seat": gesture.seat,
                    "question": game.layout.questions[asked[0]].name,
                    "legal": list(game.legal(view)),
                    "action": code,
                    "words": game.action(code).text,
                }
                if self._observations:
                    row["observation"] = observation.row(view)
                rows.append(row)
                game.apply(state, code, gesture.seat)
        outcome = game.outcome(state)
        for row in rows:
            seat = int(row["seat"])
            row["points"] = outcome.sheets[seat].total
            row["rank"] = outcome.ranks[seat]
            row["won"] = (seat in outcome.winners) / len(outcome.winners)
        return rows


def describe(observation: Observation) -> list[dict[str, object]]:
    """The fields of a game's observations as plain values."""
    return [
        {
            "name": field.name,
            "axes": [axis.kind for axis in field.axes],
            "shape": list(field.shape),
            "low": field.low,
            "high": field.high,
            "first": field.first,
        }
        for field in observation.fields
    ]
