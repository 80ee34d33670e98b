"""A study as one page of HTML that needs nothing else: plots as SVG, no script. Knows no game."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence

from tabbytop import games
from tabbytop.arena.study import Mean, Study
from tabbytop.engine import english

STYLE = """
:root{color-scheme:light dark;--ink:#2b2a33;--paper:#fdf6ea;--line:#d8cbb5;--bar:#2a7d7b}
@media(prefers-color-scheme:dark){:root{--ink:#efe6d8;--paper:#211f27;--line:#4a4552;--bar:#5fb7b3}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
body{max-width:62rem;margin:2rem auto;padding:0 1rem}
h1{margin:0 0 .2rem}h2{margin:2.2rem 0 .4rem;font-size:1.15rem}p{margin:.2rem 0 .6rem}
.side{display:grid;grid-template-columns:repeat(auto-fit,minmax(20rem,1fr));gap:0 2.5rem}
table{border-collapse:collapse}td,th{padding:.15rem .9rem .15rem 0;text-align:left;border-bottom:1px solid var(--line)}
svg{width:100%;height:auto;max-width:34rem}text{fill:var(--ink);font:13px system-ui,sans-serif}
.bar{fill:var(--bar)}.error{stroke:var(--ink);stroke-width:1.5}.axis{stroke:var(--line)}
"""
BINS = 16
ROW = 24
WIDTH, LABEL, VALUE = 540, 150, 110
"""The plot, room for names at its left and for numbers at its right."""


def page(studies: Sequence[Study]) -> str:
    """One study, or two side by side."""
    name = games.load(studies[0].game).name
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>",
        f"<title>{_text(name)}: a study</title><style>{STYLE}</style>",
        f"<h1>{_text(name)}</h1><p>What {_text(name)} is like, from games of bots, each of them reviewed.</p>",
        f"<div class=side>{''.join(f'<section>{_study(study)}</section>' for study in studies)}</div>",
        _variants(studies[0]),
        "</html>",
    ]
    return "\n".join(parts)


def _study(study: Study) -> str:
    chosen = _options(study.options)
    skill = 1 - study.luck_share
    sections = [
        (
            "",
            f"<p><b>{english.count(study.players, 'player')}</b>; {_text(chosen)}{_components(study)}.<br>"
            f"{english.count(study.games, 'game')} of {', '.join(study.bots)}.</p>",
        ),
        ("Length", _lengths(study)),
        (
            "Choices",
            f"<p>{study.choices.mean:.1f} moves to choose from at a decision, {study.turns.mean:.0f} turns a game.</p>",
        ),
        (
            "What players do in a game",
            bars([(name, _exact(count)) for name, count in study.families.items()], "{:.1f}"),
        ),
        ("Wins by seat", bars([(f"seat {seat}", one) for seat, one in enumerate(study.seat_wins)], "{:.0%}")),
        ("Scores by seat", _scores(study)),
        ("Comebacks", _comebacks(study)),
        (
            "Luck and skill",
            bars([("luck", _exact(study.luck_share)), ("decisions", _exact(skill))], "{:.0%}")
            + "<p>How much of what decided games came from dice and cards, and how much from decisions.</p>",
        ),
        (
            "What luck gave to a seat, on average",
            bars([(f"seat {seat}", one) for seat, one in enumerate(study.luck)], "{:+.1%}"),
        ),
        (
            "What a decision costs, by level",
            bars([(one.level, one.per_decision) for one in study.losses], "{:.2%}"),
        ),
        (
            "How often a level wins",
            bars([(one.level, one.wins) for one in study.losses], "{:.0%}")
            + "<p>Where levels meet at one table, the distance between them is what skill is worth.</p>",
        ),
    ]
    return "".join(f"{f'<h2>{title}</h2>' if title else ''}{body}" for title, body in sections)


def _components(study: Study) -> str:
    return f"; components of {_text(study.components)}" if study.components else ""


def _lengths(study: Study) -> str:
    low, high = min(study.plies), max(study.plies)
    step = max(1, -(-(high - low + 1) // BINS))
    counts = [0] * (1 + (high - low) // step)
    for plies in study.plies:
        counts[(plies - low) // step] += 1
    rows = [
        (f"{low + step * index} to {low + step * (index + 1) - 1}", _exact(count)) for index, count in enumerate(counts)
    ]
    mean = sum(study.plies) / len(study.plies)
    return f"<p>{mean:.0f} moves on average, dice and cards among them; {low} to {high}.</p>{bars(rows, '{:.0f}')}"


def _scores(study: Study) -> str:
    if not study.scored:
        return "<p>No game has a score: all were lost.</p>"
    lost = (
        ""
        if study.scored == study.games
        else f" Games that were lost have none: {study.games - study.scored} of {study.games}."
    )
    rows = [(f"seat {seat}", one) for seat, one in enumerate(study.scores)]
    return f"{bars(rows, '{:.1f}')}<p>All scores spread by {study.score_spread:.1f} (standard deviation).{lost}</p>"


def _comebacks(study: Study) -> str:
    one = study.comebacks
    return (
        f"<p>In {one.mean:.0%} of the games ({one.low:.0%} to {one.high:.0%}) the winner had less than an equal chance "
        "in the middle.</p>"
    )


def _variants(study: Study) -> str:
    if not study.variants:
        return ""
    rows = "".join(
        f"<tr><td>{one.players}<td>{_text(_options(one.options) or 'as usual')}"
        f"<td>{one.moves:.0f}<td>{one.first_seat_wins:.0%}<td>{'' if one.score is None else f'{one.score:.1f}'}"
        for one in study.variants
    )
    return (
        f"<h2>Options and players</h2><p>By {study.variants[0].games} random games each.</p>"
        "<table><tr><th>players<th>options<th>moves<th>the first seat wins<th>its score" + rows + "</table>"
    )


def bars(rows: Sequence[tuple[str, Mean]], form: str) -> str:
    """A bar a row, with its interval where there is one; bars for what is below nothing go to the left."""
    low = min(0.0, *(max(-1e6, one.low) for _, one in rows))
    high = max(0.0, *(min(1e6, one.high) for _, one in rows)) or 1.0
    scale = (WIDTH - LABEL - VALUE) / (high - low)

    def at(value: float) -> float:
        return LABEL + (min(high, max(low, value)) - low) * scale

    drawn = []
    for index, (name, one) in enumerate(rows):
        y = index * ROW
        left, right = sorted((at(0), at(one.mean)))
        drawn.append(f"<text x=0 y={y + 16}>{_text(name)}</text>")
        drawn.append(f"<rect class=bar x={left:.1f} y={y + 5} width={max(1, right - left):.1f} height=14 rx=2 />")
        if one.high > one.low:
            drawn.append(f"<line class=error x1={at(one.low):.1f} x2={at(one.high):.1f} y1={y + 12} y2={y + 12} />")
        drawn.append(f"<text x={WIDTH - VALUE + 12} y={y + 16}>{form.format(one.mean)}</text>")
    height = ROW * len(rows)
    words = "; ".join(f"{name} {form.format(one.mean)}" for name, one in rows)
    axis = f"<line class=axis x1={at(0):.1f} x2={at(0):.1f} y1=0 y2={height} />"
    return f"<svg viewBox='0 0 {WIDTH} {height}' role=img aria-label='{_text(words)}'>{axis}{''.join(drawn)}</svg>"


def _options(options: Mapping[str, object]) -> str:
    return ", ".join(f"{key} {value}" for key, value in options.items())


def _exact(value: float) -> Mean:
    return Mean(mean=value, low=value, high=value)


def _text(value: str) -> str:
    return html.escape(value, quote=True)
