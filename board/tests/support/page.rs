//! Pages made of tests, and the program that serves them.

#![allow(dead_code)] // Each test uses its part.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::{HeaderValue, header};
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// How long a test waits for an answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// The program, running.
pub struct Program {
    pub child: Child,
    pub port: u16,
    pub token: String,
}

impl Program {
    pub fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_nanboku-board"))
            .args(["--no-open", "--stay", "--port", "0"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let (port, token) = split(line.split_whitespace().last().unwrap());
        Self { child, port, token }
    }

    pub fn address(&self, token: &str, session: &str) -> String {
        format!("ws://127.0.0.1:{}/ws?token={token}&session={session}", self.port)
    }

    pub async fn page(&self, session: &str) -> Page {
        Page::open(self.port, &self.token, session).await.unwrap()
    }

    /// What the server says to an HTTP request with these lines.
    pub fn http(&self, lines: &[&str]) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let request = format!("{}\r\nConnection: close\r\n\r\n", lines.join("\r\n"));
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Resident memory, in kibibytes, where the system tells it.
    pub fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Port and token of an address.
pub fn split(address: &str) -> (u16, String) {
    let (place, token) = address.trim().split_once("/#").unwrap();
    (place.rsplit_once(':').unwrap().1.parse().unwrap(), token.to_owned())
}

/// A page.
pub struct Page {
    pub socket: WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>,
    /// The last state.
    pub state: Value,
}

impl Page {
    pub async fn open(port: u16, token: &str, session: &str) -> Result<Self, tungstenite::Error> {
        let address = format!("ws://127.0.0.1:{port}/ws?token={token}&session={session}");
        let socket = connect(&address, Some(&format!("http://127.0.0.1:{port}")), None).await?;
        let mut page = Self { socket, state: Value::Null };
        page.wait("state").await;
        Ok(page)
    }

    pub async fn say(&mut self, command: Value) {
        self.socket.send(Message::text(command.to_string())).await.unwrap();
    }

    /// The next event; `None` when the connection has ended.
    pub async fn hear(&mut self) -> Option<Value> {
        loop {
            let message = tokio::time::timeout(PATIENCE, self.socket.next()).await.expect("nothing is heard")?;
            match message {
                Ok(Message::Text(text)) => {
                    let event: Value = serde_json::from_str(&text).unwrap();
                    if event["type"] == "state" {
                        self.state = event.clone();
                    }
                    return Some(event);
                }
                Ok(Message::Ping(_) | Message::Pong(_)) => {}
                _ => return None,
            }
        }
    }

    /// The next event of this type.
    pub async fn wait(&mut self, sort: &str) -> Value {
        let found = async {
            loop {
                let event = self.hear().await.unwrap_or_else(|| panic!("the connection ended before {sort}"));
                if event["type"] == sort {
                    return event;
                }
            }
        };
        tokio::time::timeout(PATIENCE, found).await.unwrap_or_else(|_| panic!("no {sort} comes"))
    }

    /// The code with which the connection is closed; 0 if it just ends.
    pub async fn closing(&mut self) -> u16 {
        let closed = async {
            loop {
                match self.socket.next().await {
                    Some(Ok(Message::Close(frame))) => return frame.map_or(0, |frame| frame.code.into()),
                    Some(Ok(_)) => {}
                    Some(Err(_)) | None => return 0,
                }
            }
        };
        tokio::time::timeout(PATIENCE, closed).await.expect("it stays open")
    }
}

/// A WebSocket with these headers.
pub async fn connect(
    address: &str,
    origin: Option<&str>,
    host: Option<&str>,
) -> Result<WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>, tungstenite::Error> {
    let mut request = address.into_client_request()?;
    if let Some(origin) = origin {
        request.headers_mut().insert(header::ORIGIN, HeaderValue::from_str(origin).unwrap());
    }
    if let Some(host) = host {
        request.headers_mut().insert(header::HOST, HeaderValue::from_str(host).unwrap());
    }
    connect_async(request).await.map(|(socket, _)| socket)
}

/// The status with which a WebSocket is refused; 101 if it is not, 0 if the connection ends.
pub async fn status(address: &str, origin: Option<&str>, host: Option<&str>) -> u16 {
    match connect(address, origin, host).await {
        Ok(_) => 101,
        Err(tungstenite::Error::Http(response)) => response.status().as_u16(),
        Err(_) => 0,
    }
}
