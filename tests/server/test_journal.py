"""The server's own log as JSON lines, for programs that collect them."""

import io
import json
import logging
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from capotreno.engine.errors import CapotrenoError
from capotreno.server.journal import Lines
from capotreno.server.settings import Settings, from_environment

PROGRAM = (
    "from capotreno.server.serve import serve; "
    "from capotreno.server.settings import from_environment; serve(from_environment())"
)


def test_a_line_is_an_object_with_what_the_record_brings() -> None:
    kept = io.StringIO()
    handler = logging.StreamHandler(kept)
    handler.setFormatter(Lines())
    logger = logging.getLogger("tests.journal")
    logger.propagate = False
    logger.setLevel(logging.INFO)
    logger.addHandler(handler)
    logger.info("a %s\nwith two lines", "word", extra={"table": "t1", "where": Path("a")})
    try:
        int("oh")
    except ValueError:
        logger.exception("a fault")
    first, second = [json.loads(line) for line in kept.getvalue().splitlines()]
    assert first.pop("time").endswith("+00:00")
    assert first == {
        "level": "info",
        "logger": "tests.journal",
        "message": "a word\nwith two lines",
        "table": "t1",
        "where": "a",
    }
    assert second["level"] == "error"
    assert second["exception"].endswith("'oh'")


def test_its_form_is_a_setting() -> None:
    assert Settings().log == from_environment({}).log == "text"
    assert from_environment({"CAPOTRENO_LOG": "json"}).log == "json"
    with pytest.raises(CapotrenoError, match="CAPOTRENO_LOG must be text or json, not 'xml'"):
        from_environment({"CAPOTRENO_LOG": "xml"})


def test_a_server_writes_nothing_else_on_stderr(tmp_path: Path) -> None:
    environment = {**os.environ, "CAPOTRENO_DATA": str(tmp_path), "CAPOTRENO_PORT": "0"}
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        env=environment | {"CAPOTRENO_LOG": "json"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        server.send_signal(signal.SIGTERM)
        _, said = server.communicate()
    assert server.returncode == 0
    lines = [json.loads(line) for line in said.splitlines()]
    assert [line["message"] for line in lines] == ["the server is ready", "the server has ended"]
    assert address.endswith(f":{lines[0]['port']}")
