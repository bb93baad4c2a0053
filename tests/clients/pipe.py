"""The engine at the end of a bare pipe: no library between the test and its lines."""

import queue
import subprocess
import tempfile
import threading
import time

from info import check_line, parse_bestmove, parse_info
from judge import Fault


class Answer:
    """What came back for one `go`."""

    def __init__(self, lines):
        self.infos = [parse_info(line) for line in lines if line.startswith("info ")]
        self.bestmove, self.ponder = parse_bestmove(lines[-1])
        others = [line for line in lines[:-1] if not line.startswith("info ")]
        if others:
            raise Fault(f"neither info nor bestmove during a search: {others[0]}")

    @property
    def pvs(self):
        return [info["pv"] for info in self.infos if "pv" in info]

    def check_last_info(self):
        """The last line (with MultiPV: the last of rank 1) explains the move: depth, exact score, pv."""
        if self.bestmove == "resign":
            return
        first_rank = [i for i, info in enumerate(self.infos) if info.get("multipv", 1) == 1]
        last = self.infos[first_rank[-1]] if first_rank else {}
        if "depth" not in last or "score" not in last or last.get("bound") or last.get("pv", [""])[0] != self.bestmove:
            raise Fault(f"the last info line does not explain bestmove {self.bestmove}: {last}")


class Pipe:
    def __init__(self, engine):
        self.stderr = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.stderr)
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for raw in self.process.stdout:
            self.lines.put(raw)
        self.lines.put(None)

    def send(self, line):
        try:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        except OSError as error:
            raise Fault(f"the engine is gone, cannot send: {line}") from error

    def until(self, word, seconds):
        """All lines up to the one that begins with `word`."""
        deadline = time.monotonic() + seconds
        got = []
        while True:
            try:
                raw = self.lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise Fault(f"no {word} within {seconds} s; got {got[-3:]}") from None
            if raw is None:
                raise Fault(f"the engine ended while {word} was awaited; got {got[-3:]}")
            line = raw.decode("latin-1").removesuffix("\n")
            check_line(line)
            got.append(line)
            if line.split(" ")[0] == word:
                return got

    def silent(self, seconds):
        """Nothing may come for so long."""
        try:
            line = self.lines.get(timeout=seconds)
        except queue.Empty:
            return
        raise Fault(f"unasked line: {line!r}")

    def go(self, command, seconds=20.0):
        self.send(command)
        return Answer(self.until("bestmove", seconds))

    def quit(self):
        self.send("quit")
        try:
            code = self.process.wait(timeout=10.0)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise Fault("still running 10 s after quit") from None
        if code != 0:
            raise Fault(f"exit code {code} after quit")
        self.stderr.seek(0)
        noise = self.stderr.read()
        if noise:
            raise Fault(f"stderr is not empty: {noise[:200]!r}")

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
