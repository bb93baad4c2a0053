//! The protocol: USI on standard input and output. The only place that reads or prints it.
//!
//! | module | |
//! |---|---|
//! | `parse`, `go` | from a line to a command |
//! | `error` | what can be wrong with a line |
//! | `table`, `row`, `options`, `document` | the options: declared once, their types, their values, their description |
//! | `session` | which line is obeyed when |
//! | `worker` | the thread that searches |
//! | `mate` | `go mate` |
//! | `report`, `output` | from what a search reports to lines, and the log |

mod document;
mod error;
mod go;
mod mate;
mod options;
mod output;
mod parse;
mod report;
mod row;
mod session;
mod table;
mod worker;

use std::borrow::Cow;
use std::io::{self, BufRead};
use std::panic;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Instant;

use encoding_rs::SHIFT_JIS;
use output::Output;
use session::{Event, Session};

pub use document::options_document;

/// Talks USI on standard input and output until `quit` or the end of the input.
///
/// # Errors
///
/// If no thread can be had.
pub fn run() -> io::Result<()> {
    let (session, events) = start()?;
    thread::Builder::new().name("input".to_owned()).spawn(move || read_lines(&events))?;
    session.run();
    Ok(())
}

/// Obeys one command, as if it were a line of the protocol, to its end, and prints what it prints.
///
/// # Errors
///
/// If no thread can be had.
pub fn run_command(line: &str) -> io::Result<()> {
    let (session, _events) = start()?;
    session.run_one(line);
    Ok(())
}

fn start() -> io::Result<(Session, Sender<Event>)> {
    // Panics are caught where they do no harm; standard error stays empty unless diagnostics are asked for.
    panic::set_hook(Box::new(|info| log::error!("{info}")));
    let (events, heard) = channel();
    let output = Output::new(Box::new(io::stdout()));
    let jobs = worker::start(output.clone(), events.clone())?;
    Ok((Session::new(output, jobs, heard), events))
}

/// The text of a line, whatever its bytes are: UTF-8, or else Shift-JIS, in which ShogiDokoro and ShogiGUI send the names of
/// files on a Japanese Windows. What is neither is replaced.
fn text_of(bytes: &[u8]) -> String {
    let text = str::from_utf8(bytes).map_or_else(|_| SHIFT_JIS.decode_without_bom_handling(bytes).0, Cow::from);
    text.trim_end_matches(['\r', '\n']).to_owned()
}

/// Passes on what comes in, until it ends.
fn read_lines(events: &Sender<Event>) {
    let mut input = io::stdin().lock();
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match input.read_until(b'\n', &mut bytes) {
            Ok(0) => break,
            Ok(_) => {
                if events.send(Event::Line(text_of(&bytes), Instant::now())).is_err() {
                    return;
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                log::warn!("input: {error}");
                break;
            }
        }
    }
    // The session may have ended by itself.
    let _ = events.send(Event::EndOfInput);
}

#[cfg(test)]
mod tests {
    use super::text_of;

    #[test]
    fn lines_are_utf_8_or_shift_jis_or_survived() {
        assert_eq!(text_of("C:\\将棋 1\\表.log\r\n".as_bytes()), "C:\\将棋 1\\表.log");
        assert_eq!(text_of(b"C:\\\x8f\xab\x8a\xfb 1\\\x95\\.log\r\n"), "C:\\将棋 1\\表.log");
        assert_eq!(text_of(b"\xff\xfd stop\n"), "\u{fffd}\u{fffd} stop");
        assert_eq!(text_of(b"\xe6"), "\u{fffd}");
        assert_eq!(text_of(b""), "");
    }
}
