"""A Redis of the tests' own: on loopback, nothing on the disk, gone at the end."""

import shutil
import socket
import subprocess
import time

from tools.setup.debian import Missing, provided

__all__ = ["RedisServer"]

#: Debian's package of the tools holds the server too, and starts no service of the system's: the
#: programs are one file that looks at the name it is called by.
TOOL = "redis-check-rdb"


def program() -> str:
    """The file of the server; installs it if it may."""
    return provided("redis-tools", lambda: shutil.which("redis-server") or shutil.which(TOOL))


class RedisServer:
    """A running Redis."""

    def __init__(self) -> None:
        self._program = program()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._server: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts the server and waits until it answers."""
        arguments = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self._server = subprocess.Popen(
            ["redis-server", *arguments, "--appendonly", "no"],
            executable=self._program,
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        for _ in range(2400):
            if self._server.poll() is not None:
                break
            try:
                with socket.create_connection(("127.0.0.1", self.port), 1) as link:
                    link.sendall(b"PING\r\n")
                    if link.recv(16).startswith(b"+PONG"):
                        return
            except OSError:
                time.sleep(0.05)
        self.stop()
        raise Missing("Redis did not start")

    def stop(self) -> None:
        """Every connection is cut."""
        if self._server is not None:
            self._server.kill()
            self._server.wait()
            self._server = None
