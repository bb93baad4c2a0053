//! Who may talk to the server: pages from its own address that know the token.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderValue};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// What the server calls itself, and its secret.
pub struct Guard {
    port: u16,
    token: String,
    policy: HeaderValue,
}

impl Guard {
    /// A guard with a new token.
    ///
    /// # Errors
    ///
    /// If the system gives no random numbers.
    pub fn new(port: u16) -> anyhow::Result<Self> {
        let mut bytes = [0u8; 16];
        getrandom::fill(&mut bytes)?;
        let token: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        // A page may load and do what it came with, and talk to this server; nothing else.
        let policy = format!(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; \
             manifest-src 'self'; connect-src 'self' ws://127.0.0.1:{port} ws://localhost:{port}; base-uri 'none'; \
             form-action 'none'; frame-ancestors 'none'"
        );
        Ok(Self { port, token, policy: HeaderValue::from_str(&policy)? })
    }

    /// The address of the page, with the token.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/#{}", self.port, self.token)
    }

    fn is_own_host(&self, host: &str) -> bool {
        ["127.0.0.1", "localhost"].iter().any(|name| host == format!("{name}:{}", self.port))
    }

    /// Whether a request names this server as its host, and comes from no other page than its own.
    fn admits(&self, headers: &HeaderMap) -> bool {
        let own_host = single(headers, header::HOST).is_some_and(|host| self.is_own_host(host));
        own_host && (headers.get(header::ORIGIN).is_none() || self.is_own_page(headers))
    }

    /// Whether a request says that it comes from a page of this server.
    pub fn is_own_page(&self, headers: &HeaderMap) -> bool {
        let origin = single(headers, header::ORIGIN).and_then(|origin| origin.strip_prefix("http://"));
        origin.is_some_and(|host| self.is_own_host(host))
    }

    /// Whether this is the token. Takes the same time wherever it differs.
    pub fn is_token(&self, token: &str) -> bool {
        let differs = token.bytes().zip(self.token.bytes()).fold(0, |differs, (a, b)| differs | a ^ b);
        token.len() == self.token.len() && differs == 0
    }
}

/// The value of a header that is there once.
fn single(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (Some(value), None) => value.to_str().ok(),
        _ => None,
    }
}

/// Refuses a request that is not for this server or comes from elsewhere, and says in every answer what a page may do.
pub async fn check(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let mut response = if guard.admits(request.headers()) {
        next.run(request).await
    } else {
        refuse(StatusCode::FORBIDDEN, "this server talks to its own page alone")
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, guard.policy.clone());
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// An answer that refuses, and ends the connection.
pub fn refuse(status: StatusCode, why: &'static str) -> Response {
    (status, [(header::CONNECTION, "close")], why).into_response()
}
