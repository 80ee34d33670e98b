"""F56: a write-ahead log that was cut, emptied or spoilt between two starts, or an older database in place of a newer
one. What is missing is found by comparing with what was acknowledged, named, and gone on without only when somebody
says so; and nothing else ever raises that alarm.
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import itertools
import os
import random
import re
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tabbytop.kit.marks import fault
from tabbytop.server.operating.serve import database_in
from tabbytop.server.storage import database, group_commit
from tabbytop.server.storage import ledger as ledgers
from tabbytop.server.storage.ledger import Ledger, Note
from tabbytop.server.storage.losses import Loss, find, in_words
from tabbytop.server.storage.store import BadDatabase, Entry, Store, Uncertain, backup
from tests.patience import PATIENCE
from tests.server import faults
from tests.server.lines import Http
from tests.server.servers import Server, running
from tests.server.stores import card, entry, fill, opened, run, seqs
from tests.server.test_operating import refused_start, started

COLD = faults.named(faults.stay_cold)


def wal(file: Path) -> Path:
    return file.with_name(f"{file.name}-wal")


def ledger(file: Path) -> Path:
    return file.with_name(f"{file.name}-ledger")


def losses(file: Path) -> str:
    return file.with_name(f"{file.name}-losses.txt").read_text()


# ---------------------------------------------------------------- real servers


def cut_in_half(file: Path) -> None:
    os.truncate(wal(file), wal(file).stat().st_size // 2)


def empty(file: Path) -> None:
    os.truncate(wal(file), 0)


def remove(file: Path) -> None:
    wal(file).unlink()


def flip_a_bit(file: Path) -> None:
    spoilt = bytearray(wal(file).read_bytes())
    spoilt[len(spoilt) * 2 // 3] ^= 0x10
    wal(file).write_bytes(spoilt)


class Talk:
    """Somebody who opens tables and says something at them; every event of it is acknowledged."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._http = Http(server)
        self._http.become_guest("Ann")
        self.tables: dict[str, int] = {}
        self._numbers = itertools.count()

    def open(self) -> str:
        table = self._http.open_table("me", "friend")
        self.tables[table] = 1
        return table

    def say(self, table: str, times: int = 1) -> None:
        for _ in range(times):
            heard = self._http.command(table, "say", phrase="purr")
            assert heard.status == 200, heard.body
            self.tables[table] = heard.json["seq"]

    def say_everywhere(self, times: int) -> None:
        for _ in range(times):
            for table in self.tables:
                self.say(table)

    def again(self) -> None:
        """The server has been started anew."""
        self._http.close()
        self._http = Http(self._server, self._http.token)

    def status(self, table: str) -> int:
        return self._http.get(f"/api/tables/{table}").status

    def close(self) -> None:
        self._http.close()


@contextlib.contextmanager
def talked(folder: Path) -> Iterator[tuple[Server, Talk, Path]]:
    """A server with two tables that was started twice: the first part is in the file, the second only in the log."""
    with running(folder, COLD) as server:
        talk = Talk(server)
        try:
            talk.open()
            talk.say_everywhere(20)
            assert server.stop() == 0
            server.start()
            talk.again()
            talk.open()
            talk.say_everywhere(30)
            server.kill()
            yield server, talk, folder / "tabbytop.db"
        finally:
            talk.close()


def missing_by(sentence: str, talk: Talk) -> dict[str, int]:
    """How many events of each table a sentence says are lost."""
    words = " ".join(sentence.split())
    missed = {table: int(number) for table, number in re.findall(r"table (\w+) misses (\d+) events? of \d+", words)}
    gone = {table: int(number) for table, number in re.findall(r"table (\w+) is gone with its (\d+) event", words)}
    assert {**missed, **gone}.keys() <= talk.tables.keys()
    return missed | gone


def truly_missing(file: Path, talk: Talk, folder: Path) -> dict[str, int]:
    """How many events are missing, read from a copy without the store."""
    folder.mkdir()
    for part in (file, wal(file)):
        if part.exists():
            shutil.copy(part, folder / part.name)
    with contextlib.closing(sqlite3.connect(folder / file.name)) as copy:
        kept = dict(copy.execute("SELECT id, last FROM tables").fetchall())
    return {table: number - kept.get(table, 0) for table, number in talk.tables.items() if number > kept.get(table, 0)}


@fault("F56")
@pytest.mark.parametrize("damage", [cut_in_half, empty, remove, flip_a_bit], ids=lambda damage: damage.__name__)
def test_a_damaged_log_is_told_by_table_and_gone_on_without_only_on_demand(
    damage: Callable[[Path], None], tmp_path: Path
):
    with talked(tmp_path / "data") as (server, talk, file):
        damage(file)
        missing = truly_missing(file, talk, tmp_path / "copy")
        assert missing, "nothing was lost"
        if damage in (empty, remove):
            assert len(missing) == 2, "a whole table is lost with it"
        for _ in range(2):  # refusing changes nothing
            said = refused_start("--data", str(server.data))
            assert "--accept-loss" in said
            assert missing_by(said, talk) == missing
        with started(server.data, "serve", "--port", "0", "--accept-loss") as host:
            warned = [line for line in host.lines() if "a loss was accepted" in str(line)]
            assert len(warned) == 1
            assert missing_by(losses(file), talk) == missing
            assert host.get("/healthz").status_code == 200
            host.end()
        server.start()  # the loss was accepted once and for all
        talk.again()
        for table, number in talk.tables.items():
            is_gone = missing.get(table) == number
            assert talk.status(table) == (404 if is_gone else 200)
            if not is_gone:
                talk.say(table)
                assert talk.tables[table] == number - missing.get(table, 0) + 1
        assert server.problems() == []


@fault("F56")
def test_kills_at_any_moment_raise_no_alarm(tmp_path: Path):
    chance = random.Random(56)
    with running(tmp_path, COLD) as server:
        for _ in range(6):
            said = threading.Semaphore(0)
            killer = threading.Thread(target=kill_after, args=(server, said, chance.randrange(1, 40)))
            talk = Talk(server)
            talk.open()
            killer.start()
            with contextlib.suppress(OSError, http.client.HTTPException):
                while True:  # until it is killed, which is while something is being stored
                    talk.say_everywhere(1)
                    said.release()
            killer.join()
            talk.close()
            server.start()  # would not, with an alarm
        assert "lacks" not in server.log.read_text()


def kill_after(server: Server, said: threading.Semaphore, times: int) -> None:
    """Kill a server once so much was said, without waiting for what is under way."""
    for _ in range(times):
        said.acquire(timeout=PATIENCE)
    server.kill()


DIES = """
import asyncio, os, signal, sys
from tabbytop.server.storage import ledger
from tabbytop.server.storage.store import Store
from tests.server.stores import card, entry
url, seam, at = sys.argv[1], sys.argv[2], int(sys.argv[3])
def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)
async def main():
    store = Store.open(url)
    for seq in range(1, 10):
        if seq == at:
            if seam == "before_commit":
                store.before_commit = die
            elif seam == "after_commit":
                store.after_commit = die
            elif seam == "before_note":
                ledger.Ledger.write = die
            else:  # the note itself is torn
                whole = os.write
                ledger._append = lambda file, text: (whole(file, text[: len(text) // 2]), die())
        await store.append("table", [entry(seq)], card("table"))
asyncio.run(main())
"""


@fault("F56")
@pytest.mark.anyio
@pytest.mark.parametrize("seam", ["before_commit", "before_note", "torn_note", "after_commit"])
async def test_a_death_around_the_commit_raises_no_alarm_and_what_comes_after_is_still_vouched_for(
    sqlite_url: str, tmp_path: Path, seam: str
):
    done = await asyncio.to_thread(run, DIES, sqlite_url, seam, "5")
    assert done.returncode == -9, done.stderr
    last = 4 if seam == "before_commit" else 5
    async with opened(sqlite_url) as store:
        assert await seqs(store, "table") == list(range(1, last + 1))
        await store.append("table", [entry(last + 1)], card("table"))
    assert Ledger(ledger(tmp_path / "tabbytop.db")).read()["table"].seq == last + 1
    lose(tmp_path / "tabbytop.db", "table", last + 1)
    with pytest.raises(BadDatabase, match=f"table table misses 1 event of {last + 1}"):
        Store.open(sqlite_url)


# ---------------------------------------------------------------- what raises an alarm, and what does not


def lose(file: Path, table: str, seq: int) -> None:
    """Take the last event of a table away, as if it had never been written."""
    with contextlib.closing(sqlite3.connect(file)) as behind, behind:
        behind.execute("DELETE FROM events WHERE table_id = ? AND seq = ?", (table, seq))
        behind.execute("UPDATE tables SET last = ? WHERE id = ?", (seq - 1, table))


@fault("F56")
@pytest.mark.anyio
async def test_an_older_copy_in_place_of_the_database_is_told_and_can_be_taken(sqlite_url: str, tmp_path: Path):
    file = tmp_path / "tabbytop.db"
    async with opened(sqlite_url) as store:
        await fill(store, "old", 3)
        backup(sqlite_url, tmp_path / "monday.db")
        await store.append("old", [entry(4), entry(5)], card("old"))
        await fill(store, "new", 1)
    shutil.copy(tmp_path / "monday.db", file)
    with pytest.raises(BadDatabase, match=r"table old misses 2 events of 5; table new is gone with its 1 event\. "):
        Store.open(sqlite_url)
    store = Store.open(sqlite_url, accept_loss=True)
    await store.append("old", [entry(4)], card("old"))
    await store.close()
    assert len(losses(file).splitlines()) == 2
    await Store.open(sqlite_url).close()


@fault("F56")
@pytest.mark.anyio
async def test_a_copy_elsewhere_has_no_ledger_and_is_taken_as_it_is(sqlite_url: str, tmp_path: Path):
    async with opened(sqlite_url) as store:
        await fill(store, "table", 5)
        backup(sqlite_url, tmp_path / "copy.db")
    assert not ledger(tmp_path / "copy.db").exists()
    async with opened(f"sqlite:///{tmp_path / 'copy.db'}") as store:
        await store.append("table", [entry(6)], card("table"))
    assert Ledger(ledger(tmp_path / "copy.db")).read()["table"].seq == 6


@fault("F56")
@pytest.mark.anyio
async def test_a_copy_of_the_whole_folder_taken_in_order_of_names_is_a_prefix_without_an_alarm(
    sqlite_url: str, tmp_path: Path
):
    """The ledger comes before the log in that order, so what it vouches for is in the log that is copied after it."""
    async with opened(sqlite_url) as store:
        await fill(store, "table", 5)
        copies = tmp_path / "copies"
        copies.mkdir()
        for part in sorted(tmp_path.glob("tabbytop.db*")):
            shutil.copy(part, copies / part.name)
            (*_, last) = await seqs(store, "table")
            await store.append("table", [entry(last + 1)], card("table"))
    async with opened(f"sqlite:///{copies / 'tabbytop.db'}") as copy:
        assert len(await seqs(copy, "table")) >= 5


@fault("F56")
@pytest.mark.anyio
async def test_without_its_database_a_ledger_tells_that_everything_is_gone(sqlite_url: str, tmp_path: Path):
    async with opened(sqlite_url) as store:
        await fill(store, "table", 3)
    (tmp_path / "tabbytop.db").unlink()
    with pytest.raises(BadDatabase, match="table table is gone with its 3 events"):
        Store.open(sqlite_url)
    assert not (tmp_path / "tabbytop.db").exists()
    await Store.open(sqlite_url, accept_loss=True).close()


@fault("F56")
@pytest.mark.anyio
async def test_other_events_in_place_of_the_acknowledged_ones_are_found_after_a_kill(sqlite_url: str, tmp_path: Path):
    file = tmp_path / "tabbytop.db"
    async with opened(sqlite_url) as store:
        await fill(store, "table", 4)
        shutil.copy(ledger(file), tmp_path / "kept")
        lose(file, "table", 4)
        other = Entry(4, 0, b"something else")
        store._database.ledger._known.clear()  # type: ignore[union-attr]
        await store.append("table", [other], card("table"))
        copies = tmp_path / "killed"
        copies.mkdir()
        for part in (file, wal(file)):
            shutil.copy(part, copies / part.name)
    shutil.copy(tmp_path / "kept", ledger(copies / file.name))
    with pytest.raises(BadDatabase, match="table table has other events than were acknowledged"):
        Store.open(f"sqlite:///{copies / 'tabbytop.db'}")


@fault("F56")
@pytest.mark.anyio
async def test_two_programs_on_one_database_vouch_for_each_others_events(sqlite_url: str, tmp_path: Path):
    async with opened(sqlite_url) as one, opened(sqlite_url) as other:
        for seq in range(1, 20):
            await (one if seq % 3 else other).append("table", [entry(seq)], card("table"))
            if seq == 10:
                one._database.ledger.compact()  # type: ignore[union-attr]
    assert Ledger(ledger(tmp_path / "tabbytop.db")).read()["table"].seq == 19
    await Store.open(sqlite_url).close()


@fault("F56")
@pytest.mark.anyio
async def test_what_cannot_be_noted_is_not_acknowledged_and_heals(sqlite_url: str, monkeypatch: pytest.MonkeyPatch):
    async with opened(sqlite_url) as store:
        await fill(store, "table", 2)
        with monkeypatch.context() as full:
            full.setattr(
                "tabbytop.server.storage.ledger._append", lambda *_: (_ for _ in ()).throw(OSError("No space left"))
            )
            with pytest.raises(Uncertain, match="No space left"):
                await store.append("table", [entry(3)], card("table"))
        assert await seqs(store, "table") == [1, 2, 3]
        await store.append("table", [entry(4)], card("table"))
    await Store.open(sqlite_url).close()


@fault("F56")
@pytest.mark.anyio
async def test_notes_come_to_the_disk_soon_and_at_the_end(sqlite_url: str, monkeypatch: pytest.MonkeyPatch):
    synced, loop, true_sync = asyncio.Queue[int](), asyncio.get_running_loop(), ledgers._sync

    def sync(descriptor: int) -> None:
        true_sync(descriptor)
        loop.call_soon_threadsafe(synced.put_nowait, os.fstat(descriptor).st_size)

    monkeypatch.setattr(ledgers, "_sync", sync)
    monkeypatch.setattr(ledgers, "ON_DISK_AFTER", 0.01)
    async with opened(sqlite_url) as store:
        await fill(store, "table", 1)
        async with asyncio.timeout(PATIENCE):
            first = await synced.get()
        monkeypatch.setattr(ledgers, "ON_DISK_AFTER", 1e6)
        await store.append("table", [entry(2)], card("table"))
        assert synced.empty()
    assert first < await synced.get()


# ---------------------------------------------------------------- keeping little in the log, and the ledger short


@fault("F56")
@pytest.mark.anyio
async def test_the_log_is_moved_into_the_file_when_nothing_was_written_for_a_while(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(group_commit, "IDLE", 0.05)
    tidied = asyncio.Event()
    loop, tidy = asyncio.get_running_loop(), database.Database.tidy

    def watched(self: database.Database) -> bool:
        done = tidy(self)
        loop.call_soon_threadsafe(tidied.set)
        return done

    monkeypatch.setattr(database.Database, "tidy", watched)
    async with opened(sqlite_url) as store:
        await fill(store, "table", 20)
        async with asyncio.timeout(PATIENCE):
            while wal(tmp_path / "tabbytop.db").stat().st_size > 0:
                tidied.clear()
                await tidied.wait()
        notes = ledger(tmp_path / "tabbytop.db").read_bytes().splitlines()
        assert [note.seq for line in notes if (note := Note.read(line))] == [20]
        await store.append("table", [entry(21)], card("table"))
        assert await seqs(store, "table") == list(range(1, 22))


@fault("F56")
@pytest.mark.anyio
async def test_the_log_is_moved_into_the_file_on_its_bound_however_busy_the_server_is(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """What can be lost with the log is bounded, and it is not endless: it begins again at its front."""
    monkeypatch.setattr(database, "CHECKPOINT", 50)
    monkeypatch.setattr(group_commit, "IDLE", 1e6)
    file = tmp_path / "tabbytop.db"
    async with opened(sqlite_url) as store:
        await fill(store, "table", 150)
        assert wal(file).stat().st_size < 2 * 50 * 4096
        (tmp_path / "copy").mkdir()
        copy = Path(shutil.copy(file, tmp_path / "copy"))
        with contextlib.closing(sqlite3.connect(copy)) as alone:  # without the log
            assert alone.execute("SELECT last FROM tables").fetchall()[0][0] > 100


@fault("F56")
def test_a_ledger_is_written_anew_when_it_has_become_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tabbytop.server.storage.ledger.LONGEST", 2000)
    kept = Ledger(tmp_path / "ledger")
    for seq in range(1, 500):
        kept.write([Note("a table", seq, "a" * 32), Note("another", 1, "b" * 32)])
        assert kept.file.stat().st_size < 5000
    assert kept.read() == {"a table": Note("a table", 499, "a" * 32), "another": Note("another", 1, "b" * 32)}
    kept.close()


@fault("F56")
def test_damaged_lines_of_a_ledger_are_left_out(tmp_path: Path):
    kept = Ledger(tmp_path / "ledger")
    kept.write([Note("one", 3, "a" * 32), Note("two", 5, "b" * 32)])
    kept.close()
    lines = kept.file.read_bytes().splitlines(keepends=True)
    kept.file.write_bytes(lines[0].replace(b" 3 ", b" 9 ") + lines[1] + lines[1][:20])
    assert kept.read() == {"two": Note("two", 5, "b" * 32)}
    kept.write([Note("two", 6, "c" * 32)])
    assert kept.read() == {"two": Note("two", 6, "c" * 32)}
    kept.close()


@fault("F56")
def test_a_long_list_of_losses_names_the_first_ones_and_counts_the_rest():
    lost = [Loss(f"t{number}", 5, 3) for number in range(22)]
    assert in_words(lost[:1]) == "table t0 misses 2 events of 5."
    assert in_words(lost[:21]).endswith("; and 1 more table.")
    assert in_words(lost).endswith("; and 2 more tables.")


@fault("F56")
def test_the_database_in_a_data_folder_has_its_ledger_beside_it(tmp_path: Path):
    async def write() -> None:
        async with opened(database_in(tmp_path)) as store:
            await fill(store, "table", 1)

    asyncio.run(write())
    assert sorted(file.name for file in tmp_path.iterdir()) == ["tabbytop.db", "tabbytop.db-ledger"]


def test_what_is_added_in_the_same_commit_as_a_log_is_written_anew_is_known_for_what_it_is(tmp_path: Path):
    """Somebody is forgotten at a table at which somebody else plays on in that very moment."""
    url, queued = f"sqlite:///{tmp_path / 'tabbytop.db'}", threading.Event()

    async def scenario() -> None:
        async with opened(url) as store:
            await fill(store, "a", 3)
            store.before_commit = lambda concerned: (
                None if concerned == ["a", "a"] else (queued.wait(PATIENCE), None)[1]
            )
            first = asyncio.create_task(store.append("b", [entry(1)], card("b")))
            await asyncio.sleep(0)
            anew = store.rewrite("a", lambda each: Entry(each.seq, each.at, b"nobody", each.key), lambda kept: kept)
            both = asyncio.gather(anew, store.append("a", [entry(4)], card("a")))
            await asyncio.sleep(0)
            queued.set()
            await asyncio.gather(first, both)
            assert [each.body for each in await store.entries("a")][:3] == [b"nobody"] * 3
            assert await seqs(store, "a") == [1, 2, 3, 4]
            notes = Ledger(ledger(tmp_path / "tabbytop.db")).read()
            assert notes["a"].seq == 4
            assert await store.read(lambda connection: find(connection, notes, thoroughly=True)) == []

    asyncio.run(scenario())
