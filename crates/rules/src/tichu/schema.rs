//! The JSON Schemas of the types whose JSON is written by hand.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::{Card, Cards, Rank, SingleValue};

impl JsonSchema for Rank {
    fn schema_name() -> Cow<'static, str> {
        "Rank".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A rank from 2 to the ace.",
            "type": "string",
            "pattern": "^[2-9TJQKA]$",
        })
    }
}

impl JsonSchema for Card {
    fn schema_name() -> Cow<'static, str> {
        "Card".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A rank and a suit (j jade, s sword, p pagoda, t star), \
                or 1 Mah Jong, D Dog, P Phoenix, R Dragon.",
            "type": "string",
            "pattern": "^([2-9TJQKA][jspt]|[1DPR])$",
        })
    }
}

impl JsonSchema for Cards {
    fn schema_name() -> Cow<'static, str> {
        "Cards".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Cards, sorted; none twice.",
            "type": "array",
            "items": generator.subschema_for::<Card>(),
            "uniqueItems": true,
            "maxItems": Card::COUNT,
        })
    }
}

impl JsonSchema for SingleValue {
    fn schema_name() -> Cow<'static, str> {
        "SingleValue".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "How high a single is: 1 for the Mah Jong, a rank, half above one for the Phoenix (9.5), \
                R for the Dragon.",
            "type": "string",
            "pattern": "^([1-9TJQKA](\\.5)?|R)$",
        })
    }
}
