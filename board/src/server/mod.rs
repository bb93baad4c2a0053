//! The server: the page and the WebSocket, on 127.0.0.1 alone.

mod board;
mod guard;
mod hub;
mod listener;
mod page;
mod socket;

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use axum::Router;
use axum::middleware;
use axum::routing::get;
use tokio::net::TcpListener;

use crate::seat::Factory;
use guard::Guard;
use hub::Hub;
use listener::Limited;

/// The port that is tried first, so that the browser finds again what it remembers of this address.
const USUAL_PORT: u16 = 8309;

/// How the server is to run.
pub struct Options {
    /// The port; a usual one, or else any free one, if there is none.
    pub port: Option<u16>,
    /// Whether it stays when the last page has been closed.
    pub stay: bool,
    /// How long after the last page has been closed it ends.
    pub linger: Duration,
    /// Who searches.
    pub searchers: Factory,
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    guard: Arc<Guard>,
    hub: Arc<Hub>,
    stay: bool,
    linger: Duration,
}

impl Server {
    /// Takes the port.
    ///
    /// # Errors
    ///
    /// If the port is taken, or the system gives no random numbers.
    pub async fn bind(options: Options) -> anyhow::Result<Self> {
        let listen = |port| TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
        let listener = match options.port {
            Some(port) => listen(port).await.with_context(|| format!("port {port} of 127.0.0.1 cannot be used"))?,
            None => match listen(USUAL_PORT).await {
                Ok(listener) => listener,
                Err(_) => listen(0).await.context("no port of 127.0.0.1 can be used")?,
            },
        };
        let port = listener.local_addr().context("the port is not known")?.port();
        let guard = Arc::new(Guard::new(port)?);
        let hub = Arc::new(Hub::new(options.searchers));
        Ok(Self { listener, guard, hub, stay: options.stay, linger: options.linger })
    }

    /// The address of the page, with its token.
    pub fn address(&self) -> String {
        self.guard.address()
    }

    /// Serves until the last page has been closed for a while, or for ever.
    ///
    /// # Errors
    ///
    /// If the system does not let it listen any more.
    pub async fn serve(self) -> anyhow::Result<()> {
        let state = socket::State { guard: Arc::clone(&self.guard), hub: Arc::clone(&self.hub) };
        let router = Router::new()
            .route("/ws", get(socket::connect))
            .fallback(page::serve)
            .layer(middleware::from_fn_with_state(Arc::clone(&self.guard), guard::check))
            .with_state(state);
        let served = axum::serve(Limited::new(self.listener), router);
        tokio::select! {
            served = served => served.context("the server ended"),
            () = self.hub.deserted(self.linger), if !self.stay => Ok(()),
        }
    }
}
