//! A session with a host made of tests.

#![allow(dead_code)] // Each test uses its part.

use nanboku::movegen;
use nanboku_board::session::{Answer, Command, Event, Job, NoticeKey, Output, Report, Request, Session, State, Task};
use serde_json::{Value, json};

/// A session, what it has said, and the search that it waits for.
pub struct Table {
    pub session: Session,
    pub now: u64,
    pub job: Option<(u64, Job)>,
    pub stopped: Vec<u64>,
    /// The events since the last command.
    pub events: Vec<Event>,
}

impl Table {
    pub fn new() -> Self {
        Self { session: Session::new(), now: 0, job: None, stopped: Vec::new(), events: Vec::new() }
    }

    /// At which a game with this setup is being played.
    pub fn with(setup: Value) -> Self {
        let mut table = Self::new();
        table.fine(json!({"do": "new_game", "setup": setup}));
        table
    }

    fn take(&mut self, output: Output) {
        for request in output.requests {
            match request {
                Request::Start { id, job } => {
                    assert!(self.job.is_none(), "two searches at once");
                    self.job = Some((id, *job));
                }
                Request::Stop { id } => self.stopped.push(id),
            }
        }
        self.events.extend(output.all);
        self.events.extend(output.reply);
    }

    /// Sends a command; the notices that came of it.
    pub fn say(&mut self, command: Value) -> Vec<NoticeKey> {
        self.events.clear();
        let command: Command = serde_json::from_value(command).unwrap();
        let output = self.session.handle(command, self.now);
        self.take(output);
        self.notices()
    }

    /// Sends a command that is to be done.
    pub fn fine(&mut self, command: Value) {
        let text = command.to_string();
        let notices = self.say(command);
        assert!(notices.is_empty(), "{text}: {notices:?}");
    }

    pub fn notices(&self) -> Vec<NoticeKey> {
        let notice = |event: &Event| match event {
            Event::Notice(notice) => Some(notice.key.clone()),
            _ => None,
        };
        self.events.iter().filter_map(notice).collect()
    }

    pub fn state(&self) -> State {
        self.session.state()
    }

    /// The state as JSON.
    pub fn json(&self) -> Value {
        serde_json::to_value(self.state()).unwrap()
    }

    pub fn moves(&mut self, moves: &str) {
        for usi in moves.split_whitespace() {
            self.fine(json!({"do": "move", "usi": usi}));
        }
    }

    /// Lets time pass.
    pub fn wait(&mut self, ms: u64) {
        self.events.clear();
        let end = self.now + ms;
        while let Some(wake) = self.session.next_wake().filter(|&wake| wake <= end) {
            self.now = self.now.max(wake);
            let output = self.session.tick(self.now);
            self.take(output);
        }
        self.now = end;
        let output = self.session.tick(end);
        self.take(output);
    }

    /// Tells of the search that runs.
    pub fn report(&mut self, report: Report) {
        self.events.clear();
        let id = self.job.as_ref().expect("no search runs").0;
        if matches!(report, Report::Done(_)) {
            self.job = None;
        }
        let output = self.session.report(id, report, self.now);
        self.take(output);
    }

    /// Answers the search that runs with the first legal move, by name.
    pub fn answer(&mut self) {
        let job = &self.job.as_ref().expect("no search runs").1;
        assert!(matches!(job.task, Task::Think { .. }), "{job:?}");
        let mut moves = movegen::legal_moves(job.game().unwrap().position());
        moves.sort_by_key(ToString::to_string);
        self.report(Report::Done(Answer::Move(moves.first().copied())));
    }

    /// The USI moves that lead to the position that is shown.
    pub fn line(&self) -> String {
        let state = self.json();
        let nodes = state["tree"]["nodes"].as_array().unwrap();
        let mut at = state["tree"]["cursor"].clone();
        let mut moves = Vec::new();
        while let Some(node) = nodes.iter().find(|node| node["id"] == at) {
            if let Some(usi) = node["move"]["usi"].as_str() {
                moves.push(usi.to_owned());
            }
            at = node["parent"].clone();
        }
        moves.reverse();
        moves.join(" ")
    }
}

/// Two humans.
pub fn humans() -> Value {
    json!({"black": {"player": "human"}, "white": {"player": "human"}})
}

/// The same with more in the setup.
pub fn humans_with(more: Value) -> Value {
    let mut setup = humans();
    setup.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    setup
}
