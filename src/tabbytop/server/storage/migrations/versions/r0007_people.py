"""Profiles with faces and devices, words that move them, who does not hear whom, bans, the audit log.

Adds only: an older program that runs writes on.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the columns, and make the tables."""
    op.add_column("guests", sa.Column("face", sa.Text, nullable=False, server_default=sa.text("''")))
    op.add_column("guests", sa.Column("settings", sa.LargeBinary))
    op.add_column("guests", sa.Column("gone", sa.BigInteger))
    op.create_index(
        "guests_gone",
        "guests",
        ["gone"],
        sqlite_where=sa.text("gone IS NOT NULL"),
        postgresql_where=sa.text("gone IS NOT NULL"),
    )
    op.add_column("tokens", sa.Column("used", sa.BigInteger))
    op.add_column("tokens", sa.Column("label", sa.Text, nullable=False, server_default=sa.text("''")))
    op.create_table(
        "handovers",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("guest", sa.Text, sa.ForeignKey("guests.id"), nullable=False, unique=True),
        sa.Column("expires", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "mutes",
        sa.Column("guest", sa.Text, sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("muted", sa.Text, sa.ForeignKey("guests.id"), primary_key=True),
    )
    op.create_index("mutes_muted", "mutes", ["muted"])
    op.create_table(
        "bans",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("whom", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("whom", sa.Text, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
    )
