//! What a foreign page, or a broken one, may try: it is refused, the game goes on, and memory stays as it is.

#[path = "support/page.rs"]
mod page;

use std::net::TcpStream;
use std::time::Duration;

use futures_util::SinkExt;
use page::{Page, Program, connect, status};
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

/// Plays a move in a game between humans, there and back.
async fn game_goes_on(page: &mut Page) {
    for (command, side) in [(json!({"do": "move", "usi": "7g7f"}), "white"), (json!({"do": "take_back"}), "black")] {
        page.say(command).await;
        // Other pages may have changed something in the meantime.
        while page.wait("state").await["position"]["side"] != side {}
    }
}

async fn game(program: &Program) -> Page {
    let mut page = program.page("main").await;
    let human = json!({"player": "human"});
    page.say(json!({"do": "new_game", "setup": {"black": human, "white": human}})).await;
    page.wait("state").await;
    page
}

#[tokio::test]
async fn foreign_pages_are_refused() {
    let program = Program::start();
    let mut page = game(&program).await;
    let (port, token) = (program.port, &program.token);
    let own = format!("http://127.0.0.1:{port}");
    let good = program.address(token, "main");
    assert_eq!(status(&good, Some(&own), None).await, 101);
    assert_eq!(status(&good, Some(&format!("http://localhost:{port}")), Some(&format!("localhost:{port}"))).await, 101);
    let other_port = format!("http://127.0.0.1:{}", port.wrapping_add(1));
    for origin in ["http://evil.example", "null", "https://127.0.0.1", "", "http://127.0.0.1", &other_port, "file://"] {
        assert_eq!(status(&good, Some(origin), None).await, 403, "{origin}");
    }
    assert_eq!(status(&good, None, None).await, 403);
    for host in ["evil.example", "127.0.0.1", "127.0.0.1.evil.example", "localhost", "[::1]", "0.0.0.0"] {
        let with_port = format!("{host}:{port}");
        for host in [host, &with_port] {
            if host != format!("127.0.0.1:{port}") && host != format!("localhost:{port}") {
                assert_eq!(status(&good, Some(&own), Some(host)).await, 403, "{host}");
                let line = format!("Host: {host}");
                assert!(program.http(&["GET / HTTP/1.1", &line]).starts_with("HTTP/1.1 403"), "{host}");
            }
        }
    }
    let mut short = token.clone();
    short.pop();
    let other: String = token.chars().rev().collect();
    for wrong in ["", "x", &short, &format!("{token}0"), &other, "%00"] {
        assert_eq!(status(&program.address(wrong, "main"), Some(&own), None).await, 403, "{wrong}");
    }
    assert_eq!(status(&format!("ws://127.0.0.1:{port}/ws"), Some(&own), None).await, 403);
    for name in ["", "a/b", "..", "x%20y", &"a".repeat(33)] {
        assert_eq!(status(&program.address(token, name), Some(&own), None).await, 400, "{name}");
    }
    let host = format!("Host: 127.0.0.1:{port}");
    assert!(program.http(&["GET / HTTP/1.1", &host, "Origin: http://evil.example"]).starts_with("HTTP/1.1 403"));
    for path in ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "/..%2fCargo.toml", "//etc/passwd", "/C:/Windows/win.ini"] {
        let answer = program.http(&[&format!("GET {path} HTTP/1.1"), &host]);
        assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
    }
    assert!(program.http(&["POST / HTTP/1.1", &host, "Content-Length: 0"]).starts_with("HTTP/1.1 405"));
    assert!(program.http(&["GET / HTTP/1.1"]).starts_with("HTTP/1.1 40"));
    let answer = program.http(&["GET / HTTP/1.1", &host]);
    assert!(answer.contains("content-security-policy: default-src 'none'; script-src 'self'"), "{answer}");
    game_goes_on(&mut page).await;
}

#[tokio::test]
async fn broken_pages_do_no_harm_and_memory_stays() {
    let program = Program::start();
    let mut page = game(&program).await;
    let mut memory = Vec::new();
    for round in 0..5 {
        let mut attacker = program.page("main").await;
        attacker.socket.send(Message::text("x".repeat(10 << 20))).await.ok();
        assert!([0, 1009].contains(&attacker.closing().await));
        game_goes_on(&mut page).await;

        let mut attacker = program.page("main").await;
        for _ in 0..1_000 {
            if attacker.socket.feed(Message::text(r#"{"do": "refresh"}"#)).await.is_err() {
                break;
            }
        }
        attacker.socket.flush().await.ok();
        assert!([0, 1008].contains(&attacker.closing().await));
        game_goes_on(&mut page).await;

        let mut attacker = program.page("main").await;
        for text in [
            "",
            "{",
            "[]",
            "null",
            "{\"do\": 5}",
            "{\"do\": \"fly\"}",
            "{\"do\": \"move\"}",
            "\u{0}",
            "{\"do\": \"move\", \"usi\": \"9z9z\"}",
            "{\"do\": \"go\", \"node\": -1}",
            "{\"do\": \"go\", \"node\": 0, \"x\": 1}",
        ] {
            attacker.socket.send(Message::text(text)).await.unwrap();
            let notice = attacker.wait("notice").await;
            assert_eq!(notice["key"], "bad_message", "{text}");
        }
        let deep = format!("{{\"do\": {}", "[".repeat(100_000));
        attacker.socket.send(Message::text(deep)).await.unwrap();
        assert_eq!(attacker.wait("notice").await["key"], "bad_message");
        let name = "長".repeat(500_000);
        attacker.say(json!({"do": "comment", "node": 0, "text": name})).await;
        attacker.wait("state").await;
        attacker.say(json!({"do": "load", "text": name})).await;
        assert_eq!(attacker.wait("notice").await["key"], "game_runs");
        attacker.socket.send(Message::binary(vec![0u8; 100])).await.unwrap();
        assert_eq!(attacker.closing().await, 1003);
        page.say(json!({"do": "comment", "node": 0, "text": ""})).await;
        game_goes_on(&mut page).await;

        // Two hundred connections: some are taken, none costs the page that is there.
        let own = format!("http://127.0.0.1:{}", program.port);
        let address = program.address(&program.token, "other");
        let (mut taken, mut refused) = (Vec::new(), 0);
        for _ in 0..200 {
            match connect(&address, Some(&own), None).await {
                Ok(socket) => taken.push(socket),
                Err(_) => refused += 1,
            }
        }
        assert!(taken.len() <= 63 && refused >= 137, "{} taken, {refused} refused", taken.len());
        game_goes_on(&mut page).await;
        drop(taken);
        let idle: Vec<TcpStream> =
            (0..200).filter_map(|_| TcpStream::connect(("127.0.0.1", program.port)).ok()).collect();
        game_goes_on(&mut page).await;
        drop(idle);
        tokio::time::sleep(Duration::from_millis(300)).await;
        // There is room again.
        program.page("other").await;
        memory.extend(program.memory());
        println!("round {round}: {:?} KiB", memory.last());
    }
    if let [first, .., last] = memory[..] {
        assert!(last < first + 8_192, "{memory:?} KiB");
    }
}

#[tokio::test]
async fn sessions_are_bounded_and_idle_ones_make_room() {
    let program = Program::start();
    let mut pages = Vec::new();
    for number in 0..16 {
        pages.push(program.page(&format!("s{number}")).await);
    }
    let own = format!("http://127.0.0.1:{}", program.port);
    let address = program.address(&program.token, "onemore");
    assert_eq!(status(&address, Some(&own), None).await, 503);
    pages.remove(0);
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(status(&address, Some(&own), None).await, 101);
}

#[tokio::test]
async fn a_page_that_does_not_read_is_given_up() {
    let program = Program::start();
    let mut page = program.page("main").await;
    page.say(json!({"do": "load", "text": "position startpos moves 7g7f 3c3d 6g6f 4c4d 5g5f 5c5d 4g4f 6c6d"})).await;
    page.wait("state").await;
    for node in 0..8 {
        page.say(json!({"do": "comment", "node": node, "text": "長".repeat(2_000)})).await;
        page.wait("state").await;
    }
    let mut deaf = program.page("main").await;
    for _ in 0..160 {
        // Every state, of 70 KB, is sent to both.
        for (command, side) in
            [(json!({"do": "step", "to": "back"}), "white"), (json!({"do": "step", "to": "on"}), "black")]
        {
            page.say(command).await;
            while page.wait("state").await["position"]["side"] != side {}
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
    deaf.closing().await;
}
