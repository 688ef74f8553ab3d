//! The arrows between the crates, and what the pure ones never see.

use std::collections::{BTreeMap, BTreeSet};

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand};

/// Which crates of this workspace each crate may name in its code.
const ARROWS: [(&str, &[&str]); 11] = [
    ("parlour-chance", &[]),
    ("parlour-rules", &[]),
    ("parlour-referee", &["parlour-rules"]),
    ("parlour-engine", &["parlour-rules"]),
    ("parlour-protocol", &["parlour-engine"]),
    ("parlour-properties", &["parlour-protocol", "parlour-engine", "parlour-rules"]),
    ("parlour-bots", &["parlour-engine", "parlour-rules"]),
    ("parlour-client", &["parlour-protocol", "parlour-engine"]),
    (
        "parlour-server",
        &["parlour-protocol", "parlour-engine", "parlour-rules", "parlour-bots", "parlour-referee"],
    ),
    (
        "parlour-load",
        &["parlour-client", "parlour-protocol", "parlour-bots", "parlour-engine", "parlour-rules"],
    ),
    (
        "parlour",
        &[
            "parlour-server",
            "parlour-load",
            "parlour-client",
            "parlour-protocol",
            "parlour-bots",
            "parlour-engine",
            "parlour-referee",
            "parlour-rules",
        ],
    ),
];

/// Crates whose presence would mean a clock, a socket, a file, ambient randomness, or a second JSON codec.
const IMPURE: [&str; 9] =
    ["tokio", "serde_json", "axum", "hyper", "getrandom", "rand", "tracing", "futures", "tokio-tungstenite"];

fn metadata() -> Metadata {
    MetadataCommand::new()
        .manifest_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml"))
        .no_deps()
        .exec()
        .expect("cargo describes the workspace")
}

/// The direct dependencies of each crate of the workspace, without those of its tests.
fn dependencies(metadata: &Metadata) -> BTreeMap<&str, BTreeSet<&str>> {
    metadata
        .workspace_packages()
        .into_iter()
        .map(|package| {
            let normal = package.dependencies.iter().filter(|other| other.kind == DependencyKind::Normal);
            (package.name.as_str(), normal.map(|other| other.name.as_str()).collect())
        })
        .collect()
}

#[test]
fn crates_name_only_those_below_them() {
    let metadata = metadata();
    let dependencies = dependencies(&metadata);
    for (name, allowed) in ARROWS {
        let named = dependencies.get(name).unwrap_or_else(|| panic!("{name} is a crate of the workspace"));
        let own: BTreeSet<&str> =
            named.iter().copied().filter(|other| other.starts_with("parlour")).collect();
        let foreign: Vec<&&str> = own.iter().filter(|other| !allowed.contains(other)).collect();
        assert!(foreign.is_empty(), "{name} must not name {foreign:?}");
    }
    let known: BTreeSet<&str> = ARROWS.iter().map(|(name, _)| *name).chain(["parlour-tests"]).collect();
    assert_eq!(dependencies.into_keys().collect::<BTreeSet<_>>(), known, "a crate without arrows");
}

/// Neither itself nor through another crate of the workspace.
#[test]
fn the_pure_crates_know_no_clock_socket_or_codec() {
    let metadata = metadata();
    let packages = &metadata.packages;
    for name in ["parlour-rules", "parlour-referee", "parlour-engine", "parlour-bots"] {
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut open = vec![name];
        while let Some(next) = open.pop() {
            let Some(package) = packages.iter().find(|package| package.name == next) else { continue };
            let normal = package.dependencies.iter().filter(|other| other.kind == DependencyKind::Normal);
            for other in normal.filter(|other| !other.optional) {
                if seen.insert(&other.name) {
                    open.push(&other.name);
                }
            }
        }
        let impure: Vec<&&str> = IMPURE.iter().filter(|other| seen.contains(**other)).collect();
        assert!(impure.is_empty(), "{name} must not see {impure:?}");
        assert!(seen.len() > 1, "{name} names something");
    }
}

#[test]
fn rules_and_engine_read_no_clock_and_no_file() {
    for name in ["rules", "referee", "engine", "bots"] {
        let folder = format!("{}/../crates/{name}/src", env!("CARGO_MANIFEST_DIR"));
        let mut open = vec![std::path::PathBuf::from(folder)];
        while let Some(path) = open.pop() {
            if path.is_dir() {
                open.extend(
                    std::fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path()),
                );
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("a source file");
            for word in
                ["std::time", "std::fs", "std::net", "std::env", "std::thread", "SystemTime", "Instant"]
            {
                assert!(!text.contains(word), "{} names {word}", path.display());
            }
        }
    }
}
