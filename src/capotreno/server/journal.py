"""The server's own log: sentences on stderr or, for programs that collect them, JSON lines.

It names tables and nobody: no name, no address, no token of a person is ever in it.
"""

import logging
import sys
from datetime import UTC, datetime

import msgspec

__all__ = ["Lines", "keep_lines"]

_USUAL = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName"}


class Lines(logging.Formatter):
    """One JSON object a line: time, level, message, and whatever the record brings along."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: value for name, value in vars(record).items() if name not in _USUAL}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line, enc_hook=str).decode()


def keep_lines() -> None:
    """From here on everything the process logs is a JSON line, also what is merely news."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("capotreno").setLevel(logging.INFO)
