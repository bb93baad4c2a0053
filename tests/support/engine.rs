//! Where the engine is that the tests talk to.

use std::env::consts::EXE_SUFFIX;
use std::process::Command;
use std::sync::LazyLock;

/// The engine, built by Cargo with the profile and the features of the tests.
pub fn engine() -> &'static str {
    static ENGINE: LazyLock<String> = LazyLock::new(|| match option_env!("CARGO_BIN_EXE_nanboku") {
        Some(path) => path.to_owned(),
        None => beside_the_tests(),
    });
    &ENGINE
}

/// Cargo names a program only to the tests of its own package. Those of the lab find the engine in the folder above their
/// own, and let Cargo bring it up to date first. (Under Wine there is no Cargo; everything is built before.)
fn beside_the_tests() -> String {
    if !cfg!(windows) {
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--quiet", "--package", "nanboku", "--bin", "nanboku"]);
        if !cfg!(debug_assertions) {
            build.arg("--release");
        }
        if cfg!(feature = "tuning") {
            build.args(["--features", "tuning"]);
        }
        let built = build.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).status().expect("Cargo starts");
        assert!(built.success(), "the engine is not built");
    }
    let tests = std::env::current_exe().expect("the tests know where they are");
    let folder = tests.parent().and_then(|deps| deps.parent()).expect("tests lie in target/<profile>/deps");
    folder.join(format!("nanboku{EXE_SUFFIX}")).to_str().expect("the path is text").to_owned()
}
