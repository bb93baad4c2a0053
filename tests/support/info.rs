//! `info` lines, read strictly.

use super::Fault;

/// A score from the side to move's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Centipawns.
    Cp(i64),
    /// Plies to the mate, negative for the side that is mated.
    Mate(i64),
}

impl Score {
    /// A number that orders scores.
    pub fn rank(self) -> i64 {
        match self {
            Score::Cp(value) => value,
            Score::Mate(plies) if plies > 0 => 1_000_000 - plies,
            Score::Mate(plies) => -1_000_000 - plies,
        }
    }
}

/// What an `info` line says.
#[derive(Clone, Debug, Default)]
pub struct Info {
    pub depth: Option<u64>,
    pub seldepth: Option<u64>,
    pub multipv: Option<u64>,
    pub score: Option<Score>,
    pub bound: bool,
    pub nodes: Option<u64>,
    pub nps: Option<u64>,
    pub hashfull: Option<u64>,
    pub time: Option<u64>,
    pub currmove: Option<String>,
    pub pv: Vec<String>,
    pub string: Option<String>,
}

impl Info {
    /// Reads a line; everything in it must be known and make sense.
    pub fn read(line: &str) -> Result<Self, Fault> {
        let bad = |what: &str| format!("{what} in: {line}");
        let rest = line.strip_prefix("info ").ok_or_else(|| bad("no info"))?;
        let mut info = Info::default();
        if let Some(text) = rest.strip_prefix("string ") {
            info.string = Some(text.to_owned());
            return Ok(info);
        }
        let mut words = rest.split(' ');
        while let Some(word) = words.next() {
            let mut number = || {
                let text = words.next().unwrap_or_default();
                text.parse::<u64>().map(Some).map_err(|_| bad(&format!("'{text}' for {word}")))
            };
            match word {
                "depth" => info.depth = number()?,
                "seldepth" => info.seldepth = number()?,
                "multipv" => info.multipv = number()?,
                "nodes" => info.nodes = number()?,
                "nps" => info.nps = number()?,
                "hashfull" => info.hashfull = number()?,
                "time" => info.time = number()?,
                "currmovenumber" => drop(number()?),
                "currmove" => info.currmove = words.next().map(str::to_owned),
                "lowerbound" | "upperbound" => info.bound = true,
                "score" => {
                    let kind = words.next();
                    let value: i64 =
                        words.next().unwrap_or_default().parse().map_err(|_| bad("a score without a number"))?;
                    info.score = Some(match kind {
                        Some("cp") => Score::Cp(value),
                        Some("mate") => Score::Mate(value),
                        _ => return Err(bad("a score that is neither cp nor mate")),
                    });
                }
                "pv" => info.pv = words.by_ref().map(str::to_owned).collect(),
                _ => return Err(bad(&format!("unknown word '{word}'"))),
            }
        }
        match info.score {
            Some(Score::Mate(0)) => return Err(bad("mate 0")),
            Some(Score::Mate(_)) if info.bound => return Err(bad("a mate with a bound")),
            Some(Score::Cp(value)) if value.abs() > 32_000 => return Err(bad("an absurd score")),
            Some(_) if info.pv.is_empty() => return Err(bad("a score without a pv")),
            _ => {}
        }
        if info.hashfull.is_some_and(|permille| permille > 1000) {
            return Err(bad("hashfull above 1000"));
        }
        if info.depth == Some(0) || info.seldepth.is_some_and(|seldepth| seldepth < 1) {
            return Err(bad("depth 0"));
        }
        Ok(info)
    }

    /// Rank of the line.
    pub fn rank(&self) -> u64 {
        self.multipv.unwrap_or(1)
    }

    /// Whether this is a line of thought with an exact score.
    pub fn is_exact(&self) -> bool {
        self.score.is_some() && !self.bound
    }
}
