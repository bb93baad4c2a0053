//! The WebSocket of a page.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::rejection::QueryRejection;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{self, Query};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use tokio::sync::mpsc;

use super::board::{Input, WAITING_OUTPUT};
use super::guard::{Guard, refuse};
use super::hub::{Hub, Visit, is_name};

/// The longest message of a page, in bytes.
const LONGEST_MESSAGE: usize = 2 << 20;
/// How many messages a page may send at once.
const BURST: f64 = 200.0;
/// How many messages a page may send in a second for long.
const RATE: f64 = 50.0;
/// How long a page has to take a message before it is given up.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long it may take to say that a page is closed.
const FAREWELL: Duration = Duration::from_secs(1);
/// Time between two pings, whose answers show that the page is still there.
const PING: Duration = Duration::from_secs(10);

/// What the server's handlers share.
#[derive(Clone)]
pub struct State {
    /// Who may come in.
    pub guard: Arc<Guard>,
    /// The sessions.
    pub hub: Arc<Hub>,
}

/// How a page introduces itself.
#[derive(Deserialize)]
pub struct Introduction {
    token: String,
    #[serde(default = "main_session")]
    session: String,
}

fn main_session() -> String {
    "main".to_owned()
}

/// Lets a page in that has the token.
pub async fn connect(
    extract::State(state): extract::State<State>,
    introduction: Result<Query<Introduction>, QueryRejection>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let introduction = introduction.ok().filter(|introduction| state.guard.is_token(&introduction.token));
    let Some(Query(introduction)) = introduction.filter(|_| state.guard.is_own_page(&headers)) else {
        return refuse(StatusCode::FORBIDDEN, "open the address that nanboku-board has printed");
    };
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => return rejection.into_response(),
    };
    if !is_name(&introduction.session) {
        return refuse(StatusCode::BAD_REQUEST, "a session has a name of 1 to 32 letters and digits");
    }
    let Some(visit) = state.hub.visit(&introduction.session) else {
        return refuse(StatusCode::SERVICE_UNAVAILABLE, "there are too many pages");
    };
    upgrade
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE)
        .on_upgrade(move |socket| talk(socket, visit))
}

/// Why a connection is closed.
type Closing = (u16, &'static str);

/// Carries messages between a page and its session until one of them ends it. Neither direction waits for the other.
async fn talk(socket: WebSocket, visit: Visit) {
    let (mut write, mut read) = socket.split();
    let (to, mut told) = mpsc::channel(WAITING_OUTPUT);
    if visit.board.send(Input::Join { page: visit.page, to }).await.is_err() {
        return;
    }
    let closing = tokio::select! {
        closing = listen(&mut read, &visit) => closing,
        closing = speak(&mut write, &mut told) => closing,
    };
    if let Some((code, reason)) = closing {
        let frame = CloseFrame { code, reason: reason.into() };
        // It goes in any case.
        let _ = tokio::time::timeout(FAREWELL, write.send(Message::Close(Some(frame)))).await;
    }
}

/// Passes on what the page says, until it goes or has to be closed.
async fn listen(read: &mut SplitStream<WebSocket>, visit: &Visit) -> Option<Closing> {
    let mut rate = Rate::new();
    while let Some(said) = read.next().await {
        if !rate.admits() {
            return Some((close_code::POLICY, "too many messages"));
        }
        match said {
            Ok(Message::Text(text)) => {
                if visit.board.send(Input::Said { page: visit.page, text }).await.is_err() {
                    return Some((close_code::AWAY, "the session has ended"));
                }
            }
            Ok(Message::Binary(_)) => return Some((close_code::UNSUPPORTED, "messages are text")),
            Ok(Message::Ping(_) | Message::Pong(_)) => {}
            Ok(Message::Close(_)) => return None,
            Err(error) => return is_too_long(&error).then_some((close_code::SIZE, "a message is too long")),
        }
    }
    None
}

/// Passes on what the page is told, and asks now and then whether it is still there.
async fn speak(write: &mut SplitSink<WebSocket, Message>, told: &mut mpsc::Receiver<Utf8Bytes>) -> Option<Closing> {
    let mut pings = tokio::time::interval_at(tokio::time::Instant::now() + PING, PING);
    loop {
        let message = tokio::select! {
            text = told.recv() => match text {
                Some(text) => Message::Text(text),
                None => return Some((close_code::POLICY, "messages were not read")),
            },
            _ = pings.tick() => Message::Ping(Bytes::new()),
        };
        let sent = tokio::time::timeout(PATIENCE, write.send(message)).await;
        if !matches!(sent, Ok(Ok(()))) {
            return None;
        }
    }
}

/// Whether a message was refused for its length.
fn is_too_long(error: &axum::Error) -> bool {
    let mut source = std::error::Error::source(error);
    while let Some(error) = source {
        if error.to_string().contains("too long") {
            return true;
        }
        source = error.source();
    }
    false
}

/// Counts messages: a bucket of tokens that fills at a steady rate.
struct Rate {
    tokens: f64,
    at: Instant,
}

impl Rate {
    fn new() -> Self {
        Self { tokens: BURST, at: Instant::now() }
    }

    fn admits(&mut self) -> bool {
        let now = Instant::now();
        self.tokens = (self.tokens + (now - self.at).as_secs_f64() * RATE).min(BURST);
        self.at = now;
        self.tokens -= 1.0;
        self.tokens >= 0.0
    }
}
