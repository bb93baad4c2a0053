//! The tree, analysis, the editor, and records.

mod support;

use nanboku::types::{Move, score};
use nanboku_board::session::{Answer, Event, MateVerdict, NoticeKey, ProblemKey, Report, Task};
use serde_json::{Value, json};
use support::{Table, humans_with};

fn line(rank: usize, depth: u32, score: nanboku::types::Score, moves: &str) -> Report {
    let moves: Vec<Move> = moves.split_whitespace().map(|usi| usi.parse().unwrap()).collect();
    Report::Line { rank, depth, nodes: 1_000, nps: 500_000, score, moves }
}

fn load(table: &mut Table, text: &str) -> Vec<NoticeKey> {
    table.say(json!({"do": "load", "text": text}))
}

#[test]
fn moves_can_be_tried_anywhere_when_no_game_is_played() {
    let mut table = Table::new();
    table.moves("7g7f 3c3d 6g6f");
    table.fine(json!({"do": "step", "to": "back"}));
    table.moves("1g1f");
    assert_eq!(table.line(), "7g7f 3c3d 1g1f");
    table.fine(json!({"do": "step", "to": "branch_before"}));
    assert_eq!(table.line(), "7g7f 3c3d 6g6f");
    assert!(matches!(table.say(json!({"do": "step", "to": "branch_before"}))[..], [NoticeKey::NoStep { .. }]));
    table.fine(json!({"do": "step", "to": "branch_after"}));
    let branch = table.state().tree.cursor;
    table.fine(json!({"do": "promote_branch", "node": branch}));
    table.fine(json!({"do": "step", "to": "first"}));
    table.fine(json!({"do": "step", "to": "last"}));
    assert_eq!(table.line(), "7g7f 3c3d 1g1f");
    table.fine(json!({"do": "comment", "node": branch, "text": "why not"}));
    table.fine(json!({"do": "delete_branch", "node": branch}));
    assert_eq!((table.line().as_str(), table.state().tree.nodes.len()), ("7g7f 3c3d", 4));
    assert_eq!(table.say(json!({"do": "go", "node": branch})), [NoticeKey::NoSuchNode { node: branch }]);
    assert_eq!(table.say(json!({"do": "delete_branch", "node": 0})), [NoticeKey::NotNow]);
    assert!(matches!(
        table.say(json!({"do": "play_line", "moves": ["6g6f", "6g6f"]}))[..],
        [NoticeKey::IllegalMove { .. }]
    ));
    assert_eq!(table.line(), "7g7f 3c3d");
    table.fine(json!({"do": "play_line", "moves": ["6g6f", "8d8e"]}));
    assert_eq!(table.line(), "7g7f 3c3d 6g6f 8d8e");
}

#[test]
fn the_analysis_follows_the_position_and_is_told_now_and_then() {
    let mut table = Table::new();
    table.fine(json!({"do": "analyse", "on": true}));
    let job = table.job.clone().unwrap();
    assert_eq!(job.1.task, Task::Analyse { lines: 3, ms: None });
    table.report(line(1, 5, 40, "7g7f 3c3d"));
    let Some(Event::Analysis(told)) = table.events.first() else { panic!("{:?}", table.events) };
    assert_eq!(json!(told.lines[0].score), json!({"cp": 40}));
    assert_eq!(json!(told.lines[0].moves[1]), json!({"color": "white", "usi": "3c3d", "ja": "△３四歩", "en": "P-3d"}));
    table.report(line(2, 5, 20, "6g6f"));
    assert!(table.events.is_empty());
    table.wait(100);
    assert!(matches!(&table.events[..], [Event::Analysis(told)] if told.lines.len() == 2));
    // A page that comes is told at once.
    assert!(table.session.join(table.now).iter().any(|event| matches!(event, Event::Analysis(_))));
    table.moves("7g7f");
    assert_eq!(table.stopped, [job.0]);
    table.report(Report::Done(Answer::Move(None)));
    assert_eq!(table.job.clone().unwrap().1.moves.len(), 1);
    table.report(line(1, 5, score::mate_in(3), "3c3d"));
    let Some(Event::Analysis(told)) = table.events.first() else { panic!("{:?}", table.events) };
    assert_eq!(json!(told.lines[0].score), json!({"mate": -3}));
    table.fine(json!({"do": "set", "lines": 1}));
    assert_eq!(table.stopped.len(), 2);
    table.fine(json!({"do": "analyse", "on": false}));
    table.report(Report::Done(Answer::Move(None)));
    assert!(table.job.is_none());
    let mut table = Table::with(json!({}));
    assert_eq!(table.say(json!({"do": "analyse", "on": true})), [NoticeKey::GameRuns]);
}

#[test]
fn the_best_move_and_a_mate_can_be_asked_for_in_a_game() {
    let mut table = Table::with(json!({}));
    table.fine(json!({"do": "show_me"}));
    assert!(matches!(table.job.clone().unwrap().1.task, Task::Analyse { lines: 1, ms: Some(_) }));
    table.report(line(1, 5, 40, "7g7f 3c3d"));
    table.report(Report::Done(Answer::Move(Some("7g7f".parse().unwrap()))));
    let hint = table.events.iter().find_map(|event| if let Event::Hint(hint) = event { Some(hint) } else { None });
    assert_eq!(json!(hint.unwrap().line.moves[0].usi), json!("7g7f"));
    table.fine(json!({"do": "mate", "ms": 500}));
    assert_eq!(table.job.clone().unwrap().1.task, Task::Mate { ms: 500 });
    table.report(Report::Done(Answer::NoMate));
    assert!(
        table.events.iter().any(|event| matches!(event, Event::Mate(found) if found.verdict == MateVerdict::NoMate))
    );
    // A move in the meantime ends it.
    table.fine(json!({"do": "mate"}));
    table.moves("7g7f");
    assert_eq!(table.stopped.len(), 1);
    assert_eq!(table.say(json!({"do": "show_me"})), [NoticeKey::NotYourTurn]);
    table.report(Report::Done(Answer::Unknown));
    assert!(!table.events.iter().any(|event| matches!(event, Event::Mate(_))));
    assert!(matches!(table.job.clone().unwrap().1.task, Task::Think { .. }));
}

#[test]
fn a_game_is_analysed_from_its_end_and_mistakes_are_marked() {
    let mut table = Table::new();
    let sfen = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
    load(&mut table, &format!("position sfen {sfen} moves 5i5h 5a4a 5c5b+ 4a3a"));
    table.fine(json!({"do": "set", "hints": true}));
    table.fine(json!({"do": "analyse_game", "ms": 20}));
    let mut asked = Vec::new();
    while let Some((_, job)) = table.job.clone() {
        assert_eq!(job.task, Task::Analyse { lines: 1, ms: Some(20) });
        asked.push(job.moves.len());
        let (value, best) = match job.moves.len() {
            0 => (score::mate_in(1), "G*5b"),
            1 => (-900, "5a4a"),
            _ => (-100, ""),
        };
        table.report(line(1, 9, value, best));
        table.report(Report::Done(Answer::Move(None)));
    }
    assert_eq!(asked, [4, 3, 2, 1, 0]);
    let nodes = table.json()["tree"]["nodes"].clone();
    assert_eq!((&nodes[0]["score"], &nodes[1]["score"]), (&json!({"mate": 1}), &json!({"cp": 900})));
    assert_eq!((&nodes[1]["mark"], &nodes[1]["better"][0]["usi"]), (&json!("mistake"), &json!("G*5b")));
    assert!(nodes[2]["mark"].is_null());
    assert!(table.json()["engine"]["game"].is_null());
}

#[test]
fn the_editor_says_what_is_wrong() {
    let mut table = Table::new();
    table.moves("7g7f");
    table.fine(json!({"do": "edit_begin"}));
    let edit = |table: &mut Table, change: Value| table.fine(json!({"do": "edit", "change": change}));
    let keys = |table: &Table| -> Vec<ProblemKey> {
        table.state().editor.unwrap().problems.iter().map(|problem| problem.key).collect()
    };
    assert_eq!(keys(&table), []);
    edit(&mut table, json!({"edit": "clear"}));
    assert_eq!(keys(&table), [ProblemKey::NoKings]);
    assert_eq!(table.say(json!({"do": "edit_done"})), [NoticeKey::Unsound]);
    let put = |square: &str, color: &str, kind: &str| json!({"edit": "put", "square": square, "piece": {"color": color, "kind": kind}});
    edit(&mut table, put("5a", "white", "K"));
    assert_eq!(keys(&table), []);
    edit(&mut table, put("5i", "black", "K"));
    edit(&mut table, put("1i", "black", "K"));
    assert_eq!(keys(&table), [ProblemKey::TwoKings]);
    edit(&mut table, json!({"edit": "shift", "from": "1i", "to": "5i"}));
    edit(&mut table, put("5e", "black", "R"));
    assert_eq!(keys(&table), []);
    edit(&mut table, json!({"edit": "side", "color": "black"}));
    assert_eq!(keys(&table), [ProblemKey::KingCanBeCaptured]);
    edit(&mut table, json!({"edit": "side", "color": "white"}));
    assert_eq!(keys(&table), []);
    edit(&mut table, put("1a", "black", "P"));
    edit(&mut table, put("1e", "black", "P"));
    assert_eq!(keys(&table), []);
    edit(&mut table, json!({"edit": "rules", "setup": {"variant": "shogi"}}));
    assert_eq!(keys(&table), [ProblemKey::DeadEnd, ProblemKey::DoubledPawns]);
    edit(&mut table, put("1e", "black", "+P"));
    edit(&mut table, json!({"edit": "put", "square": "1a", "piece": null}));
    for color in ["black", "white"] {
        edit(&mut table, json!({"edit": "hand", "color": color, "kind": "R", "count": 200}));
    }
    assert_eq!(keys(&table), [ProblemKey::TooMany]);
    edit(&mut table, json!({"edit": "hand", "color": "white", "kind": "R", "count": 0}));
    edit(&mut table, json!({"edit": "hand", "color": "black", "kind": "R", "count": 1}));
    edit(&mut table, json!({"edit": "rest", "color": "white"}));
    assert!(table.state().editor.unwrap().missing.is_empty());
    let king = table.say(json!({"do": "edit", "change": {"edit": "hand", "color": "white", "kind": "K", "count": 1}}));
    assert!(matches!(king[..], [NoticeKey::BadSetup { .. }]));
    edit(&mut table, json!({"edit": "move_number", "number": 7}));
    assert!(table.say(json!({"do": "move", "usi": "7g7f"})) == [NoticeKey::NotNow]);
    table.fine(json!({"do": "edit_done"}));
    assert_eq!(table.state().position.sfen, "4k4/9/9/9/4R3+P/9/9/9/4K4 w R2b4g4s4n4l17p 7");
    assert_eq!(table.state().setup.variant, "shogi");
    table.fine(json!({"do": "edit_begin"}));
    edit(&mut table, json!({"edit": "start"}));
    table.fine(json!({"do": "edit_cancel"}));
    assert_eq!(table.state().position.move_number, 7);
}

#[test]
fn illegal_positions_are_said_and_the_board_stays() {
    let mut table = Table::new();
    table.moves("7g7f");
    for (text, key) in [
        ("4k3k/9/9/9/9/9/9/9/4K4 b - 1", Some(ProblemKey::TwoKings)),
        ("sfen 9/9/9/9/9/9/9/9/9 b - 1", Some(ProblemKey::NoKings)),
        ("position sfen 4k4/9/9/9/9/9/9/9/4K4 b 3R 1", None),
        ("4k4/4R4/9/9/9/9/9/9/4K4 b - 1", Some(ProblemKey::KingCanBeCaptured)),
        ("4k4/9/9/9/9/9/9/4K4 b - 1", None),
        ("4k4/9/9/9/9/9/9/9/4K5 b - 1", None),
        ("hello, world", None),
        ("", None),
        ("position startpos moves 7g7e", None),
        ("\u{0}\u{1}/////////", None),
        ("V2.2\nPI\n+\n+7776FX\n", None),
    ] {
        let notices = load(&mut table, text);
        let [NoticeKey::Unreadable { problems, partly, detail, .. }] = &notices[..] else {
            // What is read up to the first wrong move is shown.
            panic!("{text}: {notices:?}");
        };
        if *partly {
            assert!(text.contains("moves") || text.contains("PI"), "{text}");
            table = Table::new();
            table.moves("7g7f");
            continue;
        }
        assert!(!detail.is_empty());
        assert_eq!(problems.first().map(|problem| problem.key), key, "{text}: {notices:?}");
        assert_eq!(table.line(), "7g7f");
    }
    let mut table = Table::with(humans_with(json!({})));
    assert_eq!(load(&mut table, "position startpos"), [NoticeKey::GameRuns]);
}

fn export(table: &mut Table, format: &str, encoding: &str) -> (String, Option<String>) {
    table.fine(json!({"do": "export", "format": format, "encoding": encoding}));
    let [Event::Export(export)] = &table.events[..] else { panic!("{:?}", table.events) };
    (export.text.clone(), export.base64.clone())
}

#[test]
fn games_are_written_and_read_in_every_format() {
    let engine = json!({"player": "engine", "level": 2});
    for variant in ["annan", "annboku", "shogi", "taimen"] {
        let setup = json!({"variant": variant, "black": {"player": "human", "name": "南"}, "white": engine});
        let mut table = Table::with(setup);
        table.fine(json!({"do": "move", "usi": "6g6f"}));
        table.answer();
        table.fine(json!({"do": "resign"}));
        let (line, sfen) = (table.line(), table.state().position.sfen);
        for format in ["usi", "kif", "csa", "sfen"] {
            for encoding in ["utf8", "shift_jis"] {
                let (text, base64) = export(&mut table, format, encoding);
                // Where the record does not name the variant, the one on the board is taken.
                let mut other = Table::new();
                other.fine(json!({"do": "new_game", "setup": humans_with(json!({"variant": variant}))}));
                other.fine(json!({"do": "abort"}));
                let notices = match base64 {
                    Some(base64) => other.say(json!({"do": "load_bytes", "base64": base64})),
                    None => load(&mut other, &text),
                };
                assert!(matches!(notices[..], [NoticeKey::Loaded { .. }]), "{variant} {format}: {notices:?} {text}");
                assert_eq!(other.state().position.sfen, sfen, "{variant} {format}");
                if format != "sfen" {
                    assert_eq!(other.line(), line, "{variant} {format}");
                    assert_eq!(json!(other.state().game.end)["winner"], "white", "{format} {text}");
                    assert_eq!(json!(other.state().setup.black)["name"], "南");
                }
                assert_eq!(other.state().setup.variant, variant);
            }
        }
        table.fine(json!({"do": "svg"}));
        assert!(matches!(&table.events[..], [Event::Export(export)] if export.text.starts_with("<svg")));
    }
}

#[test]
fn a_game_goes_on_from_any_position() {
    let mut table = Table::new();
    load(&mut table, "position startpos moves 7g7f 3c3d 6g6f");
    table.fine(json!({"do": "step", "to": "back"}));
    table.fine(json!({"do": "play_on", "black": {"player": "human"}, "white": {"player": "engine", "level": 1}}));
    table.moves("1g1f");
    table.answer();
    assert!(table.line().starts_with("7g7f 3c3d 1g1f "));
    assert_eq!(table.state().tree.nodes.len(), 6);
    let live = table.state().game.live.unwrap();
    assert_eq!(table.say(json!({"do": "delete_branch", "node": live})), [NoticeKey::GameRuns]);
}
