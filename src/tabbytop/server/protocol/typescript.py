"""TypeScript types for the page, made from the declarations in Python: the protocol, and for each game its views, its
moves and the data of its `page.py`. Nothing here is needed while a server runs.

    python -m tabbytop.server.protocol.typescript           writes the types of the page
    python -m tabbytop.server.protocol.typescript --check   says which files are not as they should be
"""

from __future__ import annotations

import ast
import importlib.util
import inspect
import json
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from msgspec.inspect import (
    AnyType,
    BoolType,
    DictType,
    FloatType,
    IntType,
    ListType,
    LiteralType,
    Metadata,
    NoneType,
    StrType,
    StructType,
    Type,
    UnionType,
    type_info,
)

from tabbytop import games
from tabbytop.engine.documented import docs_of, documented
from tabbytop.engine.game import Game
from tabbytop.server.protocol import messages

SOURCES = Path(__file__).parents[4] / "web/src"
"""Where the page is written: the protocol goes to `generated`, the types of a game into the folder of its board."""

HEAD = "// Made by `python -m tabbytop.server.protocol.typescript` from {source}. Do not edit.\n"

PLAIN: dict[type[Type], str] = {
    AnyType: "unknown",
    BoolType: "boolean",
    FloatType: "number",
    IntType: "number",
    NoneType: "null",
    StrType: "string",
}


def files() -> dict[str, str]:
    """Every generated file: its name below the page's sources, and its text. Games without a board need no types."""
    drawn = [game_id for game_id in games.ids() if (SOURCES / "games" / game_id).is_dir()]
    types = {f"games/{game_id}/generated.ts": game_types(games.load(game_id)) for game_id in drawn}
    return {"generated/protocol.ts": protocol(messages), **types}


# ---------------------------------------------------------------- the protocol


def protocol(module: ModuleType) -> str:
    """The structures, named unions and constants of a module of messages, in their order."""
    aliases = {name: info for name, info in _declared(module) if _deserves_a_name(info)}
    docs: dict[str, str] = {}
    for part in _parts(module):
        docs |= documented(ast.parse(inspect.getsource(part)).body)
    parts = [HEAD.format(source=module.__name__)]
    for name, info in _declared(module):
        if isinstance(info, int):
            parts.append(f"{_comment(docs.get(name))}export const {name} = {info};\n")
        elif isinstance(info, StructType):
            parts.append(_interface(info, aliases))
        elif name in aliases:
            others = {other: node for other, node in aliases.items() if other != name}
            parts.append(f"{_comment(docs.get(name))}export type {name} = {_type(info, others)};\n")
    return "\n".join(parts)


def _declared(module: ModuleType) -> Iterator[tuple[str, Type | int]]:
    """Structures, types and numbers that are declared at the top of a module; what is private or does things is not."""
    for part in _parts(module):
        for node in ast.parse(inspect.getsource(part)).body:
            if isinstance(node, ast.ClassDef):
                yield node.name, type_info(getattr(module, node.name))
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                name = node.targets[0].id
                value = getattr(module, name)
                if not name.startswith("_"):
                    yield name, value if isinstance(value, int) else type_info(value)


def _parts(module: ModuleType) -> tuple[ModuleType, ...]:
    """The modules in which a module of messages has its structures declared: itself, if it does not say."""
    return getattr(module, "DECLARED_IN", (module,))


def _deserves_a_name(info: Type | int) -> bool:
    """Bounded numbers and texts are plain ones in TypeScript, so only what has parts keeps its name."""
    return isinstance(info, UnionType | LiteralType | DictType)


def _interface(info: StructType, aliases: dict[str, Any]) -> str:
    """A structure. Clients may leave out what has a default; the server always sends everything."""
    docs = docs_of(info.cls)
    lines = [f"{_comment(_own_doc(info.cls))}export interface {info.cls.__name__} {{"]
    if info.tag is not None:
        lines.append(f"  {info.tag_field}: {json.dumps(info.tag)};")
    for field in info.fields:
        optional = "?" if info.forbid_unknown_fields and not field.required else ""
        comment = textwrap.indent(_comment(docs.get(field.name)), "  ")
        lines.append(f"{comment}  {field.encode_name}{optional}: {_type(field.type, aliases)};")
    return "\n".join([*lines, "}\n"])


def _type(info: Type, aliases: dict[str, Any]) -> str:
    """A type as TypeScript writes it; one that has a name is called by it."""
    for name, node in aliases.items():
        if node == info:
            return name
    match info:
        case Metadata():
            return _type(info.type, aliases)
        case StructType():
            return info.cls.__name__
        case LiteralType():
            return _either(info.values)
        case UnionType():
            return " | ".join(_type(part, aliases) for part in info.types)
        case ListType():
            item = _type(info.item_type, aliases)
            return f"({item})[]" if " | " in item else f"{item}[]"
        case DictType():
            return f"Record<string, {_type(info.value_type, aliases)}>"
    if type(info) not in PLAIN:
        raise TypeError(f"there is no TypeScript for {info!r} yet: add it to {__name__}")
    return PLAIN[type(info)]


# ---------------------------------------------------------------- a game


def game_types(game: Game) -> str:
    """What the page knows of a game: its views, its moves, and the data of its `page.py`, if it has one."""
    parts = [
        HEAD.format(source=f"the declarations of {game.name}"),
        _view(game),
        _moves(game),
        *_page(game),
    ]
    return "\n".join(parts)


def _view(game: Game) -> str:
    docs = docs_of(game.state)
    lines = [f"{_comment(_own_doc(game.state))}export interface View {{"]
    for name, field in game.state.fields.items():
        comment = textwrap.indent(_comment(docs.get(name)), "  ")
        lines.append(f"{comment}  {name}: number{'[]' * len(field.shape)};")
    return "\n".join([*lines, "}\n"])


def _moves(game: Game) -> str:
    lines = ["/** A move: one family with its arguments. */", "export type Move ="]
    for family in game.moves.families.values():
        args = "; ".join(f"{name}: {_either(values)}" for name, values in family.args.items())
        lines.append(f"  | {{ {family.name}: {f'{{ {args} }}' if args else 'Record<string, never>'} }}")
    return "\n".join(lines) + ";\n"


def _page(game: Game) -> list[str]:
    name = f"{game.rules.__name__.rpartition('.')[0]}.page"
    if importlib.util.find_spec(name) is None:
        return []
    module = importlib.import_module(name)
    rows = "".join(
        f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)},\n" for key, value in module.PAGE.items()
    )
    return [f"{_comment(_own_doc(module))}export const PAGE = {{\n{rows}}} as const;\n"]


# ---------------------------------------------------------------- words


def _either(values: Any) -> str:
    return " | ".join(json.dumps(value) for value in values)


def _own_doc(thing: Any) -> str | None:
    """The first paragraph of a docstring that is its own, not one that msgspec or a base class wrote."""
    doc = inspect.cleandoc(vars(thing).get("__doc__") or "")
    return doc.partition("\n\n")[0] or None


def _comment(text: str | None) -> str:
    return f"/** {' '.join(text.split())} */\n" if text else ""


# ---------------------------------------------------------------- the command


def stale() -> list[str]:
    """The names of generated files that are missing, different or left over."""
    wanted = files()
    found = [*SOURCES.glob("generated/*.ts"), *SOURCES.glob("games/*/generated.ts")]
    present = {path.relative_to(SOURCES).as_posix(): path.read_text() for path in found}
    return sorted(name for name in wanted.keys() | present.keys() if wanted.get(name) != present.get(name))


def write() -> None:
    """Writes all files anew and removes those that no declaration stands behind."""
    (SOURCES / "generated").mkdir(exist_ok=True)
    for name in stale():
        text = files().get(name)
        if text is None:
            (SOURCES / name).unlink()
        else:
            (SOURCES / name).write_text(text)


def main(arguments: list[str]) -> int:
    """The command line: writes, or with `--check` only looks."""
    if not SOURCES.exists():
        print("The sources of the page (web/src) are not here: run this in a checkout of Tabbytop.")
        return 2
    if arguments == ["--check"]:
        for name in stale():
            print(f"web/src/{name} is not what the declarations say: run python -m {__spec__.name}")
        return 1 if stale() else 0
    write()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
