"""Steps of the schema only widen it: programs of the version before go on beside the new one, and write as they did."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, create_engine, inspect, text

from tabbytop.kit.marks import fault
from tabbytop.server.storage.migrations import STEPS

Schema = dict[str, dict[str, tuple[str, bool, bool]]]
"""For each table its columns: their types, and whether a row needs them and brings them by itself."""


def schema_of(connection: Connection) -> Schema:
    looking = inspect(connection)
    return {
        table: {
            column["name"]: (str(column["type"]), not column["nullable"], column["default"] is not None)
            for column in looking.get_columns(table)
        }
        for table in looking.get_table_names()
    }


def broken(before: Schema, after: Schema) -> list[str]:
    """What a program that knows the schema before cannot do any more."""
    found = []
    for table, columns in before.items():
        now = after.get(table, {})
        found += [f"{table}.{name} is gone or another" for name in columns if now.get(name) != columns[name]]
        for name, (_, is_needed, comes_by_itself) in now.items():
            if name not in columns and is_needed and not comes_by_itself:
                found.append(f"{table}.{name} must be written")
    return found


@fault("F63")
def test_every_step_leaves_older_programs_what_they_know():
    names = sorted(step.name[1:5] for step in STEPS.glob("r*.py"))
    with create_engine("sqlite://").connect() as connection:
        config = Config(attributes={"connection": connection})
        config.set_main_option("script_location", "tabbytop.server.storage:migrations")
        before = schema_of(connection)
        for name in names:
            command.upgrade(config, name)
            after = schema_of(connection)
            assert broken(before, after) == [], f"by the step {name}"
            before = after


def test_a_step_that_takes_something_away_is_found():
    with create_engine("sqlite://").connect() as connection:
        connection.execute(text("CREATE TABLE cats (name TEXT NOT NULL, lives INTEGER, mood TEXT)"))
        connection.execute(text("CREATE TABLE dogs (name TEXT)"))
        before = schema_of(connection)
        connection.execute(text("DROP TABLE dogs"))
        connection.execute(text("ALTER TABLE cats DROP COLUMN lives"))
        connection.execute(text("ALTER TABLE cats RENAME COLUMN mood TO temper"))
        connection.execute(text("ALTER TABLE cats ADD COLUMN fur TEXT NOT NULL DEFAULT ''"))
        after = schema_of(connection)
        after["cats"]["tail"] = ("TEXT", True, False)  # SQLite itself refuses to add such a column, Postgres does not
    assert broken(before, after) == [
        "cats.lives is gone or another",
        "cats.mood is gone or another",
        "cats.tail must be written",
        "dogs.name is gone or another",
    ]
