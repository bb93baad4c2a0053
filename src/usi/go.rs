//! The parameters of `go` and `ponderhit`.

use std::time::Duration;

use super::error::{UsiError, short};
use crate::search::{Clock, Limits};
use crate::types::{Color, Move};

/// Longest time that is distinguished from for ever: about thirty years.
const LONGEST: Duration = Duration::from_secs(1_000_000_000);
/// What a `go` gets when it asked for a limit and none could be read.
const FALLBACK: Duration = Duration::from_secs(1);

/// What a search gets that has no limit, where nobody can stop it.
pub const UNATTENDED: Duration = Duration::from_secs(5);

/// The content of a `go` line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Go {
    /// The limits; moves to look at are not checked.
    pub limits: Limits,
    /// Whether a mate is asked for (`go mate`) instead of a move; then the times of clocks do not count.
    pub mate: bool,
}

/// The clocks that a `go` or `ponderhit` tells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Times(pub Option<Clock>);

impl Times {
    /// Takes a time in if the word names one.
    fn take(&mut self, word: &str, time: Duration) {
        let clock = self.0.get_or_insert_default();
        match word {
            "btime" => clock.left[Color::Black] = Some(time),
            "wtime" => clock.left[Color::White] = Some(time),
            "binc" => clock.increment[Color::Black] = time,
            "winc" => clock.increment[Color::White] = time,
            _ => clock.byoyomi = time,
        }
    }
}

const TIME_WORDS: [&str; 5] = ["btime", "wtime", "binc", "winc", "byoyomi"];
/// Words with a number after them, beyond the times.
const NUMBER_WORDS: [&str; 3] = ["movetime", "depth", "nodes"];
const BARE_WORDS: [&str; 4] = ["infinite", "ponder", "mate", "searchmoves"];

fn is_keyword(word: &str) -> bool {
    TIME_WORDS.contains(&word) || NUMBER_WORDS.contains(&word) || BARE_WORDS.contains(&word)
}

/// The words of a line, one after the other.
struct Words<'a> {
    words: &'a [&'a str],
    complaint: Option<UsiError>,
}

impl<'a> Words<'a> {
    fn next(&mut self) -> Option<&'a str> {
        let (&first, rest) = self.words.split_first()?;
        self.words = rest;
        Some(first)
    }

    fn complain(&mut self, error: UsiError) {
        self.complaint.get_or_insert(error);
    }

    /// The number after `word`, at least 0. A keyword in its place is not used up.
    fn number(&mut self, word: &str) -> Option<f64> {
        let Some(&text) = self.words.first() else {
            self.complain(UsiError::Missing { after: word.to_owned(), wanted: "a number" });
            return None;
        };
        if is_keyword(&text.to_ascii_lowercase()) {
            self.complain(UsiError::Missing { after: word.to_owned(), wanted: "a number" });
            return None;
        }
        self.words = &self.words[1..];
        // Rust also reads words like "inf" and "nan".
        let starts_well = text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
        match text.parse::<f64>() {
            Ok(number) if starts_well && !number.is_nan() => Some(number.max(0.0)),
            _ => {
                self.complain(UsiError::Number { after: word.to_owned(), found: short(text) });
                None
            }
        }
    }

    fn time(&mut self, word: &str) -> Option<Duration> {
        let milliseconds = self.number(word)?;
        Some(Duration::try_from_secs_f64(milliseconds / 1000.0).map_or(LONGEST, |time| time.min(LONGEST)))
    }

    /// What follows `mate`: a time, or `infinite` or nothing for none.
    fn mate_time(&mut self) -> Option<Duration> {
        let text = self.words.first()?.to_ascii_lowercase();
        if is_keyword(&text) {
            return None;
        }
        // Whoever wanted a limit does not wait for ever.
        Some(self.time("mate").unwrap_or(FALLBACK))
    }

    /// The moves after `searchmoves`, up to the next keyword.
    fn moves(&mut self) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut number = 0;
        while let Some(&text) = self.words.first() {
            if is_keyword(&text.to_ascii_lowercase()) {
                break;
            }
            self.words = &self.words[1..];
            number += 1;
            match text.parse() {
                Ok(mv) => moves.push(mv),
                Err(_) => self.complain(UsiError::MoveText { command: "searchmoves", text: short(text), number }),
            }
        }
        moves
    }
}

/// Reads the words after `go`. What is not understood is left out; the first such word or limit is named.
pub fn parse(words: &[&str]) -> (Go, Option<UsiError>) {
    let mut words = Words { words, complaint: None };
    let mut go = Go::default();
    let mut times = Times::default();
    let mut asked = false;
    while let Some(word) = words.next() {
        let word = word.to_ascii_lowercase();
        let limits = &mut go.limits;
        match word.as_str() {
            // Without a time a search for a mate has none to lift.
            "infinite" => limits.infinite = !go.mate,
            "ponder" => limits.ponder = true,
            "mate" => {
                go.mate = true;
                limits.movetime = words.mate_time().or(limits.movetime);
            }
            "searchmoves" => limits.moves.extend(words.moves()),
            "movetime" => limits.movetime = words.time(&word).or(limits.movetime),
            // A search has at least one ply and one node.
            "depth" => limits.depth = words.number(&word).map(|n| n.clamp(1.0, 1e9) as u32).or(limits.depth),
            "nodes" => limits.nodes = words.number(&word).map(|n| n.max(1.0) as u64).or(limits.nodes),
            time if TIME_WORDS.contains(&time) => {
                if let Some(time) = words.time(&word) {
                    times.take(&word, time);
                }
            }
            _ => {
                words.complain(UsiError::GoWord(short(&word)));
                continue;
            }
        }
        asked |= TIME_WORDS.contains(&word.as_str()) || NUMBER_WORDS.contains(&word.as_str());
    }
    let limits = &mut go.limits;
    limits.clock = times.0;
    let limited =
        limits.clock.is_some() || limits.movetime.is_some() || limits.depth.is_some() || limits.nodes.is_some();
    if asked && !limited && !limits.infinite {
        // Whoever wanted a limit does not wait for ever.
        limits.movetime = Some(FALLBACK);
    }
    (go, words.complaint)
}

impl Go {
    /// For a call that nobody is there to stop: bounds a search that has no end of its own. Returns whether it had none.
    pub fn bound(&mut self) -> bool {
        let limits = &mut self.limits;
        limits.ponder = false;
        let limited = limits.movetime.is_some()
            || limits.depth.is_some()
            || limits.nodes.is_some()
            || limits.clock.is_some() && !self.mate;
        let endless = limits.infinite || !limited;
        limits.infinite = false;
        if !limited {
            limits.movetime = Some(UNATTENDED);
        }
        endless
    }
}

/// Reads the words after `ponderhit`.
pub fn parse_times(words: &[&str]) -> (Times, Option<UsiError>) {
    let (go, complaint) = parse(words);
    (Times(go.limits.clock), complaint)
}

/// Takes time that has passed since the line came off what the player may use. While pondering no time counts.
pub fn shorten(limits: &mut Limits, side: Color, passed: Duration) {
    if limits.ponder {
        return;
    }
    if let Some(movetime) = &mut limits.movetime {
        *movetime = movetime.saturating_sub(passed);
    }
    if let Some(clock) = &mut limits.clock {
        let left = clock.left[side].unwrap_or_default();
        if clock.left[side].is_some() {
            clock.left[side] = Some(left.saturating_sub(passed));
        }
        clock.byoyomi = clock.byoyomi.saturating_sub(passed.saturating_sub(left));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> (Go, Option<UsiError>) {
        parse(&line.split_whitespace().collect::<Vec<_>>())
    }

    fn limits(line: &str) -> Limits {
        let (go, complaint) = read(line);
        assert_eq!(complaint, None, "{line}");
        go.limits
    }

    fn ms(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    #[test]
    fn every_limit_in_one_line() {
        let found = limits(
            "movetime 1000.0 nodes 500 depth 3 btime 300000 wtime 200000.5 byoyomi 3000 binc 1 winc 2 ponder \
             searchmoves 7g7f P*5e infinite",
        );
        let clock = found.clock.unwrap();
        assert_eq!(found.movetime, Some(ms(1000)));
        assert_eq!((found.nodes, found.depth), (Some(500), Some(3)));
        assert_eq!(clock.left[Color::Black], Some(ms(300_000)));
        assert_eq!(clock.left[Color::White], Some(Duration::from_micros(200_000_500)));
        assert_eq!((clock.increment[Color::Black], clock.increment[Color::White]), (ms(1), ms(2)));
        assert_eq!(clock.byoyomi, ms(3000));
        assert!(found.ponder && found.infinite);
        assert_eq!(found.moves.len(), 2);
    }

    #[test]
    fn nothing_means_no_limit() {
        assert_eq!(limits(""), Limits::default());
        assert!(limits("infinite").infinite);
        assert!(limits("ponder").ponder);
    }

    #[test]
    fn unknown_words_are_named() {
        for (line, word) in
            [("what ever 7", "'what'"), ("depth 3 quickly", "'quickly'"), ("mate 500 please", "'please'")]
        {
            let complaint = read(line).1.unwrap().to_string();
            assert!(complaint.contains(word), "{line}: {complaint}");
        }
        assert_eq!(read("depth 3 quickly").0.limits.depth, Some(3));
    }

    #[test]
    fn absurd_numbers_are_brought_into_range() {
        assert_eq!(limits("movetime -5").movetime, Some(ms(0)));
        assert_eq!(limits("movetime 1e400").movetime, Some(LONGEST));
        assert_eq!(limits("movetime 99999999999999999999999").movetime, Some(LONGEST));
        assert_eq!(limits("depth 0").depth, Some(1));
        assert_eq!(limits("depth 99999999999999").depth, Some(1_000_000_000));
        assert_eq!(limits("nodes -1").nodes, Some(1));
        assert_eq!(limits("nodes 99999999999999999999999").nodes, Some(u64::MAX));
        assert_eq!(limits("btime -20 wtime 5").clock.unwrap().left[Color::Black], Some(ms(0)));
    }

    #[test]
    fn what_cannot_be_read_is_named_and_does_not_hang() {
        for (line, token) in [
            ("movetime", "movetime"),
            ("movetime abc", "'abc'"),
            ("byoyomi inf", "'inf'"),
            ("depth nan", "'nan'"),
            ("nodes depth x", "nodes"),
        ] {
            let (go, complaint) = read(line);
            assert_eq!(go.limits.movetime, Some(FALLBACK), "{line}");
            let complaint = complaint.unwrap().to_string();
            assert!(complaint.contains(token), "{line}: {complaint}");
        }
        let (go, complaint) = read("movetime x byoyomi 5");
        assert_eq!((go.limits.movetime, go.limits.clock.unwrap().byoyomi), (None, ms(5)));
        assert!(complaint.is_some());
        let (go, complaint) = read("searchmoves 7g7f 歩 2g2f depth 2");
        assert_eq!((go.limits.moves.len(), go.limits.depth), (2, Some(2)));
        assert!(complaint.unwrap().to_string().contains("'歩'"));
    }

    #[test]
    fn mate_is_another_question() {
        for (line, time) in [
            ("mate infinite", None),
            ("mate", None),
            ("mate 10000", Some(ms(10_000))),
            ("ponder mate 5", Some(ms(5))),
            ("mate -5", Some(ms(0))),
            ("mate 1e400", Some(LONGEST)),
            ("mate nodes 7 movetime 20", Some(ms(20))),
        ] {
            let (go, complaint) = read(line);
            assert!(go.mate && !go.limits.infinite && complaint.is_none(), "{line}");
            assert_eq!(go.limits.movetime, time, "{line}");
        }
        let (go, complaint) = read("mate x");
        assert_eq!((go.mate, go.limits.movetime), (true, Some(FALLBACK)));
        assert!(complaint.unwrap().to_string().contains("'x'"));
    }

    #[test]
    fn time_that_has_passed_is_taken_off() {
        let mut found = limits("movetime 100 btime 50 byoyomi 200");
        shorten(&mut found, Color::Black, ms(80));
        let clock = found.clock.unwrap();
        assert_eq!(found.movetime, Some(ms(20)));
        assert_eq!((clock.left[Color::Black], clock.byoyomi), (Some(ms(0)), ms(170)));
        let mut found = limits("ponder movetime 100");
        shorten(&mut found, Color::Black, ms(80));
        assert_eq!(found.movetime, Some(ms(100)));
    }
}
