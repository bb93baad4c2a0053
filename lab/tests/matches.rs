//! Matches: broken engines, interruption, and that the same seed gives the same games.

#[path = "../../tests/support/engine.rs"]
mod engine;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use nanboku_lab::clock::Limit;
use nanboku_lab::judge::JudgeKind;
use nanboku_lab::openings;
use nanboku_lab::player::PlayerSpec;
use nanboku_lab::record::{self, GameRecord};
use nanboku_lab::standings::Standings;
use nanboku_lab::tournament::{self, Plan};
use nanboku_records::ruling::Ruling;
use nanboku_records::{EndReason, GameResult};

use engine::engine;

const LAB: &str = env!("CARGO_BIN_EXE_nanboku-lab");

fn broken(way: &str) -> String {
    format!("sh {}/tests/broken-engine.sh {way}", env!("CARGO_MANIFEST_DIR"))
}

fn plan(players: &[&str], games: usize, limit: &str) -> Plan {
    let mut limits = Limit::default();
    let (name, value) = limit.split_once('=').unwrap();
    limits.set(name, value).unwrap();
    let ruling = Ruling::default();
    Plan {
        players: players.iter().map(|command| PlayerSpec::new(command)).collect(),
        limits: vec![limits; players.len()],
        ruling,
        games,
        max_plies: 512,
        seed: 1,
        source: "random".to_owned(),
        openings: (0..games as u64).map(|seed| openings::random(&ruling, 6, seed).to_string()).collect(),
        judge: JudgeKind::Mailbox,
        margin: 100,
        patience: 10_000,
        restart: false,
        adjudication: None,
        sprt: None,
    }
}

fn play(plan: &Plan) -> (Vec<GameRecord>, Standings) {
    let stop = AtomicBool::new(false);
    let running = tournament::start_all(plan, &stop).unwrap();
    let mut standings = Standings::new(plan.players.len(), plan.sprt);
    let mut games = Vec::new();
    tournament::run(plan, running, &[], 2, &mut standings, &stop, |game, _| {
        games.push(game.clone());
        Ok(())
    })
    .unwrap();
    games.sort_by_key(|game| game.number);
    (games, standings)
}

#[test]
#[cfg_attr(windows, ignore = "its broken engine is a shell script")]
fn every_way_to_break_is_judged_named_and_survived() {
    for (way, reason, words) in [
        ("illegal", EndReason::IllegalMove, "5a5i is illegal in"),
        ("not-a-move", EndReason::Garbage, "'hello' is not a move"),
        ("empty", EndReason::Garbage, "'bestmove' without a move"),
        ("garbage", EndReason::Garbage, "'歩' is not a move"),
        ("flood", EndReason::Hang, "no 'bestmove'"),
        ("silent", EndReason::Hang, "no 'bestmove'"),
        ("deaf", EndReason::Hang, "no 'bestmove'"),
        ("crash", EndReason::Crash, "its last words: out of ideas"),
        ("killed", EndReason::Crash, "signal: 9"),
        ("closed", EndReason::Crash, "closed its output"),
        ("late", EndReason::Time, "ms of 400 ms"),
        ("win", EndReason::FalseClaim, "there is no win by points"),
    ] {
        let command = broken(way);
        // Times that a machine which does other things as well can keep.
        let limit = if reason == EndReason::Time { "movetime=400" } else { "nodes=1" };
        let patience = if reason == EndReason::Hang { 300 } else { 10_000 };
        let plan = plan(&[&command, "greedy"], 4, limit);
        let (games, standings) = play(&Plan { patience, ..plan });
        assert_eq!(games.len(), 4, "{way}: the match goes on");
        for game in &games {
            let lost = if game.black == 0 { GameResult::White } else { GameResult::Black };
            assert_eq!((game.result, game.reason), (lost, reason), "{way}: {}", game.detail);
            assert_eq!(game.fault, Some(0), "{way}");
            assert!(game.detail.contains(words), "{way}: {}", game.detail);
        }
        assert_eq!(standings.faults.get(&(0, reason)), Some(&4), "{way}");
        assert_eq!(standings.pairings[0].tally.pairs, [2, 0, 0, 0, 0], "{way}");
    }
}

#[test]
#[cfg_attr(windows, ignore = "its broken engine is a shell script")]
fn resigning_is_no_fault_and_leaving_after_the_game_costs_the_next_one_nothing() {
    let (resigning, leaving) = (broken("resign"), broken("sulk"));
    let (games, standings) = play(&plan(&[&resigning, &leaving], 4, "nodes=1"));
    assert_eq!(games.len(), 4);
    let resigned = games.iter().filter(|game| game.reason == EndReason::Resignation).count();
    let crashed = games.iter().filter(|game| game.reason == EndReason::Crash).count();
    assert!(resigned >= 2 && resigned + crashed == 4, "{games:?}");
    assert!(standings.faults.keys().all(|&(player, _)| player == 1));
}

#[test]
fn a_player_that_cannot_be_started_is_named_before_the_first_game() {
    let stop = AtomicBool::new(false);
    for command in ["/no/such/engine --fast", "false", "sh -c 'echo hello'"] {
        let error = tournament::start_all(&plan(&["random", command], 2, "nodes=1"), &stop).err().unwrap();
        assert!(error.contains(command), "{error}");
    }
}

#[test]
fn everybody_meets_everybody_with_both_colours() {
    let (games, standings) = play(&plan(&["random", "greedy", "random"], 4, "nodes=1"));
    assert_eq!(games.len(), 12);
    for pair in games.chunks(2) {
        assert_eq!(pair[0].opening, pair[1].opening);
        assert_eq!((pair[0].black, pair[0].white), (pair[1].white, pair[1].black));
    }
    assert!(standings.pairings.iter().all(|pairing| pairing.tally.games() == 4));
    assert!(standings.of_player(1).score() > 0.7);
}

#[test]
fn the_same_engine_on_both_sides_draws_every_pair_and_repeats_itself() {
    let plan = plan(&[engine(), engine()], 4, "nodes=400");
    let (games, standings) = play(&plan);
    assert_eq!(standings.pairings[0].tally.pairs, [0, 0, 2, 0, 0]);
    let (again, _) = play(&plan);
    assert_eq!(lines(&games), lines(&again));
    assert!(games.iter().all(|game| game.moves.iter().all(|played| played.score.is_some())));
}

/// What must not depend on the time that things take.
fn lines(games: &[GameRecord]) -> Vec<(usize, EndReason, GameResult, Vec<String>)> {
    let moves = |game: &GameRecord| game.moves.iter().map(|played| played.text.clone()).collect();
    games.iter().map(|game| (game.number, game.reason, game.result, moves(game))).collect()
}

fn read_sorted(path: &Path) -> Vec<GameRecord> {
    let (_, mut games, _) = record::read(path).unwrap();
    games.sort_by_key(|game| game.number);
    games
}

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("nanboku-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // The system cleans up what is left.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const GAMES: &str = "120";

fn match_command(out: &Path) -> Command {
    let mut command = Command::new(LAB);
    command.args(["match", "--engine", "random", "--engine", "greedy", "--games", GAMES, "--judge", "mailbox"]);
    command.args(["--seed", "7", "--out"]).arg(out).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn resume(path: &Path) -> Output {
    Command::new(LAB).args(["match", "--concurrency", "2", "--resume"]).arg(path).output().unwrap()
}

/// Waits until some games are written, but not all.
fn wait_for_games(path: &Path, child: &mut Child) {
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        let written = std::fs::read_to_string(path).unwrap_or_default().lines().count();
        assert!(child.try_wait().unwrap().is_none(), "the match was over too early");
        if written > 5 {
            return;
        }
        assert!(Instant::now() < deadline, "no games");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
#[cfg_attr(windows, ignore = "interrupts by a signal")]
fn an_interrupted_match_leaves_valid_records_and_goes_on() {
    let folder = Folder::new("interrupted");
    let whole = folder.file("whole.jsonl");
    let done = match_command(&whole).output().unwrap();
    assert!(done.status.success(), "{done:?}");
    let expected = lines(&read_sorted(&whole));
    assert_eq!(expected.len().to_string(), GAMES);

    // By Ctrl-C.
    let out = folder.file("ctrl-c.jsonl");
    let mut child = match_command(&out).spawn().unwrap();
    wait_for_games(&out, &mut child);
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let stopped = child.wait_with_output().unwrap();
    assert_eq!(stopped.status.code(), Some(130), "{stopped:?}");
    assert!(String::from_utf8_lossy(&stopped.stdout).contains("--resume"), "{stopped:?}");
    let played = read_sorted(&out).len();
    assert!(played > 0 && played < expected.len());
    assert!(resume(&out).status.success());
    assert_eq!(lines(&read_sorted(&out)), expected);

    // By a kill, in the middle of a line.
    let out = folder.file("killed.jsonl");
    let mut child = match_command(&out).spawn().unwrap();
    wait_for_games(&out, &mut child);
    child.kill().unwrap();
    child.wait().unwrap();
    let mut text = std::fs::read_to_string(&out).unwrap();
    text.truncate(text.rfind('\n').unwrap() + 1);
    text.push_str("{\"type\":\"game\",\"number\":9");
    std::fs::write(&out, text).unwrap();
    assert!(resume(&out).status.success());
    assert_eq!(lines(&read_sorted(&out)), expected);

    // A match that is over has nothing left to do; a file that is there is not overwritten.
    let before = std::fs::read(&out).unwrap();
    assert!(resume(&out).status.success());
    let again = match_command(&out).output().unwrap();
    assert!(!again.status.success() && String::from_utf8_lossy(&again.stderr).contains("is there already"));
    assert_eq!(std::fs::read(&out).unwrap(), before);
}

#[test]
fn a_sequential_test_ends_by_itself_and_at_the_same_game() {
    let text = |concurrency: &str| {
        let mut command = Command::new(LAB);
        command.args(["match", "--engine", "greedy", "--engine", "random", "--games", "1000", "--sprt", "0,50"]);
        let done = command.args(["--concurrency", concurrency]).output().unwrap();
        assert!(done.status.success(), "{done:?}");
        let text = String::from_utf8(done.stdout).unwrap();
        text.lines().find(|line| line.starts_with("sequential test")).unwrap().to_owned()
    };
    let line = text("1");
    assert!(line.ends_with("elo1 accepted"), "{line}");
    assert_eq!(line, text("3"));
}

#[test]
fn wrong_arguments_are_refused_with_a_reason() {
    for (arguments, words) in [
        (&["match", "--engine", "random"][..], "two players"),
        (&["match", "--engine", "random", "--engine", "sh"], "nothing limits the engines"),
        (&["match", "--engine", "random", "--engine", "greedy", "--option", "3:Hash=1"], "there are 2 players"),
        (&["match", "--engine", "random", "--engine", "greedy", "--option", "Hash"], "is not NAME=VALUE"),
        (&["match", "--engine", "random", "--engine", "greedy", "--limit", "1:hours=1"], "'hours'"),
        (&["match", "--engine", "random", "--engine", "greedy", "--sprt", "5,0"], "E0 < E1"),
        (&["match", "--engine", "random", "--engine", "greedy", "--openings", "/none"], "cannot read /none"),
        (&["match", "--resume", "/none"], "/none"),
    ] {
        let done = Command::new(LAB).args(arguments).output().unwrap();
        let error = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(!done.status.success() && error.contains(words), "{arguments:?}: {error}");
    }
}
