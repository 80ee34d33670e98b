"""Server processes and their leases, and where each table lives. Adds only: an older program that runs writes on."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the table and the columns."""
    op.create_table(
        "servers",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
    )
    op.add_column("tables", sa.Column("owner", sa.Text))
    op.add_column("tables", sa.Column("fence", sa.BigInteger, nullable=False, server_default=sa.text("0")))
    op.create_index("tables_owner", "tables", ["owner"])
