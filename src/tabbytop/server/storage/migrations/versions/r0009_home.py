"""Tables are found by the words of their invitations, and put away by those who do not go on."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the column and make the table."""
    op.add_column("tables", sa.Column("invite", sa.Text))
    op.create_index("tables_invite", "tables", ["invite"])
    op.create_table(
        "cleared",
        sa.Column("guest", sa.Text, sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("last", sa.BigInteger, nullable=False),
    )
