"""What alembic runs to take the steps: on the connection, and in the transaction, that it was given."""

from __future__ import annotations

from alembic import context


def take_steps() -> None:
    """Take the steps that alembic has chosen."""
    context.configure(connection=context.config.attributes["connection"])
    context.run_migrations()


if __name__ == "env_py":  # the name under which alembic runs this file; whoever else imports it gets a function
    take_steps()
