//! How a match stands, as text.

use std::fmt::Write as _;

use crate::standings::Standings;
use crate::stats::{Decision, Estimate, Tally};
use nanboku_records::EndReason;

/// `+12.3 [-4.5, +29.1]`.
fn elo_text(elo: Option<Estimate>) -> String {
    elo.map_or_else(|| "?".to_owned(), |elo| format!("{:+.1} [{:+.1}, {:+.1}]", elo.value, elo.low, elo.high))
}

fn superiority_text(tally: &Tally) -> String {
    tally.superiority().map_or_else(|| "?".to_owned(), |superiority| format!("{:.1} %", 100.0 * superiority))
}

/// The state of the sequential test, such as `LLR 0.53 in [-2.94, 2.94]`.
fn test_text(standings: &Standings) -> Option<String> {
    let (sprt, ratio, pairs) = standings.test_state()?;
    let (low, high) = sprt.bounds();
    let verdict = match standings.decision() {
        Decision::Continue => "",
        Decision::AcceptNull => ": elo0 accepted",
        Decision::AcceptAlternative => ": elo1 accepted",
    };
    Some(format!("LLR {ratio:.2} in [{low:.2}, {high:.2}] after {pairs} pairs{verdict}"))
}

/// One line for the progress bar.
pub fn line(standings: &Standings) -> String {
    let mut text = match standings.pairings.as_slice() {
        [only] => {
            let tally = &only.tally;
            format!(
                "+{} ={} -{}  Elo {}  LOS {}",
                tally.wins,
                tally.draws,
                tally.losses,
                elo_text(tally.elo()),
                superiority_text(tally)
            )
        }
        _ => String::new(),
    };
    if let Some(test) = test_text(standings) {
        let _ = write!(text, "  {test}");
    }
    let faults: u64 = standings.faults.values().sum();
    if faults > 0 {
        let _ = write!(text, "  {faults} lost by faults");
    }
    let _ = write!(text, "  {:.0} plies", standings.mean_length());
    text
}

/// Everything about a match.
pub fn full(standings: &Standings, names: &[String]) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_full(&mut text, standings, names);
    text
}

fn write_full(text: &mut String, standings: &Standings, names: &[String]) -> std::fmt::Result {
    let games = standings.games();
    if names.len() > 2 {
        write_table(text, standings, names)?;
    }
    for pairing in &standings.pairings {
        let tally = &pairing.tally;
        writeln!(text, "{} against {}", names[pairing.first], names[pairing.second])?;
        writeln!(
            text,
            "  score {}/{} ({:.1} %): {} won, {} drawn, {} lost; pairs 0..2: {}",
            tally.wins as f64 + tally.draws as f64 / 2.0,
            tally.games(),
            100.0 * tally.score(),
            tally.wins,
            tally.draws,
            tally.losses,
            tally.pairs.map(|count| count.to_string()).join(" ")
        )?;
        writeln!(
            text,
            "  Elo {} (95 %), likelihood of superiority {}",
            elo_text(tally.elo()),
            superiority_text(tally)
        )?;
    }
    if let Some(test) = test_text(standings) {
        let elo = standings.test_state().map_or((0.0, 0.0), |(sprt, ..)| (sprt.elo0, sprt.elo1));
        writeln!(text, "sequential test, elo0 {}, elo1 {}: {test}", elo.0, elo.1)?;
    }
    let cut = standings.reasons.get(&EndReason::MoveLimit).copied().unwrap_or(0);
    let drawn: u64 = standings.pairings.iter().map(|pairing| pairing.tally.draws).sum();
    let share = |part: u64| 100.0 * part as f64 / games.max(1) as f64;
    writeln!(
        text,
        "{games} games, {:.1} moves on average; Black won {:.1} %, White {:.1} %; {} drawn by the rules, {cut} cut by the \
         move limit",
        standings.mean_length(),
        share(standings.by_color[0]),
        share(standings.by_color[1]),
        drawn - cut
    )?;
    let reasons: Vec<String> = standings.reasons.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
    writeln!(text, "ends: {}", reasons.join(", "))?;
    for ((player, reason), count) in &standings.faults {
        writeln!(text, "FAULT: {} lost {count} by {reason}", names[*player])?;
    }
    if standings.void > 0 {
        writeln!(text, "THE JUDGES DIFFER in {} games, which do not count", standings.void)?;
    }
    Ok(())
}

/// Everybody's results against everybody.
fn write_table(text: &mut String, standings: &Standings, names: &[String]) -> std::fmt::Result {
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&a, &b| standings.of_player(b).score().total_cmp(&standings.of_player(a).score()));
    for player in order {
        let tally = standings.of_player(player);
        writeln!(
            text,
            "{:width$}  {:6.1}/{:<5} {:5.1} %  Elo against the others {}",
            names[player],
            tally.wins as f64 + tally.draws as f64 / 2.0,
            tally.games(),
            100.0 * tally.score(),
            elo_text(tally.elo())
        )?;
    }
    writeln!(text)
}
