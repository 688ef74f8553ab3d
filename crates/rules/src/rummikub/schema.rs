//! The JSON Schemas of the types whose JSON is written by hand.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::{Layout, Tile, Tiles};

impl JsonSchema for Tile {
    fn schema_name() -> Cow<'static, str> {
        "Tile".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A colour (R red, O orange, B blue, K black) and a number from 1 to 13, or J for a joker.",
            "type": "string",
            "pattern": "^(J|[ROBK]([1-9]|1[0-3]))$",
        })
    }
}

impl JsonSchema for Tiles {
    fn schema_name() -> Cow<'static, str> {
        "Tiles".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Tiles, sorted; none of a face more than twice.",
            "type": "array",
            "items": generator.subschema_for::<Tile>(),
            "maxItems": 106,
        })
    }
}

impl JsonSchema for Layout {
    fn schema_name() -> Cow<'static, str> {
        "Layout".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Melds in the order laid, each with its tiles in the order laid.",
            "type": "array",
            "items": {
                "type": "array",
                "items": generator.subschema_for::<Tile>(),
                "maxItems": Layout::MAX_TILES,
            },
            "maxItems": Layout::MAX_MELDS,
        })
    }
}
