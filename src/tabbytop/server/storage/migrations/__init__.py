"""The steps that bring a database to the tables of `schema`, and the decision whether a database is ours at all.

A step, once published, is never changed: it describes the tables as they were then. Run in process, in one transaction
of the caller, so that a database has all of the missing steps or none of them.
"""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from tabbytop.server.storage.errors import BadDatabase


def bring_up_to_date(connection: Connection) -> None:
    """Take the steps that the database lacks; refuse one that is newer than we are, or somebody else's."""
    config = Config()
    config.set_main_option("script_location", "tabbytop.server.storage:migrations")
    known = [step.revision for step in ScriptDirectory.from_config(config).walk_revisions()]
    newest = known[0]
    found = MigrationContext.configure(connection).get_current_heads()
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
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
