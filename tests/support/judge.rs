//! Judges answers by the slow implementation of the rules.

use mailbox::{Move, Position, Rules};

use super::{Answer, Fault, Info};

/// The position of an SFEN.
pub fn position(sfen: &str, rules: &Rules) -> Position {
    Position::from_sfen(sfen, rules).unwrap_or_else(|error| panic!("{sfen}: {error}"))
}

/// The legal moves as text, sorted.
pub fn legal_texts(position: &Position) -> Vec<String> {
    let mut moves: Vec<String> = position.legal_moves().iter().map(ToString::to_string).collect();
    moves.sort_unstable();
    moves
}

/// Looks that a line of moves is legal to its end.
fn judge_line(position: &Position, moves: &[String]) -> Result<(), Fault> {
    let mut position = position.clone();
    for text in moves {
        let mv: Move = text.parse().map_err(|_| format!("'{text}' is no move"))?;
        if !position.is_legal(mv) {
            return Err(format!("{text} is illegal in {} (line {})", position.sfen(), moves.join(" ")));
        }
        position = position.make(mv);
    }
    Ok(())
}

/// Looks that an answer keeps every promise: legal moves and lines, and the last lines explain the best move. `lines` is
/// MultiPV; `choice` the moves that were allowed.
pub fn judge_answer(position: &Position, answer: &Answer, lines: usize, choice: &[String]) -> Result<(), Fault> {
    for info in &answer.infos {
        judge_line(position, &info.pv)?;
        if let Some(mv) = &info.currmove {
            judge_line(position, std::slice::from_ref(mv))?;
        }
    }
    if choice.is_empty() {
        if answer.best != "resign" || answer.ponder.is_some() {
            return Err(format!("bestmove {} without a legal move", answer.best));
        }
        return Ok(());
    }
    if !choice.contains(&answer.best) {
        return Err(format!(
            "bestmove {} is not among the moves {} in {}",
            answer.best,
            choice.join(" "),
            position.sfen()
        ));
    }
    let game: Vec<String> = [answer.best.clone()].into_iter().chain(answer.ponder.clone()).collect();
    judge_line(position, &game)?;

    let first = answer.infos.iter().rposition(|info| info.score.is_some() && info.rank() == 1);
    let last = &answer.infos[first.ok_or("no line of thought at all")?..];
    judge_last_lines(last, &answer.best, lines.min(choice.len()))
}

/// Looks at the lines from the last one of rank 1 on.
fn judge_last_lines(last: &[Info], best: &str, lines: usize) -> Result<(), Fault> {
    let wrong = |what: &str| Err(format!("{what} before bestmove {best}: {last:?}"));
    if last[0].pv.first().is_none_or(|mv| mv != best) {
        return wrong("another move");
    }
    if last.len() != lines {
        return wrong(&format!("not {lines} line(s) and nothing else"));
    }
    for (index, info) in last.iter().enumerate() {
        if info.rank() != index as u64 + 1 || lines > 1 && info.multipv.is_none() {
            return wrong("wrong ranks");
        }
        let complete = info.nodes.is_some() && info.nps.is_some() && info.time.is_some() && info.hashfull.is_some();
        if info.depth.is_none() || info.pv.is_empty() || !info.is_exact() || !complete {
            return wrong("a line without depth, pv, exact score or counts");
        }
        if last[..index].iter().any(|other| other.pv[0] == info.pv[0]) {
            return wrong("the same first move twice");
        }
    }
    let order: Vec<i64> = last.iter().filter_map(|info| info.score.map(|score| score.rank())).collect();
    if !order.is_sorted_by(|better, worse| better >= worse) {
        return wrong("unsorted lines");
    }
    Ok(())
}
