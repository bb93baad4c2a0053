//! The page, which is part of the program.

use axum::http::header::{self, HeaderValue};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../web/dist"]
#[allow_missing = true]
struct Page;

/// Gives out a file of the page. Nothing but these files can be named.
pub async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return super::guard::refuse(StatusCode::METHOD_NOT_ALLOWED, "a page is only read");
    }
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    let Some(file) = Page::get(path) else {
        return super::guard::refuse(StatusCode::NOT_FOUND, "there is no such file");
    };
    let tag: String = file.metadata.sha256_hash().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let mut response = file.data.into_response();
    let known = response.headers_mut();
    let sort = HeaderValue::from_str(file.metadata.mimetype());
    known.insert(header::CONTENT_TYPE, sort.unwrap_or(HeaderValue::from_static("application/octet-stream")));
    known.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        known.insert(header::ETAG, tag);
    }
    response
}
