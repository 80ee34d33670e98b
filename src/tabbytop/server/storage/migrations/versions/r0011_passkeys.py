"""Passkeys of guests, and what their devices have still to sign. Adds only: an older program writes on."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "passkeys",
        sa.Column("id", sa.LargeBinary, primary_key=True),
        sa.Column("guest", sa.Text, sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("site", sa.Text, nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("count", sa.BigInteger, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger),
        sa.Column("label", sa.Text, nullable=False),
    )
    op.create_index("passkeys_guest", "passkeys", ["guest"])
    op.create_table(
        "challenges",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("guest", sa.Text, sa.ForeignKey("guests.id")),
        sa.Column("site", sa.Text, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_index("challenges_expires", "challenges", ["expires"])
