"""Who agreed that moments of their games become puzzles. Adds only: an older program that runs writes on."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "consents",
        sa.Column("guest", sa.Text, sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("puzzles", sa.Boolean, nullable=False),
    )
