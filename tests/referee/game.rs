//! One game.

use std::fmt;
use std::time::Duration;

use mailbox::{Color, Game, Move, Outcome, Position, Rules, Variant, start_sfen};

use super::clock::Clocks;
use super::run::Settings;
use super::support::{Fault, Random, UsiProcess, judge_answer, legal_texts};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Checkmate,
    Stalemate,
    Repetition,
    Perpetual,
    Impasse,
    BareKings,
    MaxMoves,
    /// An engine did something that it must not do.
    Fault,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Checkmate => "checkmate",
            Kind::Stalemate => "stalemate",
            Kind::Repetition => "repetition draw",
            Kind::Perpetual => "perpetual check",
            Kind::Impasse => "impasse",
            Kind::BareKings => "bare kings",
            Kind::MaxMoves => "max moves",
            Kind::Fault => "fault",
        })
    }
}

/// A game that has ended.
pub struct Finished {
    pub kind: Kind,
    /// The colour that won, if any.
    pub winner: Option<Color>,
    pub plies: usize,
    /// What was wrong, first the colour's.
    pub faults: Vec<Fault>,
    pub clocks: Clocks,
}

/// The rules that the settings ask for.
pub fn rules_of(settings: &Settings) -> Rules {
    let variant = Variant::from_name(&settings.variant).expect("a variant");
    let tide = settings.tide.filter(|_| variant != Variant::Shogi);
    let set = if settings.rule_set == "auto" && tide.is_some() { "app" } else { &settings.rule_set };
    Rules { tide_period: tide, ..Rules::set(variant, set).expect("a rule set") }
}

/// A game after random moves, which has not ended by them.
fn opening(settings: &Settings, seed: u64) -> Game {
    let rules = rules_of(settings);
    let mut random = Random(seed);
    loop {
        let start = Position::from_sfen(start_sfen(rules.variant), &rules).expect("a start position");
        let mut game = Game::new(start);
        for _ in 0..settings.opening {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            game.push(*random.pick(&moves)).expect("a legal move");
        }
        // A king that hangs at once makes no game.
        if game.result() == Outcome::Ongoing && game.moves().len() == settings.opening {
            return game;
        }
    }
}

/// The `position` line of a game.
fn position_line(game: &Game) -> String {
    let moves: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
    if moves.is_empty() {
        "position startpos".to_owned()
    } else {
        format!("position startpos moves {}", moves.join(" "))
    }
}

/// Plays a game: the first of the processes is Black.
pub fn play(settings: &Settings, seed: u64, sides: [&mut UsiProcess; 2]) -> Finished {
    let mut game = opening(settings, seed);
    let mut clocks = Clocks::new(settings.time_control);
    let mut faults = Vec::new();
    let (kind, winner) = match play_on(settings, &mut game, &mut clocks, sides, &mut faults) {
        Ok(end) => end,
        Err(fault) => {
            let side = game.position().side_to_move();
            faults.push(format!("{side}, ply {}, {}: {fault}", game.moves().len(), position_line(&game)));
            (Kind::Fault, Some(side.other()))
        }
    };
    Finished { kind, winner, plies: game.moves().len(), faults, clocks }
}

fn play_on(
    settings: &Settings,
    game: &mut Game,
    clocks: &mut Clocks,
    sides: [&mut UsiProcess; 2],
    faults: &mut Vec<Fault>,
) -> Result<(Kind, Option<Color>), Fault> {
    for side in [0, 1] {
        sides[side].try_write(b"usinewgame\nisready\n")?;
        sides[side].until("readyok", 30.0)?;
    }
    loop {
        let side = game.position().side_to_move();
        if let Some(end) = end_of(settings, game) {
            let engine = &mut *sides[side as usize];
            agree(engine, game, end.0)?;
            return Ok(end);
        }
        let engine = &mut *sides[side as usize];
        engine.try_write(format!("{}\n", position_line(game)).as_bytes())?;
        let asked = std::time::Instant::now();
        engine.try_write(format!("{}\n", clocks.go()).as_bytes())?;
        let answer = engine.answer(asked, clocks.patience(side).as_secs_f64())?;
        let late = clocks.moved(side, answer.took);
        if late > settings.slack {
            let (ply, late) = (game.moves().len(), late.as_secs_f64() * 1e3);
            faults.push(format!("{side}, ply {ply}: {late:.1} ms too late, having taken {:.1?}", answer.took));
        }
        judge_answer(game.position(), &answer, settings.lines(), &legal_texts(game.position()))?;
        if let Some(message) = answer.messages().iter().find(|message| !message.starts_with("tide ")) {
            return Err(format!("unexpected message: {message}"));
        }
        if !answer.others.is_empty() {
            return Err(format!("unexpected lines: {:?}", answer.others));
        }
        let mv: Move = answer.best.parse()?;
        game.push(mv)?;
    }
}

/// Whether and how the game has ended.
fn end_of(settings: &Settings, game: &Game) -> Option<(Kind, Option<Color>)> {
    let side = game.position().side_to_move();
    Some(match game.result() {
        Outcome::Checkmate => (Kind::Checkmate, Some(side.other())),
        Outcome::Stalemate => (Kind::Stalemate, Some(side.other())),
        Outcome::RepetitionDraw => (Kind::Repetition, None),
        Outcome::Perpetual { loser } => (Kind::Perpetual, Some(loser.other())),
        Outcome::Impasse { winner } => (Kind::Impasse, Some(winner)),
        Outcome::BareKings => (Kind::BareKings, None),
        Outcome::Ongoing if game.position().ply() >= settings.max_plies => (Kind::MaxMoves, None),
        Outcome::Ongoing => return None,
    })
}

/// Asks the engine how the game stands; without a legal move it also has to resign.
fn agree(engine: &mut UsiProcess, game: &Game, kind: Kind) -> Result<(), Fault> {
    let expected = match kind {
        Kind::MaxMoves => "state max moves".to_owned(),
        _ => format!("state {}", game.result()),
    };
    engine.try_write(format!("{}\nstate\n", position_line(game)).as_bytes())?;
    let lines = engine.until("state", 10.0)?;
    let state = &lines[lines.len() - 1].text;
    if *state != expected {
        return Err(format!("it says '{state}', which should be '{expected}'"));
    }
    if matches!(kind, Kind::Checkmate | Kind::Stalemate) {
        engine.try_write(b"go movetime 10\n")?;
        let answer = engine.answer(std::time::Instant::now(), 10.0)?;
        judge_answer(game.position(), &answer, 1, &[])?;
    }
    engine.try_write(b"gameover draw\n")?;
    match engine.next_line(Duration::from_millis(5))? {
        Some(line) => Err(format!("unexpected line: {}", line.text)),
        None => Ok(()),
    }
}
