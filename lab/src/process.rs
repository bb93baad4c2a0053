//! A program behind two pipes: lines in, lines with time stamps out, and no waiting without a deadline.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Longest line that is kept, in bytes; what comes beyond is thrown away.
const LONGEST_LINE: usize = 64 * 1024;
/// Lines that may wait to be read. A program that writes more is held up, not the lab's memory filled.
const WAITING_LINES: usize = 4096;
/// Lines of standard error that are kept to explain an end.
const KEPT_ERRORS: usize = 8;
/// The flag of Windows for what its name says.
#[cfg(windows)]
const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
/// How often an ending program is looked at.
const POLL: Duration = Duration::from_millis(2);

/// A line that a program wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// When it had been read.
    pub at: Instant,
    /// Its text without the newline; bytes that are not UTF-8 are replaced.
    pub text: String,
    /// Whether it ended with a newline, as every line does but the last one of a program that ends in the middle of it.
    pub whole: bool,
}

/// What there is to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line.
    Line(Line),
    /// Nothing until the deadline.
    Nothing,
    /// Nothing more will come: the program closed its output, or ended.
    End,
}

/// A running program. It is ended when this value is dropped, and so, where there are process groups that end as one (not on
/// Windows), is every program that it started in its group.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Line>,
    /// Lines that came while the end was waited for.
    pending: VecDeque<Line>,
    errors: Arc<Mutex<VecDeque<String>>>,
    /// Disconnected when standard error has ended.
    errors_end: Receiver<()>,
}

impl Process {
    /// Starts a program given by its name and its arguments; see [`Process::spawn`].
    ///
    /// # Errors
    ///
    /// If the program cannot be started.
    pub fn start(command: &[String]) -> io::Result<Self> {
        let (program, arguments) =
            command.split_first().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "no program is named"))?;
        let mut command = Command::new(program);
        command.args(arguments);
        Self::spawn(command)
    }

    /// Starts a program.
    ///
    /// It gets a process group of its own, so that a Ctrl-C meant for the lab does not end it in the middle of a game.
    ///
    /// # Errors
    ///
    /// If the program cannot be started.
    pub fn spawn(mut command: Command) -> io::Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        #[cfg(windows)]
        std::os::windows::process::CommandExt::creation_flags(&mut command, CREATE_NEW_PROCESS_GROUP);
        let mut child = command.spawn()?;
        let (sender, lines) = sync_channel(WAITING_LINES);
        if let Some(output) = child.stdout.take() {
            thread::Builder::new().name("output of an engine".to_owned()).spawn(move || pass_on(output, &sender))?;
        }
        let errors = Arc::new(Mutex::new(VecDeque::new()));
        let (end, errors_end) = sync_channel::<()>(0);
        if let Some(output) = child.stderr.take() {
            let kept = Arc::clone(&errors);
            thread::Builder::new().name("errors of an engine".to_owned()).spawn(move || {
                keep(output, &kept);
                drop(end);
            })?;
        }
        let input = child.stdin.take();
        Ok(Self { child, input, lines, pending: VecDeque::new(), errors, errors_end })
    }

    /// The number by which the system knows the program.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Writes one line.
    ///
    /// # Errors
    ///
    /// If the program does not read any more.
    pub fn send(&mut self, line: &str) -> io::Result<()> {
        self.send_raw(format!("{line}\n").as_bytes())
    }

    /// Writes these bytes.
    ///
    /// # Errors
    ///
    /// If the program does not read any more.
    pub fn send_raw(&mut self, bytes: &[u8]) -> io::Result<()> {
        let input = self.input.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        input.write_all(bytes)?;
        input.flush()
    }

    /// Closes the program's input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line, waited for until the deadline.
    pub fn read(&mut self, deadline: Instant) -> Heard {
        if let Some(line) = self.pending.pop_front() {
            return Heard::Line(line);
        }
        match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(line) => Heard::Line(line),
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        }
    }

    /// Everything that can be read without waiting.
    pub fn drain(&mut self) -> Vec<Line> {
        self.pending.extend(self.lines.try_iter());
        self.pending.drain(..).collect()
    }

    /// The last lines that the program wrote to standard error; waits until there can be no more, or until the deadline.
    pub fn errors(&self, deadline: Instant) -> Vec<String> {
        // Nothing is ever sent: this ends by the disconnection or the deadline.
        let _ = self.errors_end.recv_timeout(deadline.saturating_duration_since(Instant::now()));
        self.errors.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// How the program ended, if it does so until the deadline.
    pub fn wait(&mut self, deadline: Instant) -> Option<ExitStatus> {
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            // A program that writes on while it ends must not be held up.
            self.pending.extend(self.lines.try_iter());
            if Instant::now() >= deadline {
                return None;
            }
            thread::sleep(POLL);
        }
    }

    /// Ends the program, and its process group, at once.
    pub fn kill(&mut self) {
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw)
            && matches!(self.child.try_wait(), Ok(None))
        {
            // It may have ended by itself since.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Asks the program to end by `quit` and the end of its input, and ends it when it has not done so after `patience`.
    pub fn quit(mut self, patience: Duration) {
        // It may be gone already.
        let _ = self.send("quit");
        self.close_input();
        self.wait(Instant::now() + patience);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Passes lines on until the output ends or nobody listens any more.
fn pass_on(output: impl Read, lines: &SyncSender<Line>) {
    let mut output = BufReader::new(output);
    while let Some((text, whole)) = next_line(&mut output) {
        if lines.send(Line { at: Instant::now(), text, whole }).is_err() {
            return;
        }
    }
}

/// Keeps the last lines.
fn keep(output: impl Read, kept: &Mutex<VecDeque<String>>) {
    let mut output = BufReader::new(output);
    while let Some((text, _)) = next_line(&mut output) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == KEPT_ERRORS {
            kept.pop_front();
        }
        kept.push_back(text);
    }
}

/// The next line and whether it is whole, or `None` at the end.
fn next_line(output: &mut impl BufRead) -> Option<(String, bool)> {
    let mut bytes = Vec::new();
    loop {
        let available = match output.fill_buf() {
            Ok(available) => available,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return None,
        };
        if available.is_empty() {
            return (!bytes.is_empty()).then(|| (text_of(&bytes), false));
        }
        let end = available.iter().position(|&byte| byte == b'\n');
        let part = &available[..end.unwrap_or(available.len())];
        let room = LONGEST_LINE - bytes.len();
        bytes.extend_from_slice(&part[..part.len().min(room)]);
        let used = part.len() + usize::from(end.is_some());
        output.consume(used);
        if end.is_some() {
            return Some((text_of(&bytes), true));
        }
    }
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(10)
    }

    #[test]
    fn lines_come_whole_and_overlong_ones_are_cut() {
        let text = format!("one\r\n\n{}\nlast", "x".repeat(3 * LONGEST_LINE));
        let mut input = text.as_bytes();
        assert_eq!(next_line(&mut input).unwrap(), ("one\r".to_owned(), true));
        assert_eq!(next_line(&mut input).unwrap(), (String::new(), true));
        assert_eq!(next_line(&mut input).unwrap().0.len(), LONGEST_LINE);
        assert_eq!(next_line(&mut input).unwrap(), ("last".to_owned(), false));
        assert_eq!(next_line(&mut input), None);
    }

    #[test]
    fn a_program_that_cannot_be_started_is_an_error() {
        assert!(Process::start(&["/no/such/program".to_owned()]).is_err());
        assert!(Process::start(&[]).is_err());
    }

    #[test]
    #[cfg_attr(windows, ignore = "talks to a shell")]
    fn talking_silence_and_end() {
        let command = ["sh", "-c", "read x; echo got $x; echo why >&2; read x; exit 3"].map(str::to_owned);
        let mut process = Process::start(&command).unwrap();
        assert_eq!(process.read(Instant::now()), Heard::Nothing);
        process.send("this").unwrap();
        let Heard::Line(line) = process.read(soon()) else { panic!("no line") };
        assert_eq!(line.text, "got this");
        process.close_input();
        assert_eq!(process.read(soon()), Heard::End);
        assert_eq!(process.wait(soon()).unwrap().code(), Some(3));
        assert_eq!(process.errors(soon()), ["why"]);
        assert!(process.send("more").is_err());
    }

    #[test]
    #[cfg_attr(windows, ignore = "talks to a shell")]
    fn a_program_that_does_not_end_is_ended() {
        let mut process = Process::start(&["sh", "-c", "sleep 1000 | sleep 1000"].map(str::to_owned)).unwrap();
        assert!(process.wait(Instant::now() + Duration::from_millis(20)).is_none());
        process.kill();
        assert_eq!(process.read(soon()), Heard::End, "what it started has ended too");
    }
}
