"""The steps that bring a database to the tables of `schema`, and the decision whether a database is ours at all.

A step, once published, is never changed: it describes the tables as they were then. Run in process, in one transaction
of the caller, so that a database has all of the missing steps or none of them.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from tabbytop.server.storage.errors import BadDatabase

STEPS = Path(__file__).parent / "versions"


def bring_up_to_date(connection: Connection) -> None:
    """Take the steps that the database lacks; refuse one that is newer than we are, or somebody else's."""
    known = sorted(step.name[1:5] for step in STEPS.glob("r*.py"))
    newest, found = known[-1], _steps_taken(connection)
    if newest in found:
        return
    if not set(found) <= set(known):
        schema = ", ".join(found)
        raise BadDatabase(
            f"The database was written by a newer Tabbytop (its schema is {schema}, this one knows up to {newest})."
            " Use that version, or another data folder."
        )
    if not found and inspect(connection).get_table_names():
        raise BadDatabase("The database belongs to another program. Give Tabbytop a database of its own.")
    _take_steps(connection)


def _steps_taken(connection: Connection) -> list[str]:
    """The last steps that the database has seen, as Alembic notes them: one, or none."""
    if not inspect(connection).has_table("alembic_version"):
        return []
    return list(connection.scalars(text("SELECT version_num FROM alembic_version")))


def _take_steps(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", "tabbytop.server.storage:migrations")
    command.upgrade(config, "head")
