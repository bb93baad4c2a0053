//! `nanboku-lab`: matches, openings, game records and measurements for developers and analysts.

use std::process::ExitCode;

fn main() -> ExitCode {
    nanboku_lab::command::main()
}
