"""Two games in an XBoard window: see `run`."""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from judge import Fault, Judge  # noqa: E402

WOOD = "#F0C878"
LOOK = ["-pid", "/usr/share/games/xboard/themes/shogi", "-flipBlack", "true", "-trueColors", "true",
        "-liteBackTextureFile", "", "-darkBackTextureFile", "", "-useBoardTexture", "false",
        "-lightSquareColor", WOOD, "-darkSquareColor", WOOD, "-showCoords", "true", "-size", "Medium"]
RULES = ["-variant", "shogi", "-testLegality", "false", "-lpf", str(HERE / "annan.fen"),
         "-trivialDraws", "false", "-materialDraws", "false"]
# What the window measures once it has been asked for SIZE (a 73-pixel square, holdings on both sides).
SIZE, SQUARE, LEFT, BOTTOM = (960, 860), 73, 148, 763
MOUSE_MOVES = 6
BORROWED_WANTED = 3


class Display:
    """An X server nobody sees."""

    def __init__(self):
        read, write = os.pipe()
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "1000x800x24"],
            pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        self.name = ":" + os.fdopen(read).readline().strip()

    def close(self):
        self.process.terminate()
        self.process.wait()


class Window:
    """XBoard, its engines behind the adapter, and a log of all that the engines hear and say."""

    def __init__(self, display, engine, folder, name, engines, arguments):
        self.folder, self.name = folder, name
        self.home = tempfile.TemporaryDirectory()
        self.environment = {**os.environ, "DISPLAY": display.name, "HOME": self.home.name}
        self.logs = []
        command = ["xboard", *RULES, *LOOK, "-saveGameFile", str(folder / f"{name}.pgn"),
                   "-debug", "-nameOfDebugFile", str(folder / f"{name}.xboard.log"), *arguments]
        for which in engines:
            log = folder / f"{name}.{which}"
            script = Path(self.home.name) / f"engine-{which}"
            # Each start of the engine adds to the log: XBoard starts it anew for a new game.
            script.write_text(f"#!/bin/sh\ntee -a {log}.heard | {engine} | tee -a {log}.said\n")
            script.chmod(0o755)
            for suffix in ("heard", "said"):
                Path(f"{log}.{suffix}").write_text("")
            self.logs.append(log)
            command += [f"-{which[0]}cp", f"{HERE / 'adapter'} {script}"]
        (folder / f"{name}.pgn").unlink(missing_ok=True)
        self.process = subprocess.Popen(
            command, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def tool(self, *words):
        return subprocess.run(["xdotool", *map(str, words)], env=self.environment,
                              capture_output=True, text=True, check=False).stdout.split()

    def grow(self):
        for _ in range(50):
            found = self.tool("search", "--onlyvisible", "--class", "xboard")
            if found:
                break
            time.sleep(0.2)
        else:
            raise Fault("no XBoard window")
        time.sleep(2)
        self.tool("windowsize", found[0], *SIZE)
        self.tool("windowfocus", found[0])
        time.sleep(1)

    def shot(self, label):
        subprocess.run(["import", "-window", "root", str(self.folder / f"{self.name}-{label}.png")],
                       env=self.environment, check=True)

    def square(self, name):
        """Screen position of a square in USI's name; Black (sente) sits at the bottom."""
        file, rank = 9 - int(name[0]), "ihgfedcba".index(name[1])
        return LEFT + file * SQUARE + SQUARE // 2, BOTTOM - rank * SQUARE - SQUARE // 2

    def drag(self, move):
        self.tool("mousemove", *self.square(move[:2]), "mousedown", 1)
        time.sleep(0.2)
        self.tool("mousemove", *self.square(move[2:4]))
        time.sleep(0.2)
        self.tool("mouseup", 1)

    def heard(self, log):
        return Path(f"{log}.heard").read_text().splitlines()

    def moves(self):
        """The game so far by XBoard's own log: what engines moved, and what the mouse moved."""
        pattern = r"(?:<(?:first |second): move "
        if len(self.logs) == 1:
            pattern += r"|>first : (?:usermove )?"
        pattern += r")([a-i][1-9][a-i][1-9]|[PLNSGBR]@[a-i][1-9])([+=]?)\s*$"
        log = self.folder / f"{self.name}.xboard.log"
        return [to_usi(*found) for found in re.findall(pattern, log.read_text(errors="replace"), re.MULTILINE)]

    def close(self):
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(timeout=10)
        self.home.cleanup()


def check_variant(window):
    """Nothing may switch the engine away from Annan."""
    for log in window.logs:
        for line in window.heard(log):
            if "variant" in line.lower() and not re.search(r"value (annan|annanshogi)$", line):
                raise Fault(f"the adapter sends {line}")


def match(display, engine, folder):
    window = Window(display, engine, folder, "match", ("first", "second"),
                    ["-mg", "1", "-tc", "1", "-inc", "1"])
    judge = Judge()
    try:
        window.grow()
        pgn = folder / "match.pgn"
        deadline = time.monotonic() + 480
        shots = 0
        while not (pgn.exists() and "[Result" in pgn.read_text()):
            if time.monotonic() > deadline or window.process.poll() is not None:
                raise Fault(f"no end of the game; {len(window.moves())} plies")
            if shots < 30:
                shots += 1
                window.shot(f"{shots:02}")
            time.sleep(2)
        time.sleep(1)
        window.shot("end")
        moves = window.moves()
        state = judge.line(moves)
        check_variant(window)
        result = re.search(r'\[Result "(.*)"\]', pgn.read_text()).group(1)
        ending = re.findall(r"\{([^{}]*)\}", pgn.read_text())[-1]
        if len(moves) < 20 or result == "*":
            raise Fault(f"{len(moves)} plies, result {result}: no game")
        print(f"ok   match: {len(moves)} plies, all legal; {result} ({ending}); "
              f"by the rules: {state['end'] or 'not over'}")
    finally:
        window.close()
        judge.close()


def mouse(display, engine, folder):
    window = Window(display, engine, folder, "mouse", ("first",), ["-st", "0:03"])
    judge, finder = Judge(), subprocess.Popen(
        ["node", str(HERE / "borrowed.mjs")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    moves, borrowed = [], 0
    try:
        window.grow()
        window.shot("0")
        for turn in range(1, MOUSE_MOVES + 1):
            finder.stdin.write(json.dumps(moves) + "\n")
            finder.stdin.flush()
            choice = json.loads(finder.stdout.readline())
            move = (choice["borrowed"] or choice["plain"])[0]
            borrowed += bool(choice["borrowed"])
            window.drag(move)
            moves.append(move)
            window.shot(f"{turn}a")
            moves.append(reply(window, moves))
            judge.line(moves)
            time.sleep(1)
            window.shot(f"{turn}b")
        check_variant(window)
        if borrowed < BORROWED_WANTED:
            raise Fault(f"only {borrowed} borrowed moves found")
        print(f"ok   mouse: {' '.join(moves)}; {borrowed} of {MOUSE_MOVES} mouse moves borrowed")
    finally:
        window.close()
        judge.close()
        finder.stdin.close()


def reply(window, moves):
    """The engine's answer to `moves`; the engine must have been given just these."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        played = window.moves()
        if len(played) > len(moves):
            asked = "moves " + " ".join(moves)
            if not any(line.endswith(asked) for line in window.heard(window.logs[0])):
                raise Fault(f"the engine was not asked about {asked}")
            return played[len(moves)]
        time.sleep(0.3)
    raise Fault(f"no answer to {' '.join(moves)}; heard {window.heard(window.logs[0])[-3:]}")


def to_usi(move, suffix):
    def square(text):
        return f"{10 - (ord(text[0]) - ord('a') + 1)}{'ihgfedcba'[int(text[1]) - 1]}"
    if move[1] == "@":
        return f"{move[0]}*{square(move[2:])}"
    return square(move[:2]) + square(move[2:4]) + ("+" if suffix == "+" else "")


def main(engine, folder):
    folder = Path(folder).resolve()
    display = Display()
    failed = 0
    try:
        for game in (match, mouse):
            try:
                game(display, engine, folder)
            except Fault as fault:
                print(f"FAIL {game.__name__}: {fault}")
                failed += 1
    finally:
        display.close()
    print(f"screenshots and logs: {folder}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
