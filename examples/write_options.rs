//! Writes the description of the options in `engine-options.md` anew from the engine's table of options.

use std::fs;

use anyhow::Context;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/engine-options.md");

fn main() -> anyhow::Result<()> {
    let document = fs::read_to_string(FILE).context(FILE)?;
    let written = nanboku::usi::options_document(&document).context("the markers are missing")?;
    fs::write(FILE, written).context(FILE)
}
