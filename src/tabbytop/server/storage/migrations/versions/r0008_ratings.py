"""Results of finished games, ratings, members of a club; whether a notice is shown; deadlines. Adds only."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make the tables."""
    op.add_column("notices", sa.Column("shown", sa.Boolean, nullable=False, server_default=sa.text("false")))
    op.add_column("tables", sa.Column("deadline", sa.BigInteger))
    known = sa.text("deadline IS NOT NULL")
    op.create_index("tables_deadline", "tables", ["deadline"], sqlite_where=known, postgresql_where=known)
    over = sa.text("stage = 'over'")
    op.create_index("tables_over", "tables", ["updated"], sqlite_where=over, postgresql_where=over)
    op.create_table(
        "results",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("guest", sa.Text),
        sa.Column("level", sa.Text),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("stayed", sa.Boolean, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("counts", sa.Text, nullable=False),
    )
    op.create_index("results_guest", "results", ["guest"])
    op.create_index("results_ladder", "results", ["game", "players", "at"])
    op.create_table(
        "ratings",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("players", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("against", sa.Text, primary_key=True),
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("mu", sa.Float(53), nullable=False),
        sa.Column("sigma", sa.Float(53), nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("month", sa.Text, nullable=False),
        sa.Column("month_games", sa.Integer, nullable=False),
        sa.Column("before", sa.Float(53), nullable=False),
    )
    op.create_index("ratings_guest", "ratings", ["guest"])
    op.create_table(
        "ladders",
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("players", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("against", sa.Text, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
    )
    op.create_table(
        "club_members",
        sa.Column("guest", sa.Text, sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text),
    )
