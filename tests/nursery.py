"""Programs under test that begin with everything read: each is forked from one process that has the modules loaded.

To read the modules of the server takes a second of the processor, and a run of all tests starts hundreds of programs.
One from here is a process of its own like any other: it can be killed, stopped and waited for.
"""

from __future__ import annotations

import array
import atexit
import functools
import json
import os
import runpy
import selectors
import socket
import subprocess
import sys
import tempfile
import threading
import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path
from select import POLLIN, poll
from signal import SIGKILL, SIGTERM
from typing import IO, NoReturn, Protocol, TextIO

ROOT = Path(__file__).parents[1]
TABBYTOP, SERVER = "tabbytop", "tests.server.run_server"
PLACES = "PYTHONPATH"
"""The variable that decides which modules are read: a process with another one cannot come from here."""
LONGEST = 1 << 20
"""Bytes of a wish: arguments and variables of one process."""


Wish = tuple[str, Sequence[str], Mapping[str, str], str]
"""The module of a program, its arguments and variables, and the folder in which it runs."""


class Process(Protocol):
    """What tests do with a process, whoever has started it."""

    pid: int
    returncode: int | None
    stdout: TextIO | None

    def poll(self) -> int | None: ...

    def wait(self, timeout: float | None = None) -> int: ...

    def communicate(self, *, timeout: float | None = None) -> tuple[str, str | None]: ...

    def send_signal(self, sig: int) -> None: ...

    def terminate(self) -> None: ...

    def kill(self) -> None: ...


class Forked:
    """A process from the nursery, in the manners of `subprocess.Popen`."""

    def __init__(self, pid: int, said: int, ended: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self.stdout: TextIO | None = os.fdopen(said, encoding="utf-8")
        self._ended = ended
        self._lock = threading.Lock()
        weakref.finalize(self, os.close, ended)  # not sooner: several threads may wait for the end

    def poll(self) -> int | None:
        """The exit code, if it has ended."""
        return self._look(0)

    def wait(self, timeout: float | None = None) -> int:
        """The exit code, once it has ended."""
        code = self._look(timeout)
        if code is None:
            raise subprocess.TimeoutExpired([f"process {self.pid}"], timeout or 0)
        return code

    def communicate(self, *, timeout: float | None = None) -> tuple[str, None]:
        """All that it still says, once it has ended."""
        assert self.stdout is not None
        with self.stdout:
            said = self.stdout.read()
        self.wait(timeout)
        return said, None

    def _look(self, timeout: float | None) -> int | None:
        if self.returncode is None and self._wait_for_end(timeout):
            with self._lock:
                if self.returncode is None:
                    self.returncode = int(os.read(self._ended, 8))
        return self.returncode

    def _wait_for_end(self, timeout: float | None) -> bool:
        asking = poll()  # one for each who asks: it serves one thread at a time
        asking.register(self._ended, POLLIN)
        return bool(asking.poll(None if timeout is None else 1000 * timeout))

    def send_signal(self, sig: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, sig)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(SIGTERM)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(SIGKILL)


class Nursery:
    """The process with the modules loaded, and the line on which it is asked for others."""

    def __init__(self) -> None:
        self._line, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._places = os.environ.get(PLACES)
        self._lock = threading.Lock()
        command = [sys.executable, "-m", "tests.nursery", str(far.fileno())]
        with far:
            self._process = subprocess.Popen(command, cwd=ROOT, pass_fds=[far.fileno()])
        atexit.register(self.close)

    def fits(self, environment: Mapping[str, str]) -> bool:
        """Whether a process with these variables reads the same modules."""
        return environment.get(PLACES) == self._places

    def start(self, wish: Wish, errors: int) -> Forked:
        """A process; what it says is read, its errors go to a file."""
        said, says = os.pipe()
        ended, ends = os.pipe()
        with self._lock:
            socket.send_fds(self._line, [json.dumps(wish).encode()], [says, errors, ends])
            pid = int(self._line.recv(32))
        for theirs in (says, ends):
            os.close(theirs)
        return Forked(pid, said, ended)

    def close(self) -> None:
        """End the nursery, once nobody is born any more."""
        self._line.close()
        self._process.wait()


@functools.cache
def nursery() -> Nursery | None:
    """The nursery of this process, where the machine can have one."""
    return Nursery() if hasattr(os, "pidfd_open") else None


def begin(
    module: str, *arguments: str, errors: IO[str], environment: Mapping[str, str] | None = None, cwd: Path = ROOT
) -> Process:
    """A program, like `python -m module`: from the nursery if it can be. What it says is read, errors go to a file."""
    variables, near = environment or os.environ, nursery()
    if near and near.fits(variables):
        return near.start((module, arguments, dict(variables), str(cwd)), errors.fileno())
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.Popen(command, cwd=cwd, env=variables, stdout=subprocess.PIPE, stderr=errors, text=True)


def run(
    *arguments: str, environment: Mapping[str, str] | None = None, cwd: Path = ROOT, timeout: float | None = None
) -> subprocess.CompletedProcess[str]:
    """`tabbytop …`, and what came of it."""
    with tempfile.TemporaryFile("w+") as errors:
        process = begin(TABBYTOP, *arguments, errors=errors, environment=environment, cwd=cwd)
        said, _ = process.communicate(timeout=timeout)
        errors.seek(0)
        return subprocess.CompletedProcess([TABBYTOP, *arguments], process.wait(), said, errors.read())


# ---------------------------------------------------------------- inside the process


def attend(line: socket.socket) -> str:
    """Fork a process for everybody who asks; returns in each of those alone, with the module that it is to run."""
    with selectors.PollSelector() as waiting:  # which is not shared with those who are forked
        waiting.register(line, selectors.EVENT_READ)
        while True:
            for key, _ in waiting.select():
                if key.fileobj is not line:
                    waiting.unregister(key.fileobj)
                    _tell_end(key.fd, *key.data)
                    continue
                wish, descriptors, _, _ = socket.recv_fds(line, LONGEST, 3)
                if not wish:  # the tests have ended, and nobody outlives them
                    for each in waiting.get_map().values():
                        if each.fileobj is not line:
                            os.kill(each.data[0], SIGKILL)
                    sys.exit()
                pid = os.fork()
                if pid == 0:
                    siblings = [each for each in waiting.get_map().values() if each.fileobj is not line]
                    others = [descriptor for each in siblings for descriptor in (each.fd, each.data[1])]
                    return _begin(line, wish, descriptors, others)
                for theirs in descriptors[:2]:
                    os.close(theirs)
                waiting.register(os.pidfd_open(pid), selectors.EVENT_READ, (pid, descriptors[2]))
                line.send(str(pid).encode())


def _tell_end(watched: int, pid: int, ends: int) -> None:
    """Tell whoever asked for a process how it has ended."""
    _, status = os.waitpid(pid, 0)
    os.write(ends, str(os.waitstatus_to_exitcode(status)).encode())
    for done in (watched, ends):
        os.close(done)


def _begin(line: socket.socket, wish: bytes, descriptors: array.array[int], others: list[int]) -> str:
    """The beginning of a forked process: it takes over what it was given, and lets go of what is not its own."""
    says, errors, ends = descriptors
    os.dup2(says, 1)
    os.dup2(errors, 2)
    line.close()
    for given in (says, errors, ends, *others):
        os.close(given)
    module, arguments, environment, cwd = json.loads(wish)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(cwd)
    sys.path[0] = cwd
    sys.argv[1:] = arguments
    return module


def main(descriptor: str) -> None:
    # Only here: bots think in processes that read this module again.
    import alembic.command  # noqa: F401
    import uvicorn.lifespan.on
    import uvicorn.loops.uvloop  # noqa: F401

    from tabbytop import cli, games  # noqa: F401
    from tests.server import faults, plants, run_server  # noqa: F401

    for game in games.ids():
        games.load(game)
    module = attend(socket.socket(fileno=int(descriptor)))
    try:
        if module == SERVER:
            run_server.main(*sys.argv[1:])
        else:
            runpy.run_module(TABBYTOP, run_name="__main__", alter_sys=True)
    except SystemExit as end:
        leave(end.code)
    leave(0)


def leave(code: str | int | None) -> NoReturn:
    """End as Python does, but for the half second in which it would take apart what thousands of modules hold."""
    if isinstance(code, str):
        print(code, file=sys.stderr)
    threading._shutdown()
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(code if isinstance(code, int) else int(code is not None))


if __name__ == "__main__":
    main(*sys.argv[1:])
