"""`info` and `bestmove` lines, read strictly."""

import re

from judge import Fault

NUMBERS = {"depth", "seldepth", "nodes", "nps", "hashfull", "time", "multipv", "currmovenumber"}
MOVE = re.compile(r"^(?:[1-9][a-i][1-9][a-i]\+?|[PLNSGBR]\*[1-9][a-i])$")
# A pv of hundreds of moves is a runaway, and older adapters read lines into small buffers.
LONGEST = 4000


def check_line(line):
    """What holds for every line that an engine prints."""
    if not line.isascii():
        raise Fault(f"not ASCII: {line!r}")
    if line != line.strip() or "  " in line or "\t" in line or "\r" in line:
        raise Fault(f"stray white space: {line!r}")
    if len(line) > LONGEST:
        raise Fault(f"{len(line)} characters in a line: {line[:80]}...")
    if line.lower().startswith(("error", "no such option")):
        raise Fault(f"error line: {line}")
    if line.startswith("info string position:"):
        raise Fault(f"the client's position was refused: {line}")


def number(text, line):
    if not re.fullmatch(r"-?\d+", text):
        raise Fault(f"{text!r} is not a number in: {line}")
    return int(text)


def parse_info(line):
    """The fields of an `info` line as a dict; Fault where a reader could stumble."""
    words = line.split(" ")[1:]
    fields = {}
    while words:
        key = words.pop(0)
        if key == "string":
            fields["string"] = " ".join(words)
            break
        if key == "pv":
            if not words or not all(MOVE.match(w) for w in words):
                raise Fault(f"pv is not a list of moves: {line}")
            fields["pv"] = words
            break
        if key == "score":
            kind, value = words.pop(0), words.pop(0)
            if kind not in ("cp", "mate"):
                raise Fault(f"unknown score: {line}")
            fields["score"] = (kind, number(value, line))
            if kind == "mate" and fields["score"][1] == 0:
                raise Fault(f"mate in 0: {line}")
            fields["bound"] = words.pop(0) if words and words[0] in ("lowerbound", "upperbound") else None
            if kind == "mate" and fields["bound"]:
                raise Fault(f"a mate with a bound: {line}")
        elif key == "currmove":
            fields["currmove"] = words.pop(0)
        elif key in NUMBERS:
            fields[key] = number(words.pop(0), line)
        else:
            raise Fault(f"unknown word {key!r} in: {line}")
    return fields


def parse_bestmove(line):
    """(move, ponder move or None)."""
    words = line.split(" ")
    ponder = None
    if len(words) == 4 and words[2] == "ponder":
        ponder = words[3]
    elif len(words) != 2:
        raise Fault(f"malformed: {line}")
    if words[1] != "resign" and not MOVE.match(words[1]):
        raise Fault(f"not a move: {line}")
    if ponder is not None and not MOVE.match(ponder):
        raise Fault(f"not a ponder move: {line}")
    return words[1], ponder
