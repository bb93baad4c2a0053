"""The lines of lishogi's bot bridge, character by character, in the order in which it sends them."""

from judge import Fault
from pipe import Pipe

GO = "go movetime 1000.0 nodes 500 depth 3 btime 300000 wtime 300000 byoyomi 3000"
ANNAN = "lnsgkgsnl/1r5b1/p1ppppp1p/1p5p1/9/1P5P1/P1PPPPP1P/1B5R1/LNSGKGSNL b - 1"


def start(path):
    engine = Pipe(path)
    engine.send("usi")
    engine.until("usiok", 10)
    # The bridge's own example file has three options that are not ours, or not by this name.
    for option in ("Move Overhead value 5000", "Threads value 1", "Hash value 16"):
        engine.send(f"setoption name {option}")
    engine.send("isready")
    engine.until("readyok", 10)
    engine.send("setoption name USI_Variant value annanshogi")  # after isready, and no usinewgame
    return engine


def answer(engine, judge, position, moves, go=GO):
    """One position, one go: exactly one legal bestmove, nothing after it."""
    engine.send(f"position {position} moves {' '.join(moves)}")
    result = engine.go(go)
    engine.silent(0.05)
    sfen = None if position == "startpos" else position.removeprefix("sfen ")
    if result.bestmove == "resign":
        raise Fault(f"resigned after {' '.join(moves)}")
    judge.line(moves, [result.bestmove], sfen=sfen)
    for pv in result.pvs:
        judge.line(moves, pv, sfen=sfen)
    return result


def game(engine, judge, position):
    moves = []
    for _ in range(12):
        moves.append(answer(engine, judge, position, moves).bestmove)
    return len(moves)


def ponder(engine, judge):
    """`go ponder` on the expected reply; a hit, then a miss that ends in `stop`."""
    clock = "btime 297000 wtime 300000 byoyomi 3000"
    for command in ("ponderhit", "stop"):
        first = answer(engine, judge, "startpos", [])
        if first.ponder is None:
            raise Fault("no ponder move in a position with thirty plies of play left")
        line = [first.bestmove, first.ponder]
        engine.send(f"position startpos moves {' '.join(line)}")
        engine.send(f"go ponder movetime 300.0 nodes 500 depth 3 {clock}")
        engine.until("info", 10)
        while True:  # nothing but info may come before the hit or the stop
            try:
                engine.silent(0.2)
                break
            except Fault as fault:
                if "b'info " not in str(fault):
                    raise
        judge.line(line, [engine.go(command).bestmove])


def run(path, judge):
    engine = start(path)
    try:
        plies = game(engine, judge, "startpos")
        plies += game(engine, judge, f"sfen {ANNAN}")
        ponder(engine, judge)
        engine.quit()
        return f"bridge lines: {plies} x '{GO}', one bestmove each; ponderhit and stop"
    finally:
        engine.kill()
