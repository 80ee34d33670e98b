"""Wrong shapes of a message, made from the schema that it is described by."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

Schema = dict[str, Any]
OF_EACH_TYPE: dict[str, Any] = {
    "null": None,
    "boolean": True,
    "integer": 3,
    "number": 3.5,
    "string": "three",
    "array": [3],
    "object": {"three": 3},
}


class Shapes:
    """The values that a type describes, and those that it does not."""

    def __init__(self, described: Any) -> None:
        (self._schema,), self._parts = msgspec.json.schema_components((described,))

    def alternatives(self) -> list[Schema]:
        """The schemas of a union's members, or the only one."""
        return [self._resolved(schema) for schema in self._schema.get("anyOf", [self._schema])]

    def sample(self, schema: Schema) -> Any:
        """The simplest value that is right."""
        schema = self._resolved(schema)
        if "anyOf" in schema:
            return self.sample(schema["anyOf"][0])
        if "enum" in schema:
            return schema["enum"][0]
        match schema.get("type"):
            case "object":
                return {name: self.sample(schema["properties"][name]) for name in schema.get("required", [])}
            case "array":
                return [self.sample(schema["items"]) for _ in range(schema.get("minItems", 0))]
            case "string":
                return "kitten"
            case "integer" | "number":
                return schema.get("minimum", 0)
            case kind:
                return OF_EACH_TYPE.get(str(kind))

    def wrong(self, schema: Schema) -> Iterator[Any]:
        """Values that are wrong in one respect each."""
        schema = self._resolved(schema)
        if "anyOf" in schema:
            yield from self._wrong_union([self._resolved(one) for one in schema["anyOf"]])
            return
        if "enum" in schema:
            yield from ("nothing of the kind", schema["enum"][0].upper(), None, 3, [], {})
            return
        yield from self._of_other_types({schema.get("type")})
        match schema.get("type"):
            case "object":
                yield from self._wrong_objects(schema)
            case "array":
                yield from self._wrong_arrays(schema)
            case "string":
                yield from _wrong_strings(schema)
            case "integer" | "number":
                yield from _wrong_numbers(schema)

    def worded(self, schema: Schema, text: str) -> Iterator[Any]:
        """Right values but for one text each, which is this one instead; also names of fields, where any will do."""
        schema = self._resolved(schema)
        for one in schema.get("anyOf", []):
            yield from self.worded(one, text)
        match schema.get("type"):
            case "string" if "enum" not in schema:
                yield text
            case "array":
                yield from ([value] for value in self.worded(schema["items"], text))
            case "object":
                sound, others = self.sample(schema), schema.get("additionalProperties")
                for name, inner in schema.get("properties", {}).items():
                    yield from ({**sound, name: value} for value in self.worded(inner, text))
                if isinstance(others, dict):
                    yield {**sound, text: self.sample(others)}
                    yield from ({**sound, "any": value} for value in self.worded(others, text))
            case None if not schema.get("anyOf") and "enum" not in schema:  # anything goes
                yield text

    def _resolved(self, schema: Schema) -> Schema:
        return self._parts[schema["$ref"].rsplit("/", 1)[-1]] if "$ref" in schema else schema

    def _of_other_types(self, types: set[Any]) -> Iterator[Any]:
        if None in types:  # anything goes
            return
        taken = types | ({"integer"} if "number" in types else set())
        yield from (value for kind, value in OF_EACH_TYPE.items() if kind not in taken)

    def _wrong_union(self, schemas: list[Schema]) -> Iterator[Any]:
        kinds = ["string" if "enum" in schema else schema.get("type") for schema in schemas]
        yield from self._of_other_types(set(kinds))
        for schema, kind in zip(schemas, kinds, strict=True):
            own = type(OF_EACH_TYPE[str(kind)])
            yield from (value for value in self.wrong(schema) if type(value) is own)

    def _wrong_objects(self, schema: Schema) -> Iterator[Any]:
        sound, named = self.sample(schema), schema.get("properties", {})
        if schema.get("additionalProperties") is False:
            yield {**sound, "more": 1}
            yield {**sound, "": None}
        for name in schema.get("required", []):
            yield {key: value for key, value in sound.items() if key != name}
        for name, inner in named.items():
            yield from ({**sound, name: value} for value in self.wrong(inner))
        if isinstance(schema.get("additionalProperties"), dict):
            yield from ({"any": value} for value in self.wrong(schema["additionalProperties"]))

    def _wrong_arrays(self, schema: Schema) -> Iterator[Any]:
        yield from ([value] for value in self.wrong(schema["items"]))
        if schema.get("minItems"):
            yield []
        if "maxItems" in schema:
            yield [self.sample(schema["items"])] * (schema["maxItems"] + 1)


def _wrong_strings(schema: Schema) -> Iterator[str]:
    if schema.get("minLength"):
        yield ""
    if "maxLength" in schema:
        yield "k" * (schema["maxLength"] + 1)
    if "pattern" in schema:
        tries = ("k k", "k\n", "\nk", "ключ", "k\x00", "k/k", "../k", "k%20")
        yield from (text for text in tries if not re.fullmatch(schema["pattern"], text))


def _wrong_numbers(schema: Schema) -> Iterator[float]:
    whole = schema["type"] == "integer"
    if "minimum" in schema:
        yield schema["minimum"] - 1
        yield -(10**30) if whole else -1e300
    if "maximum" in schema:
        yield schema["maximum"] + 1 if whole else schema["maximum"] * 1.01
        yield 10**30 if whole else 1e300
