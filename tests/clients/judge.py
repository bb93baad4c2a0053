"""The judge of judge.mjs as a Python object, and the error that every check raises."""

import json
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent


class Fault(Exception):
    """Something that a client would have choked on."""


class Judge:
    def __init__(self):
        self.process = subprocess.Popen(
            ["node", str(HERE / "judge.mjs")],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
        )
        self.moves_judged = 0

    def line(self, moves, line=(), sfen=None):
        """Judges `line`, played after `moves`; raises Fault at the first bad move."""
        request = {"sfen": sfen, "moves": list(moves), "line": list(line)}
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        reply = self.process.stdout.readline()
        if not reply:
            raise Fault("the judge died")
        reply = json.loads(reply)
        if not reply["ok"]:
            raise Fault(f"{reply['move']}: {reply['why']} (move {reply['at'] + 1} of "
                        f"{' '.join(line) or '-'} after {sfen or 'startpos'} moves {' '.join(moves)})")
        self.moves_judged += len(line)
        return reply

    def close(self):
        self.process.stdin.close()
        self.process.wait(timeout=10)
