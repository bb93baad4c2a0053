"""A game and an analysis through cshogi.usi.Engine.

cshogi's own board knows ordinary shogi only, so positions go to the engine as text.
"""

import threading
import time

from cshogi.usi import Engine, InfoListener, MultiPVListener
from info import check_line
from judge import Fault
from selfplay import POSITIONS, check_ranks, whole_game

LINES = 3


def strict(listener_class):
    """A listener of cshogi that also looks at the raw lines."""
    return listener_class(listner=check_line)  # the spelling is cshogi's


def open_engine(path):
    engine = Engine(str(path))
    names = [line.split(" ")[2] for line in engine.usi() if line.startswith("option name ")]
    for needed in ("USI_Hash", "USI_Ponder", "MultiPV", "USI_Variant"):
        if needed not in names:
            raise Fault(f"cshogi sees no option {needed}: {names}")
    engine.setoption("USI_Hash", 16)
    engine.isready()
    return engine


def close_engine(engine):
    process = engine.proc
    engine.quit()
    noise = process.stderr.read()
    if process.returncode != 0 or noise:
        raise Fault(f"exit code {process.returncode}, stderr {noise[:200]!r}")


def game(path, judge):
    strong, weak = open_engine(path), open_engine(path)
    for engine in (strong, weak):
        engine.usinewgame()

    def ask(moves):
        listener = strict(InfoListener)
        if len(moves) % 2 == 0:
            strong.position(moves)
            best, ponder = strong.go(btime=1000, wtime=1000, byoyomi=40, nodes=4000, listener=listener.listen())
        else:
            weak.position(moves)
            best, ponder = weak.go(btime=0, wtime=0, binc=20, winc=20, nodes=40, listener=listener.listen())
        if best == "resign":
            return best, None
        if not isinstance(listener.score, int) or "depth" not in listener.info:
            raise Fault(f"cshogi found no score or depth for {best}: {listener.info}")
        if ponder:
            judge.line(moves, [best, ponder])
        return best, listener.pv

    moves, end = whole_game(judge, ask)
    strong.gameover("win")
    weak.gameover("lose")
    close_engine(strong)
    close_engine(weak)
    return moves, end


def score_of(info):
    if info["score"] == "cp":
        return info["cp"]
    mate = info["mate"]
    return (1_000_000 - mate) if mate > 0 else (-1_000_000 - mate)


def analysis(path, judge):
    engine = open_engine(path)
    engine.setoption("MultiPV", LINES)
    for sfen in POSITIONS:
        listener = strict(MultiPVListener)
        engine.position(sfen="startpos" if sfen is None else f"sfen {sfen}")
        engine.go(nodes=20000, listener=listener.listen())
        check_ranks(judge, sfen, [(score_of(i), i["pv"]) for i in listener.info], LINES)
    engine.setoption("MultiPV", 1)
    for ending in (engine.ponderhit, engine.stop):
        ponder(engine, judge, ending)
    close_engine(engine)


def ponder(engine, judge, ending):
    """cshogi waits for the move of a `go ponder` in one thread; `ending` comes from another."""
    told = []

    def tell():
        told.append(time.monotonic())
        ending()

    timer = threading.Timer(0.3, tell)
    engine.position(["7g7f", "3c3d"])
    timer.start()
    best, _ = engine.go(ponder=True, btime=1000, wtime=1000, byoyomi=50)
    if not told:
        raise Fault("bestmove during go ponder")
    timer.join()
    judge.line(["7g7f", "3c3d"], [best])


def run(path, judge):
    moves, end = game(path, judge)
    analysis(path, judge)
    return (f"a game of {len(moves)} plies ({end}); {len(POSITIONS)} positions "
            f"with MultiPV {LINES}; ponder with hit and stop")
