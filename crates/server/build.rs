//! Release builds hold the web client, so they are built anew when it was; debug builds read it from the disk.
#![allow(clippy::print_stdout, reason = "this is how a build script speaks to cargo")]

fn main() {
    let embeds = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let watched = if embeds { "../../web-client/dist" } else { "build.rs" };
    println!("cargo::rerun-if-changed={watched}");
}
