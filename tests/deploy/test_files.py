"""The files of deploy/ say what is so: units, image, compose, dashboard and the operator's paper.

There is no Docker here. What the image and the site run is looked at piece by piece instead.
"""

import asyncio
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped, unused-ignore]

from capotreno.cli import parser
from capotreno.server.bots.process import BotCounts
from capotreno.server.metrics import Metrics
from capotreno.server.settings import from_environment
from capotreno.words import say
from tests.deploy.proxy import DEPLOY
from tests.server.client import running

ROOT = DEPLOY.parent
PAPER = ROOT / "docs" / "operate.md"
SETTING = re.compile(r"CAPOTRENO_[A-Z_]+")
#: Settings of the files themselves, not of the server.
OF_FILES = {
    *("CAPOTRENO_SITE", "CAPOTRENO_SERVERS", "CAPOTRENO_ENV"),
    *("CAPOTRENO_PROGRAM", "CAPOTRENO_USER"),
}


def text(name: str) -> str:
    return (DEPLOY / name).read_text("utf-8")


def understood(command: str) -> None:
    """A command line of `capotreno`, as its own parser reads it."""
    words = shlex.split(command, comments=True)
    assert words[0].endswith("capotreno"), command
    if words[1:] != ["--version"]:  # which says it and ends
        assert parser("en").parse_args(words[1:]).command, command


@pytest.mark.parametrize("name", sorted(file.name for file in DEPLOY.iterdir()))
def test_every_setting_it_names_is_one(name: str) -> None:
    known = set(SETTING.findall(say("en", "help.serve.examples"))) | OF_FILES
    assert set(SETTING.findall(text(name))) <= known


def variables(name: str) -> dict[str, str]:
    """The lines of an environment file, commented out or not."""
    lines = re.findall(r"^(?:# )?([A-Z_]+)=(.*)$", text(name), flags=re.MULTILINE)
    return dict(lines)


def test_the_settings_of_the_unit_are_right() -> None:
    found = variables("capotreno.env")
    assert len(found) >= 7
    settings = from_environment(found | {"CAPOTRENO_METRICS": "a secret of some letters"})
    assert settings.data == Path("/var/lib/capotreno")
    assert settings.names == ("play.example.org",)
    for line in text("capotreno.env").splitlines():
        assert re.fullmatch(r"(# .*)?|[A-Z_]+=\S+", line), line


UNITS = ("capotreno.service", "capotreno-backup.service", "capotreno-backup.timer")


@pytest.mark.parametrize("name", UNITS)
def test_systemd_finds_nothing_wrong_with_the_units(name: str, tmp_path: Path) -> None:
    unit = text(name)
    for command in re.findall(r"^ExecStart=(.*)$", unit, flags=re.MULTILINE):
        understood(command)
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("NOT CHECKED BY SYSTEMD: there is no systemd-analyze here")
    for one in UNITS:  # the timer wants its service beside it
        there = text(one).replace("/opt/capotreno/bin/capotreno", sys.executable)
        (tmp_path / one).write_text(there, "utf-8")
    command = [program, "verify", "--man=no", str(tmp_path / name)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if "Failed to" in ran.stderr and "bus" in ran.stderr:
        pytest.skip(f"NOT CHECKED BY SYSTEMD: {ran.stderr.strip()[:200]}")
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_fault_in_a_unit_would_be_found(tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("NOT CHECKED BY SYSTEMD: there is no systemd-analyze here")
    bad = text("capotreno.service").replace("Restart=on-failure", "Restart=sometimes")
    (tmp_path / "bad.service").write_text(bad, "utf-8")
    command = [program, "verify", "--man=no", str(tmp_path / "bad.service")]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "sometimes" in ran.stderr


def test_the_command_beside_the_server_has_its_settings(tmp_path: Path) -> None:
    settings = tmp_path / "env"
    data = tmp_path / "data"
    settings.write_text(text("capotreno.env").replace("/var/lib/capotreno", str(data)), "utf-8")
    me = subprocess.run(["id", "-un"], capture_output=True, text=True, check=True).stdout.strip()
    program = Path(sys.executable).with_name("capotreno")
    ran = subprocess.run(
        ["sh", DEPLOY / "capotreno", "admin", "tables", "--language", "en"],
        env={
            **os.environ,
            "CAPOTRENO_ENV": str(settings),
            "CAPOTRENO_PROGRAM": str(program),
            "CAPOTRENO_USER": me,
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stdout) == (2, "")
    assert f"no database at {data}/capotreno.sqlite3" in ran.stderr
    assert os.access(DEPLOY / "capotreno", os.X_OK)


def test_the_command_beside_the_server_reads_its_settings_as_systemd_does(tmp_path: Path) -> None:
    """Whatever a password or a sender's name is made of."""
    settings, program = tmp_path / "env", tmp_path / "program"
    values = ("Club of the <North> & South", "postgresql://a:b$HOME;c@host/d?e=f", "it's `date`")
    lines = [f"CAPOTRENO_{n}={value}" for n, value in enumerate(values)]
    settings.write_text("# CAPOTRENO_3=no\n\n" + "\n".join(lines), "utf-8")
    program.write_text('#!/bin/sh\nprintf "%s\\n" "$CAPOTRENO_0" "$CAPOTRENO_1" "$CAPOTRENO_2"\n')
    program.chmod(0o755)
    me = subprocess.run(["id", "-un"], capture_output=True, text=True, check=True).stdout.strip()
    own = {"CAPOTRENO_ENV": settings, "CAPOTRENO_PROGRAM": program, "CAPOTRENO_USER": me}
    ran = subprocess.run(
        ["sh", DEPLOY / "capotreno"],
        env={**os.environ, **{name: str(value) for name, value in own.items()}},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.stdout.splitlines(), ran.stderr) == ([*values], "")


KNOWN = {
    *("FROM", "RUN", "COPY", "WORKDIR", "USER", "ENV"),
    *("VOLUME", "EXPOSE", "HEALTHCHECK", "CMD"),
}


def instructions() -> list[tuple[str, str]]:
    """The lines of the Dockerfile: an instruction and what follows it."""
    lines = re.sub(r"\\\n\s*", " ", text("Dockerfile")).splitlines()
    return [
        (line.partition(" ")[0], line.partition(" ")[2])
        for line in lines
        if line and not line.startswith("#")
    ]


def test_the_shell_understands_what_the_image_runs() -> None:
    commands = [rest for name, rest in instructions() if name == "RUN"]
    assert commands
    for command in commands:
        assert subprocess.run(["sh", "-n", "-c", command], check=False).returncode == 0


@pytest.mark.anyio
async def test_the_image_is_made_from_what_there_is_and_runs(tmp_path: Path) -> None:
    found = instructions()
    assert {name for name, _ in found} <= KNOWN
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    runs = " ; ".join(rest for name, rest in found if name == "RUN")
    for target in re.findall(r"make ([\w-]+)", runs):
        assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    (wanted,) = re.findall(r"\.whl\)\[([\w,]+)\]", runs)
    assert set(wanted.split(",")) <= set(extras["optional-dependencies"])
    for _, rest in (one for one in found if one[0] == "COPY" and "--from" not in one[1]):
        assert (ROOT / rest.split()[0]).exists()
    environment = dict(
        word.split("=", 1) for name, rest in found if name == "ENV" for word in rest.split()
    )
    assert from_environment(environment).host == "0.0.0.0"  # noqa: S104 - within its own network
    (command,) = [json.loads(rest) for name, rest in found if name == "CMD"]
    understood(shlex.join(command))
    (healthy,) = [rest for name, rest in found if name == "HEALTHCHECK"]
    asked = json.loads(healthy.partition("CMD ")[2])
    async with running(tmp_path) as site:
        there = environment | {
            "CAPOTRENO_DATA": str(tmp_path),
            "CAPOTRENO_PORT": site.url.rsplit(":", 1)[1],
        }
        assert await ended(asked, there) == 0
    assert await ended(asked, there) == 1


async def ended(command: list[str], environment: dict[str, str]) -> int:
    """The exit code of a command of the image, with the image's settings."""
    program = str(Path(sys.executable).with_name(command[0]))
    process = await asyncio.create_subprocess_exec(
        program, *command[1:], env={**os.environ, **environment}, stdout=subprocess.DEVNULL
    )
    return await process.wait()


def composed() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(text("compose.yaml"))
    return found


def test_the_site_is_whole() -> None:
    site = composed()
    services, volumes = site["services"], site["volumes"]
    assert set(services) == {"database", "one", "two", "proxy"}
    for name, service in services.items():
        assert set(service.get("depends_on", ())) <= set(services), name
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert source in volumes or (DEPLOY / source).is_file(), volume
    built = services["one"]["build"]
    assert (DEPLOY / built["context"]).resolve() == ROOT
    assert (ROOT / built["dockerfile"]).is_file()
    for name in ("one", "two"):
        environment = {key: str(value) for key, value in services[name]["environment"].items()}
        given = {"CAPOTRENO_SITE": "play.example.org", "POSTGRES_PASSWORD": "secret"}
        filled = {key: interpolated(value, given) for key, value in environment.items()}
        settings = from_environment(filled)
        assert settings.names == ("play.example.org",)
        assert settings.database == "postgresql://capotreno:secret@database/capotreno"
        assert (settings.site, settings.smtp) == ("https://play.example.org", "")
    (subnet,) = site["networks"]["default"]["ipam"]["config"]
    assert services["one"]["environment"]["CAPOTRENO_PROXIES"] == subnet["subnet"]
    reached = services["proxy"]["environment"]["CAPOTRENO_SERVERS"].split()
    assert reached == ["one:8642", "two:8642"]


def interpolated(value: str, given: dict[str, str]) -> str:
    """What Compose makes of ${NAME:?why} and ${NAME:-otherwise}."""

    def filled(found: re.Match[str]) -> str:
        name, kind, rest = found.groups()
        return given[name] if kind == ":?" else given.get(name, rest)

    return re.sub(r"\$\{(\w+)(:[?-])([^}]*)\}", filled, value)


def test_the_dashboard_shows_every_metric_and_no_other() -> None:
    counted = [metric.name for metric in Metrics().registry.collect()]
    board = json.loads(text("grafana.json"))
    asked = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    shown = {name for expr in asked for name in re.findall(r"capotreno_\w+", expr)}
    counters = {name for name in shown if name.endswith("_total")}
    assert {re.sub(r"_(total|bucket)$", "", name) for name in shown} == set(counted)
    assert counters == {"capotreno_gestures_total", "capotreno_refused_total"}
    said = " ".join(panel["description"] for panel in board["panels"])
    for kind in BotCounts.__dataclass_fields__:
        assert kind in said, kind
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])
    assert yaml.safe_load(text("prometheus.yml"))["scrape_configs"][0]["static_configs"]


def test_the_operators_paper_names_files_settings_and_commands_that_there_are() -> None:
    paper = PAPER.read_text("utf-8")
    for name in re.findall(r"deploy/([\w.-]+)", paper):
        assert (DEPLOY / name).is_file(), name
    assert {file.name for file in DEPLOY.iterdir()} <= set(re.findall(r"[\w.-]+", paper))
    known = set(SETTING.findall(say("en", "help.serve.examples"))) | OF_FILES
    assert set(SETTING.findall(paper)) <= known
    commands = [
        line.strip()
        for block in re.findall(r"(?:^    .*\n)+", paper, flags=re.MULTILINE)
        for line in block.splitlines()
    ]
    ours = re.compile(r"(?:sudo |\w+=\S+ )*(?:\S*/)?(capotreno .*)")
    own = [found[1] for line in commands if (found := ours.match(line))]
    assert len(own) >= 8
    for line in own:
        understood(re.sub(r"\s*(<|>|\|).*", "", line))
