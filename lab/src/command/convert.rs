//! `nanboku-lab convert`.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;

use crate::games;
use nanboku::rules::Variant;
use nanboku_records::ruling::{Ruling, SetChoice};
use nanboku_records::{Contents, Encoding, Format, Kifu};

/// A file of games and how it is to be read.
#[derive(Args)]
pub struct Source {
    /// The file; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Its format; without this its name or its content tells
    #[arg(long, value_enum, value_name = "FORMAT")]
    from: Option<Format>,
    /// The variant that was played, where the file does not say
    #[arg(long, value_name = "VARIANT")]
    variant: Option<String>,
    /// The rule set that was played by, where the file does not say
    #[arg(long, value_name = "SET")]
    rules: Option<SetChoice>,
    /// Only the game with this number in the file, from 1
    #[arg(long, value_name = "N")]
    game: Option<usize>,
}

impl Source {
    /// Reads the games. Errors in the file are printed, and their number is returned.
    pub fn read(&self) -> anyhow::Result<(Vec<Kifu>, usize)> {
        let mut bytes = Vec::new();
        if self.file == Path::new("-") {
            std::io::stdin().read_to_end(&mut bytes)?;
        } else {
            bytes = std::fs::read(&self.file).with_context(|| format!("cannot read {}", self.file.display()))?;
        }
        let text = nanboku_records::decode(&bytes);
        let Contents { mut games, errors } = if self.from.is_none() && games::is_match_record(&self.file, &text) {
            games::read_records(&text)
        } else {
            let format = self.from.unwrap_or_else(|| Format::guess(&self.file, &text));
            nanboku_records::read(&text, format, self.ruling()?)
        };
        for error in &errors {
            eprintln!("{}: {error}", self.file.display());
        }
        if let Some(number) = self.game {
            if number == 0 || number > games.len() {
                bail!("{} has {} games", self.file.display(), games.len());
            }
            games = vec![games.swap_remove(number - 1)];
        }
        Ok((games, errors.len()))
    }

    fn ruling(&self) -> anyhow::Result<Option<Ruling>> {
        if self.variant.is_none() && self.rules.is_none() {
            return Ok(None);
        }
        let variant = match &self.variant {
            None => Variant::Annan,
            Some(name) => name.parse().map_err(|()| anyhow::anyhow!("'{name}' is none of {}", Variant::list()))?,
        };
        Ok(Some(Ruling { rules: self.rules.unwrap_or_default(), ..Ruling::of(variant) }))
    }
}

/// Options of `convert`.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    source: Source,
    /// The format to write
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Format,
    /// The file to write; standard output without it
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The encoding to write
    #[arg(long, value_enum, default_value_t = Encoding::Utf8)]
    encoding: Encoding,
}

/// Converts a file.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let (games, errors) = arguments.source.read()?;
    if games.is_empty() {
        bail!("{} has no game that can be read", arguments.source.file.display());
    }
    let text = nanboku_records::write(&games, arguments.to, arguments.encoding);
    let bytes = arguments.encoding.encode(&text);
    match &arguments.out {
        Some(path) => std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))?,
        None => std::io::stdout().write_all(&bytes)?,
    }
    Ok(if errors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
