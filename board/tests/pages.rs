//! Pages that come, go and come back; the engine's thread behind them.

#[path = "support/page.rs"]
mod page;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use nanboku::search::Control;
use nanboku_board::seat::{Factory, Searcher, Seat, engines};
use nanboku_board::server::{Options, Server};
use nanboku_board::session::{Answer, Job, Report, Request, Setup, Task, ThinkTime};
use page::{Page, split};
use serde_json::json;

/// A server, its port and its token.
async fn serve(searchers: Factory, stay: bool, linger: Duration) -> (tokio::task::JoinHandle<bool>, u16, String) {
    let server = Server::bind(Options { port: Some(0), stay, linger, searchers }).await.unwrap();
    let (port, token) = split(&server.address());
    (tokio::spawn(async move { server.serve().await.is_ok() }), port, token)
}

#[tokio::test]
async fn a_page_that_is_reloaded_finds_its_game_and_two_see_the_same() {
    let (_server, port, token) = serve(engines(1), true, Duration::ZERO).await;
    let mut first = Page::open(port, &token, "main").await.unwrap();
    first.say(json!({"do": "new_game", "setup": {"white": {"player": "engine", "level": 1}, "think_ms": 50}})).await;
    first.wait("state").await;
    first.say(json!({"do": "move", "usi": "7g7f"})).await;
    while first.state["tree"]["nodes"].as_array().unwrap().len() < 3 {
        first.wait("state").await;
    }
    let mut second = Page::open(port, &token, "main").await.unwrap();
    assert_eq!(second.state["tree"], first.state["tree"]);
    second.say(json!({"do": "move", "usi": "6g6f"})).await;
    let (one, two) = (first.wait("state").await, second.wait("state").await);
    assert_eq!(one, two);
    assert_eq!(one["tree"]["nodes"].as_array().unwrap().len(), 4);
    drop((first, second));
    tokio::time::sleep(Duration::from_millis(300)).await;
    let back = Page::open(port, &token, "main").await.unwrap();
    assert!(back.state["tree"]["nodes"].as_array().unwrap().len() >= 4);
    assert_eq!(back.state["mode"], "play");
    let other = Page::open(port, &token, "other").await.unwrap();
    assert_eq!(other.state["mode"], "free");
}

#[tokio::test]
async fn the_server_ends_a_while_after_its_last_page() {
    let linger = Duration::from_millis(400);
    let (server, port, token) = serve(engines(1), false, linger).await;
    tokio::time::sleep(linger * 2).await;
    assert!(!server.is_finished(), "nobody has come yet");
    drop(Page::open(port, &token, "main").await.unwrap());
    tokio::time::sleep(linger / 4).await;
    let page = Page::open(port, &token, "main").await.unwrap();
    tokio::time::sleep(linger * 2).await;
    assert!(!server.is_finished(), "a page is there");
    drop(page);
    assert!(tokio::time::timeout(linger * 5, server).await.unwrap().unwrap());
}

/// Panics in its first search, and plays on as the engine afterwards.
struct Stumbling {
    searches: Arc<AtomicU32>,
    engine: Box<dyn Searcher>,
}

impl Searcher for Stumbling {
    fn search(&mut self, job: &Job, control: &Control, report: &mut (dyn FnMut(Report) + Send)) -> Answer {
        assert!(self.searches.fetch_add(1, Ordering::SeqCst) > 0, "stumbled");
        self.engine.search(job, control, report)
    }
}

#[tokio::test]
async fn a_panic_of_the_engine_is_said_and_the_game_goes_on() {
    let searches = Arc::new(AtomicU32::new(0));
    let engine = engines(1);
    let factory: Factory = {
        let searches = Arc::clone(&searches);
        Arc::new(move || Box::new(Stumbling { searches: Arc::clone(&searches), engine: engine() }))
    };
    let (_server, port, token) = serve(factory, true, Duration::ZERO).await;
    let mut page = Page::open(port, &token, "main").await.unwrap();
    page.say(json!({"do": "new_game", "setup": {"white": {"player": "engine", "level": 5}, "think_ms": 50}})).await;
    page.wait("state").await;
    page.say(json!({"do": "move", "usi": "7g7f"})).await;
    let notice = page.wait("notice").await;
    assert_eq!((&notice["key"], &notice["detail"]), (&json!("engine_failed"), &json!("stumbled")));
    while page.state["to_play"] != "black" {
        page.wait("state").await;
    }
    page.say(json!({"do": "move", "usi": "6g6f"})).await;
    while page.state["to_play"] != "black" || page.state["tree"]["nodes"].as_array().unwrap().len() < 5 {
        page.wait("state").await;
    }
    assert_eq!(searches.load(Ordering::SeqCst), 3);
}

fn job(task: Task) -> Box<Job> {
    let start = nanboku::rules::Variant::Annan.start().to_owned();
    Box::new(Job { setup: Setup::default(), start, moves: Vec::new(), new_game: false, task })
}

#[test]
fn searches_stop_at_once() {
    let (told, hear) = mpsc::channel();
    let seat = Seat::new(engines(1), move |id, report| {
        if let Report::Done(answer) = report {
            told.send((id, answer)).unwrap();
        }
    })
    .unwrap();
    let mut longest = Duration::ZERO;
    let tasks = [
        Task::Analyse { lines: 5, ms: None },
        Task::Analyse { lines: 1, ms: Some(60_000) },
        Task::Think { level: 5, time: ThinkTime::Fixed(60_000), careful: false },
        Task::Think { level: 4, time: ThinkTime::Fixed(60_000), careful: false },
        Task::Mate { ms: 60_000 },
    ];
    let mut id = 0;
    for round in 0..8 {
        for task in tasks {
            id += 1;
            seat.obey(Request::Start { id, job: job(task) });
            std::thread::sleep(Duration::from_millis(20 + 40 * round));
            let stopped = Instant::now();
            seat.obey(Request::Stop { id });
            assert_eq!(hear.recv_timeout(Duration::from_secs(5)).unwrap().0, id);
            longest = longest.max(stopped.elapsed());
        }
    }
    println!("the longest stop took {longest:?}");
    // Debug builds run beside other tests: the promise is 100 ms, and there is some grace.
    assert!(longest < Duration::from_millis(if cfg!(debug_assertions) { 400 } else { 100 }), "{longest:?}");
}
