"""`make schemas`: the JSON schemas of answers in docs/choices, made from the models of the engine."""

from __future__ import annotations

import json
from inspect import cleandoc
from pathlib import Path

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core.core_schema import WithDefaultSchema

from engine.kinds import AnyQuestion
from engine.questions import QUESTIONS

SCHEMAS = Path(__file__).parent.parent / "docs" / "choices"


class Plain(GenerateJsonSchema):
    """Keys have neither titles, as they say what they are, nor defaults: what is left out is not said."""

    def field_title_should_be_set(self, schema: object) -> bool:
        return False

    def default_schema(self, schema: WithDefaultSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])


def schema_of(question: AnyQuestion) -> dict[str, object]:
    """What may be answered to a kind of question."""
    found = question.form.model_json_schema(schema_generator=Plain)
    return {
        "$schema": Plain.schema_dialect,
        **found,
        "title": f"Choice of {'an' if question.kind[0] in 'aeiou' else 'a'} {question.kind} request",
        "description": " ".join(cleandoc(question.form.__doc__ or "").split()),
    }


def path_of(question: AnyQuestion) -> Path:
    """Where the schema of a kind of question stands."""
    return SCHEMAS / f"{question.kind}.schema.json"


def as_text(question: AnyQuestion) -> str:
    """The file."""
    return json.dumps(schema_of(question), ensure_ascii=False, indent=1) + "\n"


def main() -> None:
    """Write them all, and remove those of kinds that are no more."""
    for path in SCHEMAS.glob("*.schema.json"):
        path.unlink()
    for question in QUESTIONS.values():
        path_of(question).write_text(as_text(question), encoding="utf-8")


if __name__ == "__main__":
    main()
