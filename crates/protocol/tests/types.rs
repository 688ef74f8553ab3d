//! The committed TypeScript types and JSON Schema are those of the Rust definitions.
//!
//! `PARLOUR_WRITE_TYPES=1 cargo test -p parlour-protocol --test types` writes them anew.

mod generated;

use std::collections::BTreeMap;

use generated::check;
use parlour_engine::fair::Share;
use parlour_protocol::{Command, Envelope, Outcome, ServerMessage};
use parlour_rules::tichu::Call;
use schemars::generate::SchemaSettings;
use ts_rs::{Config, TS, TypeVisitor};

/// The declarations of a type and of all that it names.
struct Declarations<'a> {
    config: &'a Config,
    by_name: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if T::output_path().is_some() && !self.by_name.contains_key(&T::ident(self.config)) {
            let docs = T::docs().unwrap_or_default();
            let declaration = T::decl(self.config);
            self.by_name.insert(T::ident(self.config), format!("{docs}export {declaration}\n"));
            T::visit_dependencies(self);
        }
        T::visit_generics(self);
    }
}

#[test]
fn typescript() {
    let config = Config::new().with_large_int("number");
    let mut declarations = Declarations { config: &config, by_name: BTreeMap::new() };
    declarations.visit::<Envelope>();
    declarations.visit::<ServerMessage>();
    // Named by nothing else that is written: two are flattened into their envelopes, the others stand in types by hand.
    declarations.visit::<Command>();
    declarations.visit::<Outcome>();
    declarations.visit::<Call>();
    declarations.visit::<Share>();
    let head = "// Generated from crates/protocol; see crates/protocol/tests/types.rs. Do not edit.\n\n";
    let body: Vec<String> = declarations.by_name.into_values().collect();
    check("../../web-client/src/protocol/types.ts", &format!("{head}{}", body.join("\n")));
}

#[test]
fn json_schema() {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let client = generator.subschema_for::<Envelope>();
    let server = generator.subschema_for::<ServerMessage>();
    let schema = schemars::json_schema!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Parlour's protocol: `client` is what a client sends, `server` what it gets",
        "$defs": generator.take_definitions(true),
        "properties": { "client": client, "server": server },
    });
    let text = serde_json::to_string_pretty(&schema).expect("a schema is JSON");
    check("schema.json", &format!("{text}\n"));
}
