//! A player of the lab that looks at everything its engine says.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use mailbox::{Position, start_sfen};
use nanboku::position::Game;
use nanboku_lab::client::{Failure, Thought};
use nanboku_lab::judge::slow_rules;
use nanboku_lab::player::{Player, Question, Reply};

use super::run::Settings;
use super::support::{Answer, Fault, UsiProcess, judge_answer, legal_texts};

/// An engine whose every line is judged by the slow rules. What is wrong with one is told as garbage.
pub struct Strict {
    process: UsiProcess,
    /// Number of lines that it shows.
    lines: usize,
}

impl Strict {
    /// Starts a program and tells it which game is played.
    pub fn start(settings: &Settings, program: &str) -> Result<Self, Fault> {
        let mut process = UsiProcess::spawn(program, &[])?;
        process.try_write(b"usi\n")?;
        process.until("usiok", 10.0)?;
        let ruling = settings.ruling.options();
        let own = [("MaxMovesToDraw", settings.max_plies.to_string())];
        let options = ruling.iter().chain(&own).map(|(name, value)| (*name, value.as_str()));
        let mut lines = String::new();
        for (name, value) in options.chain(settings.more_options()) {
            lines += &format!("setoption name {name} value {value}\n");
        }
        process.try_write(format!("{lines}isready\n").as_bytes())?;
        match process.until("readyok", 60.0)?.len() {
            1 => Ok(Self { process, lines: settings.lines() }),
            _ => Err(process.fault("an option was not accepted")),
        }
    }

    /// Asks how a game stands that is over; without a legal move it also has to resign. Then it keeps silent.
    pub fn agrees(&mut self, position_line: &str, state: &str, last: &Position) -> Result<(), Fault> {
        let process = &mut self.process;
        process.try_write(format!("{position_line}\nstate\n").as_bytes())?;
        let lines = process.until("state", 10.0)?;
        let told = &lines[lines.len() - 1].text;
        if told != state {
            return Err(process.fault(format!("it says '{told}', which should be '{state}'")));
        }
        if !last.has_legal_move() {
            process.try_write(b"go movetime 10\n")?;
            let answer = process.answer(Instant::now(), 10.0)?;
            judge_answer(last, &answer, 1, &[])?;
        }
        process.try_write(b"gameover draw\n")?;
        match process.next_line(std::time::Duration::from_millis(5))? {
            Some(line) => Err(process.fault(format!("unexpected line: {}", line.text))),
            None => Ok(()),
        }
    }

    /// Looks that it ends as it should.
    pub fn quit(mut self) -> Result<(), Fault> {
        self.process.try_quit()
    }

    fn ask(&mut self, question: &Question<'_>) -> Result<Answer, Fault> {
        self.process.try_write(format!("{}\n", from_start(question.position, question.game)).as_bytes())?;
        let asked = Instant::now();
        self.process.try_write(format!("{}\n", question.go).as_bytes())?;
        self.process.answer(asked, question.patience.as_secs_f64())
    }

    fn judge(&self, question: &Question<'_>, answer: &Answer) -> Result<(), Fault> {
        let position = question.game.position();
        let slow = Position::from_sfen(&position.sfen(), &slow_rules(position.rules())?)?;
        judge_answer(&slow, answer, self.lines, &legal_texts(&slow))?;
        let told: Vec<String> = answer.messages().into_iter().map(str::to_owned).collect();
        let (rules, ply) = (slow.rules(), slow.ply());
        let tide = rules.tide_period.map(|period| format!("tide {} {}", rules.direction(ply), period - ply % period));
        if told != Vec::from_iter(tide) {
            return Err(format!("unexpected messages: {told:?}"));
        }
        // What is told of the Tide comes before the thoughts.
        if !told.is_empty() && answer.infos.first().is_none_or(|info| info.string.is_none()) {
            return Err("the Tide is told after a thought".to_owned());
        }
        if !answer.others.is_empty() {
            return Err(format!("unexpected lines: {:?}", answer.others));
        }
        Ok(())
    }
}

/// The `position` line with the start position by its name, as most clients send it.
fn from_start(line: &str, game: &Game) -> String {
    let variant = mailbox::Variant::from_name(game.position().rules().variant.name()).expect("a variant");
    line.replacen(&format!("sfen {}", start_sfen(variant)), "startpos", 1)
}

impl Player for Strict {
    fn name(&self) -> &str {
        "the engine"
    }

    fn new_game(&mut self, _seed: u64, _stop: &AtomicBool) -> Result<(), Failure> {
        let ready = self.process.try_write(b"usinewgame\nisready\n").and_then(|()| self.process.until("readyok", 30.0));
        ready.map(drop).map_err(Failure::Crash)
    }

    fn choose(&mut self, question: &Question<'_>) -> Result<Reply, Failure> {
        let answer = self.ask(question).map_err(Failure::Crash)?;
        self.judge(question, &answer).map_err(|fault| Failure::Garbage(self.process.fault(fault)))?;
        Ok(Reply { best: answer.best, taken: answer.took, thought: Thought::default() })
    }

    fn game_over(&mut self, result: &str) {
        // Whether it still listens is seen at the next question.
        let _ = self.process.try_write(format!("gameover {result}\n").as_bytes());
    }
}
